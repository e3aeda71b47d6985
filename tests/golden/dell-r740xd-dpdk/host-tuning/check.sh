#!/bin/sh
# Compares a node with what the inventory wants of it. Run it on the node, as root:
#
#   sh check.sh ROLE    one of Controller, ComputeOvsDpdk, CephStorage
#
# Exit status: 0 all is as wanted, 1 something differs, 2 called otherwise.
# Rendered by nfvgen; edit the inventory, not this file.
set -u

root=${NFVGEN_ROOT:-} # another tree than the running system's
checked=0
different=0
rows=

# The bitmap of one CPU as sysfs takes it: words of 32 bits, the highest first.
cpu_bitmap() {
  case $(($1 % 4)) in
    0) bitmap=1 ;;
    1) bitmap=2 ;;
    2) bitmap=4 ;;
    *) bitmap=8 ;;
  esac
  zeros=$(($1 % 32 / 4))
  while [ "$zeros" -gt 0 ]; do
    bitmap=${bitmap}0 zeros=$((zeros - 1))
  done
  words=$(($1 / 32))
  while [ "$words" -gt 0 ]; do
    bitmap=$bitmap,00000000 words=$((words - 1))
  done
}

# A bitmap without commas and leading zeros: the kernel pads to the number of its CPUs.
plain_bitmap() {
  before=$IFS
  IFS=,
  # shellcheck disable=SC2086 # split at the commas
  set -- $1
  IFS=
  plain="$*"
  IFS=$before
  plain=${plain#"${plain%%[!0]*}"}
  plain=${plain:-0}
}

# The CPU of the n-th queue: a list is dealt out from its start again and again.
nth_cpu() {
  index=$1
  before=$IFS
  IFS=,
  # shellcheck disable=SC2086 # split at the commas
  set -- $2
  IFS=$before
  shift $((index % $#))
  cpu=$1
}

# The queue that an interrupt serves by its name: i40e-ens1f0-TxRx-3, mlx5_comp3@pci:0000:3b:00.0,
# virtio0-input.3. Names that tell none, such as mlx4-3@0000:3b:00.0, ens1f0-3 or those of the
# card's own events, are dealt out by their position among each other.
interrupt_queue() {
  case ${1%@*} in
    *[Tt]x-[0-9]* | *[Rr]x-[0-9]* | *-fp-[0-9]* | *comp[0-9]* | *put.[0-9]*)
      queue=${1%@*}
      queue=${queue##*[!0-9]}
      ;;
    *) queue=$unnamed unnamed=$((unnamed + 1)) ;;
  esac
}

# The numbers of a port's interrupts, the lowest first.
interrupts() {
  for path in "$device"/device/msi_irqs/*; do
    [ ! -e "$path" ] || echo "${path##*/}"
  done | sort -n
}

walk_queues() {
  number=0
  while [ -e "$device/queues/tx-$number" ]; do
    file=$device/queues/tx-$number/xps_cpus
    found=
    # The kernel offers no bitmap where there is one queue.
    if { read -r found <"$file"; } 2>/dev/null || [ -e "$device/queues/tx-1" ]; then
      bitmap=0
      if [ "$xps" != off ]; then
        nth_cpu "$number" "$xps"
        cpu_bitmap "$cpu"
      fi
      raw=$found
      [ -z "$found" ] || plain_bitmap "$found"
      found=${found:+$plain}
      plain_bitmap "$bitmap"
      compare "$port" "xps-$number" "$file" "$plain" "$found" "$bitmap" "$raw"
    fi
    number=$((number + 1))
  done
  [ "$number" -gt 0 ] || nothing_of "$port" "transmit queues"
}

walk_interrupts() {
  asked_for=0 unnamed=0
  for number in $(interrupts); do
    banned="${banned:+$banned }--banirq=$number"
    name=
    { read -r name <"$root/sys/kernel/irq/$number/actions"; } 2>/dev/null
    # Nobody has asked for it: the port is down.
    if [ -n "$name" ]; then
      asked_for=$((asked_for + 1))
      interrupt_queue "$name"
      nth_cpu "$queue" "$irqs"
      file=$root/proc/irq/$number/smp_affinity_list
      found=
      { read -r found <"$file"; } 2>/dev/null
      compare "$port" "irq-$number" "$file" "$cpu" "$found" "$cpu" "$found"
    fi
  done
  [ "$asked_for" -gt 0 ] || nothing_of "$port" interrupts
}

current_channels() {
  ethtool -l "$1" </dev/null | sed -n '/^Current/,$s/^Combined:[[:space:]]*//p'
}

# Every port of $rows: name, combined channels, CPUs for XPS (off: none), CPUs for
# interrupts; - leaves a thing alone.
walk_ports() {
  banned=
  while read -r port channels xps irqs; do
    [ -n "$port" ] || continue
    device=$root/sys/class/net/$port
    if [ ! -e "$device" ]; then
      absent "$port"
      continue
    fi
    # First the channels: their change makes queues and interrupts anew.
    [ "$channels" = - ] || compare_channels
    [ "$xps" = - ] || walk_queues
    [ "$irqs" = - ] || walk_interrupts
  done <<END
$rows
END
}

# One line: what, what is wanted of it, what there is.
report() {
  word=ok
  checked=$((checked + 1))
  if [ "$2" != "$3" ]; then
    word=DIFFERS
    different=$((different + 1))
  fi
  printf '%-7s  %s: expected %s, found %s\n' "$word" "$1" "$2" "${3:-nothing}"
}

compare() {
  case $2 in
    xps-*) report "XPS of $1, queue tx-${2#*-}" "$4" "$5" ;;
    *) report "CPU of interrupt ${2#*-}, $name" "$4" "$5" ;;
  esac
}

