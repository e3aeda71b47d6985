#!/usr/bin/env bash
# Fetch the programs that the conformance tests hold rendered directories
# against: Heat, tripleo-heat-templates, tripleo-common, os-net-config and Open vSwitch; the
# OpenStack services that the flavor commands talk to, of Train and of a recent release;
# and Ansible with its linter.
#
#   setup.sh           make what is missing or out of date
#   setup.sh --check   only say whether everything is there (exit status)
#
# Everything lands in $NFVGEN_CONFORMANCE (default: .conformance in the
# repository). Nothing is installed outside it, nothing is started, and no
# privilege is needed. $PYTHON names the interpreter for the environments.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
target=${NFVGEN_CONFORMANCE:-$(cd "$here/../.." && pwd)/.conformance}
python=${PYTHON:-python3}
tht=tripleo-heat-templates-11.6.0
common=tripleo-common-11.7.0
# Open vSwitch and what it links to, by the names of Debian 12.
debian_packages=(openvswitch-switch openvswitch-common libxdp1 libbpf1 libunbound8
    libevent-2.1-7 libnuma1 libcap-ng0)

# A part is up to date when its stamp names the recipe it was made by.
recipe() {
    local files=("$here/setup.sh" "$here"/requirements-*.txt)
    if [[ "$1" == openstack-* ]]; then
        files+=("$here"/cloud/{settings,databases}.py "$here"/inside/openstack_{hosts,glance_db}.py)
    fi
    cat "${files[@]}" | sha256sum | cut -d' ' -f1
}

is_current() {
    [[ -e "$target/$1" && "$(cat "$target/$1.stamp" 2>/dev/null)" == "$(recipe "$1")" ]]
}

venv() {
    rm -rf "$1"
    "$python" -m venv "$1"
}

install() {
    "$1/bin/python" -m pip install --quiet --disable-pip-version-check "${@:2}"
}

make_heat() {
    venv "$target/heat"
    install "$target/heat" -r "$here/requirements-heat.txt"
}

make_os-net-config() {
    venv "$target/os-net-config"
    install "$target/os-net-config" -r "$here/requirements-os-net-config.txt"
    install "$target/os-net-config" --no-deps os-net-config==11.5.0
}

unpack() {
    # pip looks at the archive's set-up code, which an old setuptools must run.
    local fetch="$target/fetch"
    venv "$fetch"
    install "$fetch" 'setuptools<60' wheel pbr
    "$fetch/bin/python" -m pip download --quiet --disable-pip-version-check \
        --no-deps --no-build-isolation --no-binary :all: --require-hashes \
        --dest "$fetch/archive" -r "$here/requirements-$2.txt"
    rm -rf "${target:?}/$1"
    tar -xzf "$fetch/archive/$1.tar.gz" -C "$target"
    rm -rf "$fetch"
}

make_tripleo-heat-templates-11.6.0() {
    unpack "$tht" tht
    rm -rf "$target/trees"
}

make_tripleo-common-11.7.0() {
    unpack "$common" tripleo-common
}

make_ansible() {
    venv "$target/ansible"
    install "$target/ansible" -r "$here/requirements-ansible.txt"
    "$target/ansible/bin/python" -m pip download --quiet --disable-pip-version-check \
        --no-deps --dest "$target/ansible/download" ansible==12.3.0
    "$target/ansible/bin/python" - "$target/ansible" <<'EOF'
import pathlib, sys, zipfile
folder = pathlib.Path(sys.argv[1])
with zipfile.ZipFile(next((folder / "download").glob("ansible-*.whl"))) as package:
    wanted = [name for name in package.namelist()
              if name.startswith("ansible_collections/openstack/cloud/")]
    package.extractall(folder / "collections", wanted)
EOF
    rm -rf "$target/ansible/download"
}

make_openvswitch() {
    # Unpacked, not installed: a package's scripts would start the switch.
    rm -rf "$target/openvswitch" "$target/packages" "$target/apt"
    mkdir -p "$target/packages" "$target/apt/lists/partial" "$target/apt/cache"
    local options=(-qq -o "APT::Sandbox::User=$(id -un)")
    if ! (cd "$target/packages" && apt-get "${options[@]}" download "${debian_packages[@]}" 2>/dev/null)
    then
        # No package lists on this machine, or old ones: with lists of our own.
        options+=(-o "Dir::State::lists=$target/apt/lists" -o "Dir::Cache=$target/apt/cache")
        apt-get "${options[@]}" update
        (cd "$target/packages" && apt-get "${options[@]}" download "${debian_packages[@]}") || {
            echo "setup.sh: needs the packages of Debian 12: ${debian_packages[*]}" >&2
            return 1
        }
    fi
    local package
    for package in "$target"/packages/*.deb; do
        dpkg-deb -x "$package" "$target/openvswitch"
    done
    rm -rf "$target/packages" "$target/apt"
}

make_openstack() {
    # setuptools, wheel and pbr come first: what is not a wheel is built with them.
    local environment="$target/openstack-$1" list="$here/requirements-openstack-$1.txt"
    venv "$environment"
    grep -E '^(setuptools|wheel|pbr)==' "$list" >"$environment/builders.txt"
    install "$environment" -r "$environment/builders.txt"
    install "$environment" --no-deps --no-build-isolation -r "$list"
    (cd "$here/.." && "$python" -m conformance.cloud.databases "$environment")
}

make_openstack-train() {
    make_openstack train
}

make_openstack-recent() {
    make_openstack recent
}

parts=(heat os-net-config "$tht" "$common" openvswitch openstack-train openstack-recent ansible)

if [[ "${1:-}" == --check ]]; then
    for part in "${parts[@]}"; do
        is_current "$part" || { echo "$part is missing or out of date in $target"; exit 1; }
    done
    exit 0
fi

mkdir -p "$target"
# Two test runs must not build the same environment at once.
exec 9>"$target/lock"
flock 9
for part in "${parts[@]}"; do
    is_current "$part" && continue
    echo "setup.sh: making $target/$part"
    rm -f "$target/$part.stamp"
    "make_$part"
    recipe "$part" >"$target/$part.stamp"
done
