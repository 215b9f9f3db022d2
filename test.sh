#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# ./test.sh [CTEST OPTIONS]                installs what is missing, builds everything, checks it
# ATTNSCOPE_FUZZ_SECONDS=N ./test.sh     N seconds for each fuzzer instead of 4; 0: not even built
# ATTNSCOPE_SANITIZE=asan|tsan ./test.sh   the same with sanitizers, in build/asan or build/tsan
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/run.sh"

preset="${ATTNSCOPE_SANITIZE:-release}"
case "$preset" in
release | asan | tsan) ;;
*)
    say "ATTNSCOPE_SANITIZE is '$preset'; it may be asan or tsan"
    exit 2
    ;;
esac
unset ATTNSCOPE_SANITIZE

install_missing run test
(build "$preset" all)
cd "$root"
failed=()

if [[ $preset == release ]]; then
    say "Checking that every public header compiles alone"
    (build "$preset" all_verify_interface_header_sets) || failed+=("a public header does not compile alone")

    say "Checking the format ($(clang-format --version))"
    find core gpu ui app tests \( -name '*.cpp' -o -name '*.h' \) -print0 |
        xargs -0 clang-format --dry-run --Werror || failed+=("clang-format would change a file")
fi

fuzz="${ATTNSCOPE_FUZZ_SECONDS:-4}"
if [[ $preset == release ]] && (($# == 0 && fuzz > 0)); then
    say "Fuzzing every reader for a few seconds"
    (build fuzz-quick fuzzers) && ATTNSCOPE_FUZZ_BUILD="$root/build/fuzz-quick" tests/fuzz/run.sh "$fuzz" >&2 ||
        failed+=("a fuzzer found a fault")
fi

say "Testing"
ctest --preset "$preset" --parallel "$(nproc)" "$@" || failed+=("a test failed")

if ((${#failed[@]})); then
    for reason in "${failed[@]}"; do say "FAILED: $reason"; done
    exit 1
fi