compare_channels() {
  report "channels of $port" "$channels" "$(current_channels "$port")"
}

absent() {
  report "port $1" present missing
}

nothing_of() {
  report "$2 of $1" some ""
}

# The first line of a file, nothing where there is none.
first_line() {
  line=
  { read -r line <"$root$1"; } 2>/dev/null
}

# What an argument is about: hugepages of the page size before it, each page size by itself.
argument_key() {
  case $1 in
    hugepagesz=*) key=${1%[bB]} size=${1%[bB]} ;; # 1GB is 1G
    hugepages=*) key=$size,hugepages ;;
    *) key=${1%%=*} ;;
  esac
}

# The last of the arguments $1 that is about $2: the kernel takes a later one, or warns of it.
last_argument() {
  size="" last=""
  for each in $1; do
    argument_key "$each"
    [ "$key" != "$2" ] || last=$each
  done
}

kernel_arguments() {
  first_line /proc/cmdline
  wanted_size=
  for wanted in $1; do
    size=$wanted_size
    argument_key "$wanted"
    wanted_key=$key wanted_size=$size
    last_argument "$1" "$wanted_key"
    if [ "$last" = "$wanted" ]; then
      last_argument "$line" "$wanted_key"
      case $wanted in
        hugepagesz=*) [ -z "$last" ] || last=$wanted ;;
      esac
    else # wanted several times, such as console: one among them
      case " $line " in
        *" $wanted "*) last=$wanted ;;
        *) last= ;;
      esac
    fi
    report "kernel argument ${wanted%%=*}" "$wanted" "$last"
  done
}

# NUMA node, page size in KiB, number of pages
huge_pages() {
  first_line "/sys/devices/system/node/node$1/hugepages/hugepages-$2kB/nr_hugepages"
  report "pages of $2 KiB on NUMA node $1" "$3" "$line"
}

# tuned's profile and the CPUs that it isolates
tuned_profile() {
  first_line /etc/tuned/active_profile
  report "tuned profile" "$1" "$line"
  cores=
  if [ -e "$root/etc/tuned/$1-variables.conf" ]; then
    cores=$(sed -n 's/^isolated_cores=//p' "$root/etc/tuned/$1-variables.conf")
  fi
  report "isolated_cores of $1" "$2" "$cores"
}

# A value of Open vSwitch's database: table, record, column or column:key
ovs_value() {
  found=$(ovs-vsctl --if-exists get "$1" "$2" "$3" </dev/null | tr -d '"' | sed 's/^ *//')
  [ "$found" != '[]' ] || found=
}

ovs_config() {
  ovs_value Open_vSwitch . "other_config:$1"
  report "other_config:$1" "$2" "$found"
}

ovs_mask() {
  ovs_value Open_vSwitch . "other_config:$1"
  found=${found#0[xX]}
  found=${found#"${found%%[!0]*}"}
  report "other_config:$1" "$2" "$(echo "$found" | tr A-F a-f)"
}

# Other words may stand beside the wanted ones.
ovs_words() {
  ovs_value Open_vSwitch . "other_config:$1"
  case " $found " in
    *" $2 "*) found=$2 ;;
  esac
  report "other_config:$1" "$2" "$found"
}

ovs_interface() {
  ovs_value Interface "$1" "$2"
  report "$2 of $1" "$3" "$found"
}

numa_node() {
  [ -e "$root/sys/class/net/$1" ] || return
  first_line "/sys/class/net/$1/device/numa_node"
  report "NUMA node of $1" "$2" "$line"
}

check_Controller() {
  : # nothing is wanted of it
}

check_ComputeOvsDpdk() {
  kernel_arguments 'default_hugepagesz=1GB hugepagesz=1G hugepages=342 intel_iommu=on iommu=pt isolcpus=2-39,42-79'
  huge_pages 0 1048576 171
  huge_pages 1 1048576 171
  tuned_profile cpu-partitioning 2-39,42-79
  ovs_config dpdk-init true
  ovs_mask pmd-cpu-mask ac00000000ac
  ovs_mask dpdk-lcore-mask 30000000003
  ovs_config dpdk-socket-mem 4096,4096
  ovs_words dpdk-extra '-n 6'
  ovs_interface dpdk0 mtu_request 9000
  ovs_interface dpdk0 options:n_rxq 2
  ovs_interface dpdk1 mtu_request 9000
  ovs_interface dpdk1 options:n_rxq 2
}

check_CephStorage() {
  : # nothing is wanted of it
}

case ${1:-} in
  Controller) check_Controller ;;
  ComputeOvsDpdk) check_ComputeOvsDpdk ;;
  CephStorage) check_CephStorage ;;
  *)
    echo "usage: sh check.sh Controller|ComputeOvsDpdk|CephStorage" >&2
    exit 2
    ;;
esac
walk_ports
echo "$different of $checked differ"
[ "$different" = 0 ]
