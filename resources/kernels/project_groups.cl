// SPDX-License-Identifier: GPL-3.0-or-later
//
// Projections on a graphics card:  Y = X · W + b
//
// The same product as project_tiles.cl, cut for a device with thousands of small threads. A group
// of SIDE × SIDE work-items computes a block of 4·SIDE rows and columns. It brings a slice of X and
// a slice of W into LOCAL memory, which the whole group shares and which is about as fast as
// registers; each number there is then used 4·SIDE times. Each work-item keeps 4 × 4 sums.
//
// W arrives in panels of 64 columns, [panel][row of W][64]; a block is a part of a panel.

#ifndef SIDE
#define SIDE 16
#endif
#define CELLS 4              // rows and columns of one work-item
#define BLOCK (SIDE * CELLS) // rows and columns of the group
#define SLICE 16             // rows of W in local memory at a time
#define PANEL 64
#define PARTS (PANEL / BLOCK) // blocks side by side in a panel

// sum[i][j] = bias + Σ_k x[row i][k] · w[k][column j]. Every work-item of the group must come here.
// Column j of a work-item is `across + j · SIDE`, so that neighbours store side by side.
void projectBlock(float sum[CELLS][CELLS], __local float xs[SLICE][BLOCK + 1],
                  __local float ws[SLICE][BLOCK], const __global float *x, long firstRow, long rows,
                  int depth, const __global float *w, const __global float *bias) {
    const int id = (int)get_local_id(0);
    const int across = id % SIDE, down = id / SIDE;
    for (int i = 0; i < CELLS; ++i)
        for (int j = 0; j < CELLS; ++j)
            sum[i][j] = bias[across + j * SIDE];
    for (int first = 0; first < depth; first += SLICE) {
        for (int n = id; n < SLICE * BLOCK; n += SIDE * SIDE) {
            const int k = n % SLICE, r = n / SLICE; // neighbours read side by side in X …
            const int inside = first + k < depth && firstRow + r < rows;
            xs[k][r] = inside ? x[(firstRow + r) * depth + first + k] : 0.0f;
        }
        for (int n = id; n < SLICE * BLOCK; n += SIDE * SIDE) {
            const int c = n % BLOCK, k = n / BLOCK; // … and in W
            ws[k][c] = first + k < depth ? w[(size_t)(first + k) * PANEL + c] : 0.0f;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < SLICE; ++k) {
            float a[CELLS], b[CELLS];
            for (int i = 0; i < CELLS; ++i)
                a[i] = xs[k][down + i * SIDE];
            for (int j = 0; j < CELLS; ++j)
                b[j] = ws[k][across + j * SIDE];
            for (int i = 0; i < CELLS; ++i)
                for (int j = 0; j < CELLS; ++j)
                    sum[i][j] = fma(a[i], b[j], sum[i][j]);
        }
        barrier(CLK_LOCAL_MEM_FENCE); // nobody may overwrite what another still reads
    }
}

// Q, K and V in one launch; arguments as in project_tiles.cl. The groups count through the blocks
// of Q, then of K, then of V.
__kernel void project_heads_groups(const __global float *x, const __global float *memory,
                                   const __global float *w, const __global float *bias,
                                   __global float *out, ulong qAt, ulong kAt, ulong vAt, int batch,
                                   int queries, int keys, int depthX, int depthMemory, int heads,
                                   int widthK, int widthV, int panelsQ, int panelsK) {
    __local float xs[SLICE][BLOCK + 1];
    __local float ws[SLICE][BLOCK];
    const long rowsQ = (long)batch * queries, rowsK = (long)batch * keys;
    const long blocksQ = (rowsQ + BLOCK - 1) / BLOCK, blocksK = (rowsK + BLOCK - 1) / BLOCK;
    long group = get_group_id(0);
    const int isQuery = group < panelsQ * PARTS * blocksQ;
    const long blocks = isQuery ? blocksQ : blocksK;
    if (!isQuery)
        group -= panelsQ * PARTS * blocksQ;
    const int strip = (int)(group / blocks); // of BLOCK columns
    const int panel = strip / PARTS, part = strip % PARTS;
    const long firstRow = group % blocks * BLOCK;
    const int isValue = !isQuery && panel >= panelsK;

    const long rows = isQuery ? rowsQ : rowsK;
    const int depth = isQuery ? depthX : depthMemory;
    const int length = isQuery ? queries : keys;
    const int width = isValue ? widthV : widthK;
    const size_t panelStart =
        isQuery ? (size_t)panel * depthX * PANEL
                : ((size_t)panelsQ * depthX + (size_t)panel * depthMemory) * PANEL;
    const int biasPanel = isQuery ? panel : panelsQ + panel;

    float sum[CELLS][CELLS];
    projectBlock(sum, xs, ws, isQuery ? x : memory, firstRow, rows, depth,
                 w + panelStart + part * BLOCK, bias + (size_t)biasPanel * PANEL + part * BLOCK);

    out += isQuery ? qAt : isValue ? vAt : kAt;
    const int id = (int)get_local_id(0);
    for (int i = 0; i < CELLS; ++i) {
        const long row = firstRow + id / SIDE + i * SIDE;
        for (int j = 0; j < CELLS; ++j) {
            const int column =
                (isValue ? panel - panelsK : panel) * PANEL + part * BLOCK + id % SIDE + j * SIDE;
            if (row < rows && column < heads * width)
                out[((row / length * heads + column / width) * length + row % length) * width +
                    column % width] = sum[i][j];
        }
    }
}

// output = concat · W_O + b_O
__kernel void project_rows_groups(__global float *slab, ulong xAt, const __global float *w,
                                  const __global float *bias, ulong outAt, int rows, int depth,
                                  int columns) {
    __local float xs[SLICE][BLOCK + 1];
    __local float ws[SLICE][BLOCK];
    const int blocks = (rows + BLOCK - 1) / BLOCK;
    const int strip = (int)(get_group_id(0) / blocks);
    const int panel = strip / PARTS, part = strip % PARTS;
    const long firstRow = (long)(get_group_id(0) % blocks) * BLOCK;
    float sum[CELLS][CELLS];
    projectBlock(sum, xs, ws, slab + xAt, firstRow, rows, depth,
                 w + (size_t)panel * depth * PANEL + part * BLOCK,
                 bias + (size_t)panel * PANEL + part * BLOCK);
    const int id = (int)get_local_id(0);
    for (int i = 0; i < CELLS; ++i) {
        const long row = firstRow + id / SIDE + i * SIDE;
        for (int j = 0; j < CELLS; ++j) {
            const int column = panel * PANEL + part * BLOCK + id % SIDE + j * SIDE;
            if (row < rows && column < columns)
                slab[outAt + (size_t)row * columns + column] = sum[i][j];
        }
    }
}
