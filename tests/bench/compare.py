#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""compare.py BENCH [--python PYTHON] [--rounds N] [--backward]: the engine beside PyTorch, a table.

BENCH is the built benchmark; PYTHON one that has torch. The two take turns, so that whatever else
the machine does falls on both, and the medians over the rounds are compared."""
import argparse
import json
import pathlib
import statistics
import subprocess

SIZES = ["16,64,4", "32,128,4", "64,128,8", "128,512,8", "512,512,8", "1024,1024,16"]


def ours(bench, size, name):
    length, model, heads = size.split(",")
    out = subprocess.run(
        [bench, f"--benchmark_filter=^{name}/L:{length}/D:{model}/H:{heads}/",
         "--benchmark_format=json", "--benchmark_repetitions=5",
         "--benchmark_report_aggregates_only=true", "--benchmark_min_time=0.2"],
        check=True, capture_output=True, text=True).stdout
    runs = json.loads(out[out.index("{"):])["benchmarks"]
    return next(r["real_time"] for r in runs if r["name"].endswith("_median"))


def theirs(python, size, more):
    peer = pathlib.Path(__file__).with_name("torch_peer.py")
    out = subprocess.run([python, peer, "--only", size, "--seconds", "1", *more],
                         check=True,
                         capture_output=True, text=True).stdout
    return float(out.splitlines()[-1].split()[-1])


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("bench")
    options.add_argument("--python", default="python3")
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--backward", action="store_true", help="forward and backward")
    options.add_argument("--only", help="one size, as L,D,H")
    options = options.parse_args()
    name, more = ("forwardBackward", ["--backward"]) if options.backward else ("forward", [])
    print("| L, D, H | engine, all stages kept, ms | PyTorch MultiheadAttention, ms | ratio |")
    print("|---|---|---|---|")
    for size in [options.only] if options.only else SIZES:
        a, b = [], []
        for _ in range(options.rounds):
            a.append(ours(options.bench, size, name))
            b.append(theirs(options.python, size, more))
        mine, peer = statistics.median(a), statistics.median(b)
        print(f"| {size.replace(',', ', ')} | {mine:.3f} | {peer:.3f} | {peer / mine:.2f} |",
              flush=True)


if __name__ == "__main__":
    main()
