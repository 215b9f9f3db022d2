#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# ./run.sh [FILE]          install what is missing, build, open the window
# ./run.sh COMMAND [...]   the same, then run a command of attnscope (trace, render, devices, ...)
# Without a display, the window's place is taken by pictures in build/pictures.
# test.sh sources this file for its functions.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

say() { printf '==> %s\n' "$*" >&2; }

# packages SECTION...: the names listed under these sections of resources/debian-packages.txt
packages() {
    local section line wanted=" $* "
    while read -r line; do
        case "$line" in
        '' | '#'*) ;;
        '['*) section="${line#[}" section="${section%%]*}" ;;
        *) [[ $wanted == *" $section "* ]] && echo "$line" ;;
        esac
    done <"$root/resources/debian-packages.txt"
    return 0
}

# install_missing SECTION...: asks apt only for what dpkg does not know as installed
install_missing() {
    local all missing=() name as_root=()
    read -ra all <<<"$(packages "$@" | tr '\n' ' ')"
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        say "This is not Debian, so nothing is installed. Needed are the equivalents of: ${all[*]}"
        return 0
    fi
    local installed
    # dpkg-query exits 1 when it does not know one of the names, and still answers for the others.
    installed="$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "${all[@]}" 2>/dev/null || true)"
    for name in "${all[@]}"; do
        grep -qxF "installed $name" <<<"$installed" || missing+=("$name")
    done
    ((${#missing[@]})) || return 0

    if ((EUID != 0)); then
        if ! command -v sudo >/dev/null; then
            say "These packages are missing: ${missing[*]}"
            say "Run this script as root, or install sudo, or have them installed by someone who may."
            return 1
        fi
        as_root=(sudo)
    fi
    say "Installing ${#missing[@]} Debian packages: ${missing[*]}"
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Dpkg::Use-Pty=0)
    # The list of packages is fetched only when it does not know all of the names, or is stale.
    if ! apt-cache show "${missing[@]}" >/dev/null 2>&1 ||
        ! "${apt[@]}" install --no-install-recommends "${missing[@]}" >&2; then
        say "Updating apt's list of packages"
        "${apt[@]}" update >&2
        "${apt[@]}" install --no-install-recommends "${missing[@]}" >&2
    fi
}

# build PRESET TARGET...: configures when there is no build folder yet, then builds
build() {
    local preset="$1"
    shift
    cd "$root"
    if [[ ! -f build/$preset/build.ninja ]]; then
        say "Configuring build/$preset"
        cmake --preset "$preset" >&2
    fi
    say "Building build/$preset: $*"
    cmake --build --preset "$preset" --parallel "$(nproc)" --target "$@" >&2
}

# pictures [FILE]: what the window would show, as files
pictures() {
    local attnscope="$1" folder="$root/build/pictures" view
    shift
    mkdir -p "$folder"
    say "No display (DISPLAY and WAYLAND_DISPLAY are empty): computing and drawing into build/pictures"
    "$attnscope" trace "$@" -o "$folder/trace.npz"
    for view in stages masks positions; do
        "$attnscope" render "$view" "$@" --size 1600x1000 -o "$folder/$view.png"
    done
    say "Done. Every stage as NumPy arrays, and the pictures:"
    ls -1 "$folder/trace.npz" "$folder"/{stages,masks,positions}.png
}

run() {
    local attnscope="$root/build/release/bin/attnscope"
    install_missing run
    (build release attnscope)
    case "${1-}" in
    trace | render | diagnose | experiment | devices | selftest | bench | -*) exec "$attnscope" "$@" ;;
    esac
    if [[ -n ${DISPLAY-} || -n ${WAYLAND_DISPLAY-} ]]; then
        exec "$attnscope" "$@"
    fi
    pictures "$attnscope" "$@"
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
    run "$@"
fi
