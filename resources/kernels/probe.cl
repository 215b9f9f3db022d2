// SPDX-License-Identifier: GPL-3.0-or-later
//
// The smallest thing that shows a device at work: does it compile, run, and keep −∞ and NaN?

__kernel void probe(__global float *values, int count) {
    const int i = (int)get_global_id(0);
    if (i < count)
        values[i] = exp(values[i]) + (float)i;
}
