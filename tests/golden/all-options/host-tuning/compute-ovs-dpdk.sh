#!/bin/sh
# Keeps queues and interrupts of kernel ports on ComputeOvsDpdk nodes as the inventory wants them.
# Heat runs it on every node of the role (host-tuning/compute-ovs-dpdk.yaml); it may be run again.
# Rendered by nfvgen; edit the inventory, not this file.
set -eu

root=${NFVGEN_ROOT:-} # another tree than the running system's

# A file with the mode $2 from standard input, in one step.
put() {
  mkdir -p "$root${1%/*}"
  cat >"$root$1.new"
  chmod "$2" "$root$1.new"
  mv -f "$root$1.new" "$root$1"
}

put /usr/local/sbin/nfvgen-kernel-ports 755 <<'END_OF_FILE'
#!/bin/sh
# Queues and interrupts of network ports that the kernel drives, on ComputeOvsDpdk nodes.
#
#   nfvgen-kernel-ports start     set what is not as wanted
#   nfvgen-kernel-ports verify    say what is not as wanted; exit status 1 if anything is
#   nfvgen-kernel-ports undo      put back what was there before
#
# systemd starts it every minute and udev after events of these ports, because drivers make
# rings and interrupts anew without an event; tuned with its profile.
# Rendered by nfvgen; edit the inventory, not this file.
set -u

root=${NFVGEN_ROOT:-} # another tree than the running system's
state=$root/run/nfvgen-kernel-ports
rows='eno1 4 0,2,40,42 0,2,40,42
eno2 4 0,2,40,42 0,2,40,42'
status=0

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

# What was there before, by port; gone after a reboot, as what drivers were told is.
remember() {
  [ -e "$state/$1/$2" ] && return
  mkdir -p "$state/$1"
  echo "$3" >"$state/$1/$2"
}

compare() {
  [ "$4" = "$5" ] && return
  if [ "$action" = verify ]; then
    echo "$1 $2: $4 wanted, ${5:-nothing} found"
    status=1
    return
  fi
  if [ -z "$7" ]; then # what cannot be read could not be put back
    status=1
    return
  fi
  remember "$1" "$2" "$7"
  echo "$6" >"$3" || status=1
}

# A change takes the port down for a moment. A driver that refuses the number, or settles on
# another, is asked once: again only for another number, or after something else has changed it.
compare_channels() {
  found=$(current_channels "$port")
  refused=$state/$port/refused
  if [ "$found" = "$channels" ]; then
    [ "$action" = verify ] || rm -f "$refused"
    return
  fi
  if [ "$action" = start ] && is_number "$found" && ! is_refused; then
    remember "$port" channels "$found"
    ethtool -L "$port" combined "$channels" </dev/null
    found=$(current_channels "$port")
    [ "$found" = "$channels" ] && return
    echo "$channels $found" >"$refused"
  fi
  echo "$port channels: $channels wanted, ${found:-none} found"
  status=1
}

# Without ethtool, or where a driver has no combined channels, there is nothing to change.
is_number() {
  case $1 in
    '' | *[!0-9]*) return 1 ;;
  esac
}

is_refused() {
  { read -r before <"$refused"; } 2>/dev/null && [ "$before" = "$channels $found" ]
}

absent() {
  if [ "$action" = verify ]; then
    echo "$1: there is no such port"
    status=1
  fi
}

# A port that is down has none yet, one without MSI never has.
nothing_of() {
  if [ "$action" = verify ]; then
    echo "$1: there are no $2"
    status=1
  fi
}

# What $rows wants of a port.
wanted_of() {
  channels=- xps=- irqs=-
  while read -r name first second third; do
    [ "$name" = "$1" ] && channels=$first xps=$second irqs=$third
  done <<END
$rows
END
}

put_back_channels() {
  rm -f "$state/$1/refused"
  { read -r before <"$state/$1/channels"; } 2>/dev/null || return 0
  if is_number "$before" && [ "$before" != "$(current_channels "$1")" ]; then
    ethtool -L "$1" combined "$before" </dev/null || status=1
  fi
  rm -f "$state/$1/channels"
}

