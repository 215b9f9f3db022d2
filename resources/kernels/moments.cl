// SPDX-License-Identifier: GPL-3.0-or-later
//
// The standard deviation of all raw scores, for the scales that depend on it
//
// Subtracting the square of the mean from the mean of the squares loses all digits when the mean is
// large. So each work-item takes a run of the scores in blocks, computes mean and sum of squared
// differences of a block in two passes, and joins them to what it has by the rule of Chan, Golub
// and LeVeque (1979):  d = mean_b − mean_a,  mean = mean_a + d·n_b/n,  m2 = m2_a + m2_b +
// d²·n_a·n_b/n.

#define BLOCK 2048
#define ADAPTIVE 0
#define STANDARDISE 1

typedef struct {
    float count, mean, squares;
} Moments;

inline Moments joined(Moments a, Moments b) {
    if (b.count == 0.0f)
        return a;
    if (a.count == 0.0f)
        return b;
    const float count = a.count + b.count;
    const float difference = b.mean - a.mean;
    Moments m;
    m.count = count;
    m.mean = a.mean + difference * (b.count / count);
    m.squares = a.squares + b.squares + difference * difference * (a.count / count) * b.count;
    return m;
}

// values[at … at + count) → partial[work-item] = (count, mean, squares)
__kernel void moments_partial(const __global float *values, ulong at, ulong count,
                              __global float *partial, int items) {
    const int id = (int)get_global_id(0);
    if (id >= items)
        return;
    const ulong run = (count + items - 1) / items;
    const ulong start = min(run * id, count);
    const ulong end = min(start + run, count);
    Moments sum = {0.0f, 0.0f, 0.0f};
    for (ulong first = start; first < end; first += BLOCK) {
        const int n = (int)min((ulong)BLOCK, end - first);
        const __global float *x = values + at + first;
        float8 lanes = 0.0f;
        int i = 0;
        for (; i + 8 <= n; i += 8)
            lanes += vload8(0, x + i);
        float s =
            lanes.s0 + lanes.s1 + lanes.s2 + lanes.s3 + lanes.s4 + lanes.s5 + lanes.s6 + lanes.s7;
        for (; i < n; ++i)
            s += x[i];
        Moments block = {(float)n, s / (float)n, 0.0f};
        lanes = 0.0f;
        for (i = 0; i + 8 <= n; i += 8) {
            const float8 d = vload8(0, x + i) - block.mean;
            lanes = fma(d, d, lanes);
        }
        s = lanes.s0 + lanes.s1 + lanes.s2 + lanes.s3 + lanes.s4 + lanes.s5 + lanes.s6 + lanes.s7;
        for (; i < n; ++i)
            s += (x[i] - block.mean) * (x[i] - block.mean);
        block.squares = s;
        sum = joined(sum, block);
    }
    partial[3 * id] = sum.count;
    partial[3 * id + 1] = sum.mean;
    partial[3 * id + 2] = sum.squares;
}

// One work-item joins the runs and turns the deviation into the scale.
__kernel void moments_scale(const __global float *partial, int items, int mode, float rootWidth,
                            ulong count, __global float *slab, ulong scaleAt) {
    if (get_global_id(0) != 0)
        return;
    Moments sum = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < items; ++i) {
        const Moments next = {partial[3 * i], partial[3 * i + 1], partial[3 * i + 2]};
        sum = joined(sum, next);
    }
    const float deviation = sqrt(sum.squares / (float)(count - 1));
    slab[scaleAt] = mode == ADAPTIVE ? 1.0f / rootWidth / sqrt(deviation / rootWidth + 1e-8f)
                                     : 1.0f / (deviation + 1e-8f);
}
