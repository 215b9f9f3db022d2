#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# run_oclgrind.sh PROGRAM [ARGS...]: runs it in oclgrind's simulated device and fails when the
# program fails or anything was reported; oclgrind itself exits 0 either way.
set -u
log="$(mktemp)"
trap 'rm -f "$log"' EXIT
oclgrind --data-races --log "$log" "$@"
status=$?
if [[ -s $log ]]; then
    echo "oclgrind reports:"
    head -c 20000 "$log"
    exit 1
fi
exit "$status"
