// SPDX-License-Identifier: GPL-3.0-or-later
//
// concat_norm: layer normalisation of the concatenated heads
//
//   y = (x − mean) / √(variance + 1e−5) · γ + β
//
// One work-item normalises one group of `width` numbers: a whole row, or one head's part of it.
// The variance is the biased one (divided by the number of values), as in every library.

#define EPSILON 1e-5f

__kernel void concat_norm(__global float *slab, ulong concatAt, ulong normAt,
                          const __global float *gamma, const __global float *beta, int hasGamma,
                          int hasBeta, ulong groups, int width, int groupsPerRow) {
    const ulong group = get_global_id(0);
    if (group >= groups)
        return;
    const __global float *x = slab + concatAt + group * width;
    __global float *y = slab + normAt + group * width;
    const int column = (int)(group % groupsPerRow) * width; // where γ and β of this group begin

    float8 lanes = 0.0f;
    int c = 0;
    for (; c + 8 <= width; c += 8)
        lanes += vload8(0, x + c);
    float sum =
        lanes.s0 + lanes.s1 + lanes.s2 + lanes.s3 + lanes.s4 + lanes.s5 + lanes.s6 + lanes.s7;
    for (; c < width; ++c)
        sum += x[c];
    const float mean = sum / (float)width;

    lanes = 0.0f;
    for (c = 0; c + 8 <= width; c += 8) {
        const float8 d = vload8(0, x + c) - mean;
        lanes = fma(d, d, lanes);
    }
    sum = lanes.s0 + lanes.s1 + lanes.s2 + lanes.s3 + lanes.s4 + lanes.s5 + lanes.s6 + lanes.s7;
    for (; c < width; ++c)
        sum += (x[c] - mean) * (x[c] - mean);
    const float inverse = 1.0f / sqrt(sum / (float)width + EPSILON);

    for (c = 0; c < width; ++c) {
        float value = (x[c] - mean) * inverse;
        if (hasGamma)
            value *= gamma[column + c];
        if (hasBeta)
            value += beta[column + c];
        y[c] = value;
    }
}
