#!/usr/bin/env bash
# Install the Debian packages whose programs the tests run. Without root, or on
# a system without apt, say what is missing and fail.
set -euo pipefail

# A program, and the package of Debian 12 that has it.
needed=(chromium:chromium busybox:busybox udevadm:udev systemd-analyze:systemd tuned-adm:tuned ip:iproute2)

missing=()
for pair in "${needed[@]}"; do
    command -v "${pair%%:*}" >/dev/null || missing+=("${pair#*:}")
done
((${#missing[@]})) || exit 0

if [[ $(id -u) != 0 ]] || ! command -v apt-get >/dev/null; then
    echo "packages.sh: please install these Debian packages: ${missing[*]}" >&2
    exit 2
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes --no-install-recommends "${missing[@]}"
