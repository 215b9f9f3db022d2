#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/fuzz/run.sh [SECONDS] [TARGET...]
# Runs the fuzzers of build/fuzz (cmake --preset fuzz && cmake --build --preset fuzz --target fuzzers),
# as many at once as there are cores, SECONDS each (60), and writes a line for each: inputs tried,
# edges covered, most memory, result. ATTNSCOPE_FUZZ_BUILD names another build folder.
# From a minute on, what was found stays in BUILD/corpus for the next time. An input that breaks
# something stays in BUILD/findings, and the exit status is 1.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
build="${ATTNSCOPE_FUZZ_BUILD:-$root/build/fuzz}"

# one SECONDS TARGET
one() {
    local seconds="$1" target="$2" seeds="$root/tests/fuzz/corpus/$2" status=0 result=ok
    local corpus="$build/corpus/$target" log="$build/findings/$target.log" words=()
    ((seconds >= 60)) || corpus="$(mktemp -d)"
    mkdir -p "$corpus" "$build/findings"
    [[ -f $root/tests/fuzz/$target.dict ]] && words=("-dict=$root/tests/fuzz/$target.dict")
    "$build/bin/fuzz_$target" -seed=1 -max_total_time="$seconds" -max_len=8192 -timeout=30 \
        -rss_limit_mb=2048 -malloc_limit_mb=512 -print_final_stats=1 "${words[@]}" \
        -artifact_prefix="$build/findings/$target-" "$corpus" "$seeds" >"$log" 2>&1 || status=$?
    ((status == 0)) || result="FAILED, see $log"
    awk -v target="$target" -v result="$result" '
        match($0, /cov: [0-9]+/) { cov = substr($0, RSTART + 5, RLENGTH - 5) }
        /^stat::number_of_executed_units/ { n = $2 }
        /^stat::peak_rss_mb/ { rss = $2 }
        END { printf "%-14s %9d inputs %6d edges %5d MiB  %s\n", target, n, cov, rss, result }' "$log"
    ((seconds >= 60)) || rm -rf "$corpus"
    return "$((status != 0))"
}

if [[ ${1-} == --one ]]; then
    one "$2" "$3"
    exit
fi
seconds="${1:-60}"
shift || true
if (($# == 0)); then
    set -- $(cd "$root/tests/fuzz/corpus" && ls)
fi
printf '%s\n' "$@" | xargs -P "$(nproc)" -n 1 "${BASH_SOURCE[0]}" --one "$seconds" || exit 1
