// SPDX-License-Identifier: GPL-3.0-or-later
//
// Products of the backward pass on a CPU device:  C = A · B,  or C + A · B
//
// Going back, every product of the forward pass is met again with one of its factors turned around:
// dW = Xᵀ·dY and dX = dY·Wᵀ. So the factors come with strides: element (m, k) of A lies at
// m·aRow + k·aInner, and a transposition is a matter of numbers. The sum over k has two levels,
// since gradients of weights sum over sequences and positions, those of inputs over heads and
// their columns.
//
// A work-group (one work-item: one thread) computes ROWS · TILES rows of TILE_COLUMNS columns. It
// packs DEPTH rows of B at a time, so that the inner loop walks straight through them, and uses
// them for all its rows; its sums wait in local memory.

#ifndef VEC
#define VEC 16
#endif
#ifndef NV
#define NV 4
#endif
#ifndef ROWS
#define ROWS 6
#endif
#define TILE_COLUMNS (VEC * NV)
#define TILES 8
#define DEPTH 64

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
typedef JOIN(float, VEC) vec;
#define LOAD(p) JOIN(vload, VEC)(0, p)
#define STORE(v, p) JOIN(vstore, VEC)(v, 0, p)

#define ONCE __attribute__((noinline))

// sums[r][column] += Σ_k a_r[k] · packed[k][column] for N vectors of columns. Rows past the last one
// repeat it, in vain.
#define DEFINE_ADD_TILE(NAME, N)                                                                   \
    ONCE void NAME(__local float *sums, const __global float *a, long aRow, long aInner, int rows, \
                   const __local float *packed, int depth) {                                       \
        const __global float *row[ROWS];                                                           \
        vec s[ROWS][N];                                                                            \
        _Pragma("unroll") for (int r = 0; r < ROWS; ++r) {                                         \
            row[r] = a + min(r, rows - 1) * aRow;                                                  \
            _Pragma("unroll") for (int v = 0; v < N; ++v) s[r][v] =                                \
                LOAD(sums + r * TILE_COLUMNS + v * VEC);                                           \
        }                                                                                          \
        for (int k = 0; k < depth; ++k) {                                                          \
            vec column[N];                                                                         \
            _Pragma("unroll") for (int v = 0; v < N; ++v) column[v] =                              \
                LOAD(packed + k * TILE_COLUMNS + v * VEC);                                         \
            _Pragma("unroll") for (int r = 0; r < ROWS; ++r) {                                     \
                const vec broadcast = (vec)(row[r][k * aInner]);                                   \
                _Pragma("unroll") for (int v = 0; v < N; ++v) s[r][v] =                            \
                    fma(broadcast, column[v], s[r][v]);                                            \
            }                                                                                      \
        }                                                                                          \
        _Pragma("unroll") for (int r = 0; r < ROWS; ++r)                                           \
            _Pragma("unroll") for (int v = 0; v < N; ++v)                                          \
                STORE(s[r][v], sums + r * TILE_COLUMNS + v * VEC);                                 \
    }
DEFINE_ADD_TILE(addTile1, 1)
DEFINE_ADD_TILE(addTile2, 2)
DEFINE_ADD_TILE(addTileAll, NV)

// DEPTH rows of B, the missing columns 0.
ONCE void packRows(__local float *packed, const __global float *b, long bInner, long bColumn,
                   int depth, int columns, int lanes) {
    for (int k = 0; k < depth; ++k, packed += TILE_COLUMNS) {
        const __global float *from = b + k * bInner;
        int t = 0;
        if (bColumn == 1)
            for (; t + VEC <= columns; t += VEC)
                STORE(LOAD(from + t), packed + t);
        for (; t < columns; ++t)
            packed[t] = from[t * bColumn];
        for (; t < lanes; ++t)
            packed[t] = 0.0f;
    }
}

// For each of batch · heads pairs of matrices; a stride of 0 shares one. `add`: to what C holds.
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
product_tiles(const __global float *a, ulong aAt, const __global float *b, ulong bAt,
              __global float *c, ulong cAt, int m, int n, int outer, int inner, long aRow,
              long aInner, long aOuter, long bInner, long bColumn, long bOuter, long cRow,
              int heads, long aBatch, long aHead, long bBatch, long bHead, long cBatch, long cHead,
              int add) {
    __local float packed[DEPTH * TILE_COLUMNS];
    __local float sums[TILES * ROWS * TILE_COLUMNS];
    const int panels = (n + TILE_COLUMNS - 1) / TILE_COLUMNS;
    const int blocks = (m + TILES * ROWS - 1) / (TILES * ROWS);
    const long pair = (long)get_group_id(0) / (panels * blocks);
    const int place = (int)((long)get_group_id(0) % (panels * blocks));
    const int firstColumn = place / blocks * TILE_COLUMNS;
    const int firstRow = place % blocks * (TILES * ROWS);
    const int rows = min(TILES * ROWS, m - firstRow);
    const int columns = min(TILE_COLUMNS, n - firstColumn);
    a += aAt + pair / heads * aBatch + pair % heads * aHead + firstRow * aRow;
    b += bAt + pair / heads * bBatch + pair % heads * bHead + firstColumn * bColumn;
    c += cAt + pair / heads * cBatch + pair % heads * cHead + firstRow * cRow + firstColumn;

    // As many vectors as the columns need, so that narrow products do not pay for wide ones.
    const int vectors = columns <= VEC ? 1 : columns <= 2 * VEC ? 2 : NV;
    const int tiled = (rows + ROWS - 1) / ROWS * ROWS;
    for (int r = 0; r < tiled; ++r)
        for (int v = 0; v < vectors; ++v)
            STORE((vec)(0.0f), sums + r * TILE_COLUMNS + v * VEC);
    for (int o = 0; o < outer; ++o)
        for (int first = 0; first < inner; first += DEPTH) {
            const int depth = min(DEPTH, inner - first);
            packRows(packed, b + o * bOuter + first * bInner, bInner, bColumn, depth, columns,
                     vectors * VEC);
            for (int r = 0; r < rows; r += ROWS) {
                const __global float *from = a + o * aOuter + first * aInner + r * aRow;
                __local float *to = sums + r * TILE_COLUMNS;
                const int count = min(ROWS, rows - r);
                if (vectors == 1)
                    addTile1(to, from, aRow, aInner, count, packed, depth);
                else if (vectors == 2)
                    addTile2(to, from, aRow, aInner, count, packed, depth);
                else
                    addTileAll(to, from, aRow, aInner, count, packed, depth);
            }
        }
    for (int r = 0; r < rows; ++r) {
        const __local float *from = sums + r * TILE_COLUMNS;
        __global float *to = c + r * cRow;
        int t = 0;
        for (; t + VEC <= columns; t += VEC)
            STORE(add ? LOAD(from + t) + LOAD(to + t) : LOAD(from + t), to + t);
        for (; t < columns; ++t)
            to[t] = add ? from[t] + to[t] : from[t];
    }
}
