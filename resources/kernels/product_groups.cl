// SPDX-License-Identifier: GPL-3.0-or-later
//
// Products of the backward pass on a graphics card:  C = A · B,  or C + A · B
//
// The same strided product as product_tiles.cl, cut as in project_groups.cl: a group of SIDE × SIDE
// work-items brings slices of both factors into local memory and computes a block of 4·SIDE rows
// and columns, 4 × 4 sums a work-item.

#ifndef SIDE
#define SIDE 16
#endif
#define CELLS 4
#define BLOCK (SIDE * CELLS)
#define SLICE 16

__kernel void product_groups(const __global float *a, ulong aAt, const __global float *b, ulong bAt,
                             __global float *c, ulong cAt, int m, int n, int outer, int inner,
                             long aRow, long aInner, long aOuter, long bInner, long bColumn,
                             long bOuter, long cRow, int heads, long aBatch, long aHead,
                             long bBatch, long bHead, long cBatch, long cHead, int add) {
    __local float as[SLICE][BLOCK + 1];
    __local float bs[SLICE][BLOCK + 1];
    const int across = (n + BLOCK - 1) / BLOCK, down = (m + BLOCK - 1) / BLOCK;
    const long pair = (long)get_group_id(0) / (across * down);
    const int place = (int)((long)get_group_id(0) % (across * down));
    const int firstColumn = place / down * BLOCK, firstRow = place % down * BLOCK;
    a += aAt + pair / heads * aBatch + pair % heads * aHead;
    b += bAt + pair / heads * bBatch + pair % heads * bHead;
    c += cAt + pair / heads * cBatch + pair % heads * cHead;
    const int id = (int)get_local_id(0);
    const int x = id % SIDE, y = id / SIDE;

    float sum[CELLS][CELLS];
    for (int i = 0; i < CELLS; ++i)
        for (int j = 0; j < CELLS; ++j)
            sum[i][j] = 0.0f;
    for (int o = 0; o < outer; ++o)
        for (int first = 0; first < inner; first += SLICE) {
            for (int t = id; t < SLICE * BLOCK; t += SIDE * SIDE) {
                // Neighbours read side by side, whichever way round a factor lies.
                const int ka = aInner == 1 ? t % SLICE : t / BLOCK;
                const int r = aInner == 1 ? t / SLICE : t % BLOCK;
                const int kb = bColumn == 1 ? t / BLOCK : t % SLICE;
                const int q = bColumn == 1 ? t % BLOCK : t / SLICE;
                as[ka][r] = first + ka < inner && firstRow + r < m
                                ? a[o * aOuter + (first + ka) * aInner + (firstRow + r) * aRow]
                                : 0.0f;
                bs[kb][q] = first + kb < inner && firstColumn + q < n
                                ? b[o * bOuter + (first + kb) * bInner + (firstColumn + q) * bColumn]
                                : 0.0f;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int k = 0; k < SLICE; ++k) {
                float p[CELLS], q[CELLS];
                for (int i = 0; i < CELLS; ++i)
                    p[i] = as[k][y + i * SIDE];
                for (int j = 0; j < CELLS; ++j)
                    q[j] = bs[k][x + j * SIDE];
                for (int i = 0; i < CELLS; ++i)
                    for (int j = 0; j < CELLS; ++j)
                        sum[i][j] = fma(p[i], q[j], sum[i][j]);
            }
            barrier(CLK_LOCAL_MEM_FENCE); // nobody may overwrite what another still reads
        }
    for (int i = 0; i < CELLS; ++i)
        for (int j = 0; j < CELLS; ++j) {
            const int row = firstRow + y + i * SIDE, column = firstColumn + x + j * SIDE;
            if (row < m && column < n) {
                __global float *to = c + row * cRow + column;
                *to = add ? *to + sum[i][j] : sum[i][j];
            }
        }
}
