#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""PyTorch's MultiheadAttention at the sizes of engine_bench.cpp, as rows "L D H milliseconds".

Self-attention of one sequence with biases, weights of every head returned; with --backward autograd
goes back from a sum of the output to the input and every parameter. The median over the runs. A
PyTorch that is bound to the reference BLAS is no peer: the first line tells what
a plain product reaches."""
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
    options.add_argument("--backward", action="store_true", help="forward and backward")
    options = options.parse_args()
    sizes = [tuple(map(int, options.only.split(",")))] if options.only else SIZES
    a = torch.randn(1024, 1024)
    gflops = 2 * 1024**3 / (median_ms(lambda: a @ a, options.seconds) * 1e-3) * 1e-9
    print(f"# PyTorch {torch.__version__}, {torch.get_num_threads()} threads, "
          f"product of 1024: {gflops:.0f} GFLOP/s", flush=True)
    for length, model, heads in sizes:
        attention = torch.nn.MultiheadAttention(model, heads, batch_first=True)
        attention.train(options.backward)
        x = torch.randn(1, length, model, requires_grad=options.backward)

        def run():
            out, _ = attention(x, x, x, average_attn_weights=False)
            if options.backward:
                x.grad = None
                attention.zero_grad(set_to_none=True)
                out.sum().backward()

        with torch.set_grad_enabled(options.backward):
            print(f"{length} {model} {heads} {median_ms(run, options.seconds):.4f}", flush=True)


if __name__ == "__main__":
    main()
