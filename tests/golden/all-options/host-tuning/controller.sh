#!/bin/sh
# Puts queues and interrupts of kernel ports on Controller nodes back as they were, and removes
# what kept them otherwise. Heat runs it on every node of the role (host-tuning/controller.yaml);
# it may be run again, and where nothing was set it does nothing.
# Rendered by nfvgen; edit the inventory, not this file.
set -eu

root=${NFVGEN_ROOT:-} # another tree than the running system's
script=$root/usr/local/sbin/nfvgen-kernel-ports
units=$root/etc/systemd/system
rules=$root/etc/udev/rules.d/90-nfvgen-kernel-ports.rules

# Nothing may start the script once more.
if [ -e "$rules" ]; then
  rm -f "$rules"
  udevadm control --reload
fi
if [ -e "$units/nfvgen-kernel-ports.timer" ]; then
  systemctl disable --now nfvgen-kernel-ports.timer
fi
if [ -e "$script" ]; then
  "$script" undo || echo "not everything could be put back: a reboot does" >&2
fi
# tuned's profile of that name is the product's again.
for profile in "$root"/etc/tuned/*/tuned.conf; do
  if grep -qs '^script=/usr/local/sbin/nfvgen-kernel-ports$' "$profile"; then
    rm -f "$profile"
    rmdir "${profile%/*}" 2>/dev/null || true
  fi
done
# Also what an installation left that was ended half-way.
found=
for file in "$script" "$units/nfvgen-kernel-ports.service" "$units/nfvgen-kernel-ports.timer" \
  "$units/irqbalance.service.d/nfvgen-kernel-ports.conf" "$rules"; do
  if [ -e "$file" ] || [ -e "$file.new" ]; then
    found=1
    rm -f "$file" "$file.new"
  fi
done
if [ -n "$found" ]; then
  rmdir "$units/irqbalance.service.d" 2>/dev/null || true
  rm -rf "$root/run/nfvgen-kernel-ports"
  systemctl daemon-reload
fi
