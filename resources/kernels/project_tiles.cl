// SPDX-License-Identifier: GPL-3.0-or-later
//
// Projections on a CPU device:  Y = X · W + b
//
// A matrix product is limited by how often a number that was loaded is used again. One work-item
// computes a TILE of ROWS rows and NV vectors of VEC columns, and keeps all of it in registers:
// each element of W that it loads is used ROWS times, each element of X NV·VEC times.
//
// W arrives PACKED in panels of TILE_COLUMNS columns, [panel][row of W][column in the panel], so
// that a work-item walks through memory in one straight line. The host packs it once, and again
// only when it changes. Work-groups have one work-item: on a CPU a work-group is one thread.

#ifndef VEC
#define VEC 16 // lanes of a vector: 16 floats fill an AVX-512 register
#endif
#ifndef NV
#define NV 4 // vectors side by side
#endif
#ifndef ROWS
#define ROWS 6 // rows of a tile: 6 · 4 sums + 4 of W + 1 of X fit into 32 registers
#endif
#define TILE_COLUMNS (VEC * NV)

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
typedef JOIN(float, VEC) vec;
#ifdef __clang__
// vstore16 comes out as three smaller stores, and a load of the whole soon after waits for them. A
// vector that need not be aligned is one instruction.
typedef vec looseVec __attribute__((aligned(4)));
#define LOAD(p) (*(const __global looseVec *)(p))
#define STORE(v, p) (*(__global looseVec *)(p) = (v))
#define LOAD_TILE(p) (*(const looseVec *)(p))
#define STORE_TILE(v, p) (*(looseVec *)(p) = (v))
#else
#define LOAD_TILE(p) JOIN(vload, VEC)(0, p)
#define STORE_TILE(v, p) JOIN(vstore, VEC)(v, 0, p)
#define LOAD(p) JOIN(vload, VEC)(0, p)
#define STORE(v, p) JOIN(vstore, VEC)(v, 0, p)
#endif

// Compiled once and called, however many copies of the kernel a driver makes: a third of the time.
#define ONCE __attribute__((noinline))

// tile[r][column] = bias[column] + Σ_k x_r[k] · w[k][column], the sums in registers all the while.
//
// Rows past the last one repeat it: they are computed in vain and never stored, which is cheaper
// than a tile of another height.
ONCE void projectTile(float *tile, const __global float *x, const __global float *w,
                      const __global float *bias, int depth, long firstRow, long rows) {
    const __global float *row[ROWS];
    vec s[ROWS][NV];
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
        row[r] = x + min(firstRow + r, rows - 1) * depth;
#pragma unroll
        for (int v = 0; v < NV; ++v)
            s[r][v] = LOAD(bias + v * VEC);
    }
    for (int k = 0; k < depth; ++k) {
        vec column[NV];
#pragma unroll
        for (int v = 0; v < NV; ++v)
            column[v] = LOAD(w + v * VEC);
        w += TILE_COLUMNS;
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            const vec broadcast = (vec)(row[r][k]);
#pragma unroll
            for (int v = 0; v < NV; ++v)
                s[r][v] = fma(broadcast, column[v], s[r][v]);
        }
    }
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
#pragma unroll
        for (int v = 0; v < NV; ++v)
            STORE_TILE(s[r][v], tile + r * TILE_COLUMNS + v * VEC);
}

// One row of a tile, which begins at `column` of a projection, to where the heads expect it: head h
// owns the columns h·width … (h+1)·width − 1, and lies in its own [length, width] block.
ONCE void storeSplit(const float *tile, __global float *out, long sequence, long position,
                     long length, int heads, int width, int column) {
    const int end = min(TILE_COLUMNS, heads * width - column);
    for (int t = 0; t < end;) {
        const int head = (column + t) / width;
        const int first = (column + t) % width;
        const int count = min(width - first, end - t); // as far as this head goes
        __global float *to = out + ((sequence * heads + head) * length + position) * width + first;
        int i = 0;
        for (; i + VEC <= count; i += VEC)
            STORE(LOAD_TILE(tile + t + i), to + i);
        for (; i + 4 <= count; i += 4)
            vstore4(vload4(0, tile + t + i), 0, to + i);
        for (; i < count; ++i)
            to[i] = tile[t + i];
        t += count;
    }
}

// Q, K and V in one launch. The work-groups count through the tiles of Q, then of K, then of V;
// within one of them all rows of a panel come first, so that the panel stays in the cache.
//   x        [batch, queries, depthX]     memory [batch, keys, depthMemory]
//   w, bias  packed panels: panelsQ of W_Q, then panelsK of W_K, then those of W_V
//   out      q, k, v at their offsets, each [batch, heads, ·, width]
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
project_heads_tiles(const __global float *x, const __global float *memory, const __global float *w,
                    const __global float *bias, __global float *out, ulong qAt, ulong kAt,
                    ulong vAt, int batch, int queries, int keys, int depthX, int depthMemory,
                    int heads, int widthK, int widthV, int panelsQ, int panelsK) {
    const long rowsQ = (long)batch * queries;
    const long rowsK = (long)batch * keys;
    const long tilesQ = (rowsQ + ROWS - 1) / ROWS;
    const long tilesK = (rowsK + ROWS - 1) / ROWS;
    long group = get_group_id(0);
    const int isQuery = group < panelsQ * tilesQ;
    const long tiles = isQuery ? tilesQ : tilesK;
    if (!isQuery)
        group -= panelsQ * tilesQ;
    const int panel = (int)(group / tiles); // among Q's, or among K's and V's
    const long firstRow = group % tiles * ROWS;
    const int isValue = !isQuery && panel >= panelsK;

    const long rows = isQuery ? rowsQ : rowsK;
    const int depth = isQuery ? depthX : depthMemory;
    const int length = isQuery ? queries : keys;
    const int width = isValue ? widthV : widthK;
    const size_t panelStart =
        isQuery ? (size_t)panel * depthX * TILE_COLUMNS
                : ((size_t)panelsQ * depthX + (size_t)panel * depthMemory) * TILE_COLUMNS;
    const int biasPanel = isQuery ? panel : panelsQ + panel;

    float tile[ROWS * TILE_COLUMNS];
    projectTile(tile, isQuery ? x : memory, w + panelStart, bias + (size_t)biasPanel * TILE_COLUMNS,
                depth, firstRow, rows);

    out += isQuery ? qAt : isValue ? vAt : kAt;
    const int firstColumn = (isValue ? panel - panelsK : panel) * TILE_COLUMNS;
    for (int r = 0; r < ROWS && firstRow + r < rows; ++r) {
        const long row = firstRow + r;
        storeSplit(tile + r * TILE_COLUMNS, out, row / length, row % length, length, heads, width,
                   firstColumn);
    }
}

// output = concat · W_O + b_O, rows as they are.
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
project_rows_tiles(__global float *slab, ulong xAt, const __global float *w,
                   const __global float *bias, ulong outAt, int rows, int depth, int columns) {
    const int tiles = (rows + ROWS - 1) / ROWS;
    const int panel = (int)(get_group_id(0) / tiles);
    const long firstRow = (long)(get_group_id(0) % tiles) * ROWS;
    float tile[ROWS * TILE_COLUMNS];
    projectTile(tile, slab + xAt, w + (size_t)panel * depth * TILE_COLUMNS,
                bias + (size_t)panel * TILE_COLUMNS, depth, firstRow, rows);
    for (int r = 0; r < ROWS && firstRow + r < rows; ++r)
        storeSplit(tile + r * TILE_COLUMNS, slab + outAt, 0, firstRow + r, rows, 1, columns,
                   panel * TILE_COLUMNS);
}