# Files of the state by their prefix, each written back to where it came from.
put_back() {
  for kept in "$state/$1/$2"-*; do
    [ -e "$kept" ] || continue
    number=${kept##*-}
    # An interrupt of that number may be another device's by now.
    owned=$root/sys/class/net/$1/device/msi_irqs/$number
    file=$root/proc/irq/$number/smp_affinity_list
    if [ "$2" = xps ]; then
      owned=$root/sys/class/net/$1/queues/tx-$number
      file=$owned/xps_cpus
    fi
    if [ -e "$owned" ] && read -r before <"$kept"; then
      echo "$before" >"$file" || status=1
    fi
    rm -f "$kept"
  done
}

put_back_unwanted() {
  for folder in "$state"/*/; do
    [ -d "$folder" ] || continue
    folder=${folder%/}
    port=${folder##*/}
    wanted_of "$port"
    [ "$channels" = - ] && put_back_channels "$port"
    [ "$xps" = - ] && put_back "$port" xps
    [ "$irqs" = - ] && put_back "$port" irq
    rmdir "$folder" 2>/dev/null
  done
}

# irqbalance reads its list of interrupts to leave alone at its start only.
tell_irqbalance() {
  told=
  { read -r told <"$state/irqbalance"; } 2>/dev/null
  [ "$told" = "${banned:+NFVGEN_BANNED=$banned}" ] && return
  rm -f "$state/irqbalance"
  if [ -n "$banned" ]; then
    mkdir -p "$state"
    echo "NFVGEN_BANNED=$banned" >"$state/irqbalance"
  fi
  # 5: there is none here, and none has to be told.
  systemctl try-restart irqbalance.service || [ "$?" = 5 ] || status=1
}

action=${1:-start}
case $action in
  start | undo)
    [ "$action" = start ] || rows=
    put_back_unwanted
    walk_ports
    tell_irqbalance
    ;;
  verify) walk_ports ;;
  stop) ;; # tuned ends its profile; what is set stays until it is undone
  *)
    echo "usage: nfvgen-kernel-ports start|verify|undo" >&2
    exit 2
    ;;
esac
exit "$status"
END_OF_FILE

put /etc/systemd/system/nfvgen-kernel-ports.service 644 <<'END_OF_FILE'
[Unit]
Description=Queues and interrupts of kernel network ports
After=network.target
# Many events of ports may come at once.
StartLimitIntervalSec=0

[Service]
Type=oneshot
ExecStart=/usr/local/sbin/nfvgen-kernel-ports start
SyslogLevel=notice
LogLevelMax=notice
END_OF_FILE

put /etc/systemd/system/nfvgen-kernel-ports.timer 644 <<'END_OF_FILE'
[Unit]
Description=Queues and interrupts of kernel network ports, once a minute

[Timer]
OnBootSec=30
OnUnitInactiveSec=60
AccuracySec=10

[Install]
WantedBy=timers.target
END_OF_FILE

put /etc/udev/rules.d/90-nfvgen-kernel-ports.rules 644 <<'END_OF_FILE'
ACTION=="add|change|move", SUBSYSTEM=="net", KERNEL=="eno1|eno2", RUN+="/usr/bin/systemctl --no-block start nfvgen-kernel-ports.service"
END_OF_FILE

# Beside the file that tuned writes its banned CPUs into, and not in it.
put /etc/systemd/system/irqbalance.service.d/nfvgen-kernel-ports.conf 644 <<'END_OF_FILE'
[Service]
EnvironmentFile=-/run/nfvgen-kernel-ports/irqbalance
ExecStart=
ExecStart=/usr/sbin/irqbalance --foreground $IRQBALANCE_ARGS $NFVGEN_BANNED
END_OF_FILE

systemctl daemon-reload
udevadm control --reload
systemctl enable --now nfvgen-kernel-ports.timer
# What a driver refuses does not stop a deployment; check.sh shows it.
"$root/usr/local/sbin/nfvgen-kernel-ports" start ||
  echo "not everything could be set: run host-tuning/check.sh ComputeOvsDpdk on this node" >&2
