// SPDX-License-Identifier: GPL-3.0-or-later
//
// The standard deviation of all raw scores, for the scales that depend on it
//
// Subtracting the square of the mean from the mean of the squares loses all digits when the mean is
// large. So each work-item takes a run of the scores in blocks, computes mean and sum of squared
// differences of a block in two passes, and joins them to what it has by the rule of Chan, Golub
// and LeVeque (1979):  d = mean_b − mean_a,  mean = mean_a + d·n_b/n,  m2 = m2_a + m2_b +
// d²·n_a·n_b/n.
//
// Differences beyond 10¹⁹ have squares that a float does not hold. So the sum is kept twice, the
// second time of differences divided by 2⁸⁰: it is read where the first has overflowed.

#define BLOCK 2048
#define SHRINK 0x1p-80f
#define ADAPTIVE 0
#define STANDARDISE 1

typedef struct {
    float count, mean;
    float squares; // Σ (x − mean)²
    float shrunk;  // Σ ((x − mean)·2⁻⁸⁰)²
} Moments;

inline float total8(float8 v) {
    return v.s0 + v.s1 + v.s2 + v.s3 + v.s4 + v.s5 + v.s6 + v.s7;
}

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
    const float weight = a.count / count * b.count;
    const float small = difference * SHRINK;
    m.squares = a.squares + b.squares + difference * difference * weight;
    m.shrunk = a.shrunk + b.shrunk + small * small * weight;
    return m;
}

// values[at … at + count) → partial[work-item] = (count, mean, squares, shrunk)
__kernel void moments_partial(const __global float *values, ulong at, ulong count,
                              __global float *partial, int items) {
    const int id = (int)get_global_id(0);
    if (id >= items)
        return;
    const ulong run = (count + items - 1) / items;
    const ulong start = min(run * id, count);
    const ulong end = min(start + run, count);
    Moments sum = {0.0f, 0.0f, 0.0f, 0.0f};
    for (ulong first = start; first < end; first += BLOCK) {
        const int n = (int)min((ulong)BLOCK, end - first);
        const __global float *x = values + at + first;
        float8 lanes = 0.0f;
        int i = 0;
        for (; i + 8 <= n; i += 8)
            lanes += vload8(0, x + i);
        float s = total8(lanes);
        for (; i < n; ++i)
            s += x[i];
        Moments block = {(float)n, s / (float)n, 0.0f, 0.0f};
        lanes = 0.0f;
        float8 shrunk = 0.0f;
        for (i = 0; i + 8 <= n; i += 8) {
            const float8 d = vload8(0, x + i) - block.mean;
            lanes = fma(d, d, lanes);
            shrunk = fma(d * SHRINK, d * SHRINK, shrunk);
        }
        block.squares = total8(lanes);
        block.shrunk = total8(shrunk);
        for (; i < n; ++i) {
            const float d = x[i] - block.mean;
            block.squares += d * d;
            block.shrunk += (d * SHRINK) * (d * SHRINK);
        }
        sum = joined(sum, block);
    }
    vstore4((float4)(sum.count, sum.mean, sum.squares, sum.shrunk), id, partial);
}

// One work-item joins the runs and turns the deviation into the scale.
__kernel void moments_scale(const __global float *partial, int items, int mode, float rootWidth,
                            ulong count, __global float *slab, ulong scaleAt) {
    if (get_global_id(0) != 0)
        return;
    Moments sum = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int i = 0; i < items; ++i) {
        const float4 run = vload4(i, partial);
        const Moments next = {run.s0, run.s1, run.s2, run.s3};
        sum = joined(sum, next);
    }
    const float others = (float)(count - 1);
    const float deviation =
        isinf(sum.squares) ? sqrt(sum.shrunk / others) / SHRINK : sqrt(sum.squares / others);
    slab[scaleAt] = mode == ADAPTIVE ? 1.0f / rootWidth / sqrt(deviation / rootWidth + 1e-8f)
                                     : 1.0f / (deviation + 1e-8f);
}
