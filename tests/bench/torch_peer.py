#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""PyTorch's MultiheadAttention at the sizes of engine_bench.cpp, as rows "L D H milliseconds".

Self-attention of one sequence with biases, weights of every head returned, no gradients; the median
over the runs. A PyTorch that is bound to the reference BLAS is no peer: the first line tells what a
plain product reaches."""
import argparse
import statistics
import time

import torch

SIZES = [(16, 64, 4), (32, 128, 4), (64, 128, 8), (128, 512, 8), (512, 512, 8), (1024, 1024, 16)]


def median_ms(run, seconds):
    times, end = [], time.perf_counter() + seconds
    for _ in range(3):
        run()
    while time.perf_counter() < end or len(times) < 5:
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e3


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seconds", type=float, default=1.0, help="time for each size")
    options.add_argument("--only", help="one size, as L,D,H")
    options = options.parse_args()
    sizes = [tuple(map(int, options.only.split(",")))] if options.only else SIZES
    with torch.no_grad():
        a = torch.randn(1024, 1024)
        gflops = 2 * 1024**3 / (median_ms(lambda: a @ a, options.seconds) * 1e-3) * 1e-9
        print(f"# PyTorch {torch.__version__}, {torch.get_num_threads()} threads, "
              f"product of 1024: {gflops:.0f} GFLOP/s", flush=True)
        for length, model, heads in sizes:
            attention = torch.nn.MultiheadAttention(model, heads, batch_first=True).eval()
            x = torch.randn(1, length, model)
            ms = median_ms(lambda: attention(x, x, x, average_attn_weights=False), options.seconds)
            print(f"{length} {model} {heads} {ms:.4f}", flush=True)


if __name__ == "__main__":
    main()
