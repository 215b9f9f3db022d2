// SPDX-License-Identifier: GPL-3.0-or-later
//
// Attention on a graphics card:  softmax(mask(Q · Kᵀ · scale)) · V, every step of it stored
//
// The same steps as attention_tiles.cl. A group of GROUP work-items takes ROWS rows of one head at
// a time; its work-items share out the keys, and at the end the columns of V. What has to be known
// about a whole row, its maximum and its sums, is found by halving: each work-item brings what it
// has seen, half of them add the other half's, then a quarter, until one holds the result.

#ifndef GROUP
#define GROUP 64 // a power of two
#endif
#define ROWS 4 // each key that is loaded serves so many queries

#define KEEP_RAW 1
#define KEEP_SCORES 2
#define KEEP_MASKED 4
#define KEEP_WEIGHTS 8
#define KEEP_DROPPED 16
#define KEEP_CONTEXT 32
#define ONLY_RAW 64
#define FROM_RAW 128
#define MASKED 512
#define DROPOUT 1024

#define FILL_SCORES 0
#define ADD_TO_SCORES 1
#define MULTIPLY_SCORES 2
#define ADD_BOOLEAN 3
#define MULTIPLY_WEIGHTS 4
#define RENORMALISE 5
#define APPLICATION 15
#define ZERO_EMPTY 16
#define EXCLUDE_HIDDEN 32
#define ZERO_DIVISION 64

// The sum (or the largest) of one number from each work-item; all of them get it. Every work-item
// of the group must come here.
float sumOfGroup(__local float *board, float own) {
    const int id = (int)get_local_id(0);
    board[id] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = GROUP / 2; reach > 0; reach /= 2) {
        if (id < reach)
            board[id] += board[id + reach];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float result = board[0];
    barrier(CLK_LOCAL_MEM_FENCE); // the board is free again
    return result;
}
float largestOfGroup(__local float *board, float own) {
    const int id = (int)get_local_id(0);
    board[id] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = GROUP / 2; reach > 0; reach /= 2) {
        if (id < reach)
            board[id] = board[id + reach] > board[id] ? board[id + reach] : board[id];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float result = board[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return result;
}

// One of four ways; for the two that come after the softmax, the score as it is. `see` is 0 or 1 as
// a number, not a condition: some compilers take x · (c ? 1 : 0) for c ? x : 0, and then NaN · 0 is
// 0.
float maskedScore(float s, float see, int application, float fill) {
    switch (application) {
    case FILL_SCORES:
        return see != 0.0f ? s : fill;
    case ADD_TO_SCORES:
        return see != 0.0f ? s : s + fill;
    case MULTIPLY_SCORES:
        return s * see;
    case ADD_BOOLEAN:
        return s + see;
    }
    return s;
}

__kernel void attention_groups(__global float *slab, ulong qAt, ulong kAt, ulong vAt,
                               ulong rowMaxAt, ulong rowSumAt, ulong concatAt, ulong contextAt,
                               __global float *raw, ulong rawAt, __global float *scores,
                               ulong scoresAt, __global float *masked, ulong maskedAt,
                               __global float *weights, ulong weightsAt, __global float *dropped,
                               ulong droppedAt, const __global uchar *visible, ulong visibleBatch,
                               ulong visibleHead, const __global uchar *dropoutKeep, ulong scaleAt,
                               float scale, __global float *scratch, ulong scratchPitch, int batch,
                               int heads, int queries, int keys, int widthK, int widthV, int steps,
                               int mode, float fill, float keepFactor) {
    __local float board[GROUP];
    const int id = (int)get_local_id(0);
    const int application = mode & APPLICATION;
    const int isMasked = steps & MASKED;
    __global float *const rows = scratch + get_group_id(0) * scratchPitch; // [ROWS][keys]
    if (steps & FROM_RAW)
        scale = slab[scaleAt];

    const long tilesOfHead = (queries + ROWS - 1) / ROWS;
    const long tiles = tilesOfHead * batch * heads;
    for (long tile = get_group_id(0); tile < tiles; tile += get_num_groups(0)) {
        const long bh = tile / tilesOfHead;
        const long sequence = bh / heads, head = bh % heads;
        const int firstRow = (int)(tile % tilesOfHead) * ROWS;
        const int rowCount = min(ROWS, queries - firstRow);
        const size_t firstCell = ((size_t)bh * queries + firstRow) * keys;
        const __global uchar *seen =
            visible + sequence * visibleBatch + head * visibleHead + (size_t)firstRow * keys;
        const __global float *q = slab + qAt + ((size_t)bh * queries + firstRow) * widthK;
        const __global float *k = slab + kAt + (size_t)bh * keys * widthK;
        const __global float *v = slab + vAt + (size_t)bh * keys * widthV;

        // scores_raw → scores → scores_masked of my keys, and the largest of them
        float most[ROWS];
        int any[ROWS];
        for (int r = 0; r < ROWS; ++r) {
            most[r] = -INFINITY;
            any[r] = 0;
        }
        for (int j = id; j < keys; j += GROUP) {
            float dot[ROWS];
            for (int r = 0; r < ROWS; ++r)
                dot[r] = 0.0f;
            if (!(steps & FROM_RAW))
                for (int c = 0; c < widthK; ++c) {
                    const float key = k[(size_t)j * widthK + c];
                    for (int r = 0; r < ROWS; ++r)
                        dot[r] = fma(q[(size_t)min(r, rowCount - 1) * widthK + c], key, dot[r]);
                }
            for (int r = 0; r < rowCount; ++r) {
                const size_t cell = firstCell + (size_t)r * keys + j;
                float s = dot[r];
                if (steps & FROM_RAW)
                    s = raw[rawAt + cell];
                else if (steps & (KEEP_RAW | ONLY_RAW))
                    raw[rawAt + cell] = s;
                s *= scale;
                const float see = isMasked ? (float)min((int)seen[(size_t)r * keys + j], 1) : 1.0f;
                any[r] |= see != 0.0f;
                if (steps & KEEP_SCORES && !(steps & ONLY_RAW))
                    scores[scoresAt + cell] = s;
                s = maskedScore(s, see, application, fill);
                if (steps & KEEP_MASKED && !(steps & ONLY_RAW))
                    masked[maskedAt + cell] = s;
                rows[(size_t)r * keys + j] = s;
                most[r] = s > most[r] ? s : most[r]; // a NaN is never greater
            }
        }

        // Every work-item comes to every barrier: no step that holds one hangs on a condition.
        const int finish = !(steps & ONLY_RAW);
        for (int r = 0; r < (finish ? rowCount : 0); ++r) {
            const size_t cell = firstCell + (size_t)r * keys;
            __global float *row = rows + (size_t)r * keys;
            const float maximum = largestOfGroup(board, most[r]);
            const float someVisible = largestOfGroup(board, (float)any[r]);
            const int empty = (mode & ZERO_EMPTY) != 0 && someVisible == 0.0f;
            float part = 0.0f;
            for (int j = id; j < keys; j += GROUP) {
                const float e = empty ? 0.0f : exp(row[j] - maximum);
                row[j] = e;
                part += e;
            }
            const float sum = sumOfGroup(board, part);
            if (id == 0) {
                const size_t at = (size_t)bh * queries + firstRow + r;
                slab[rowMaxAt + at] = empty ? -INFINITY : maximum;
                slab[rowSumAt + at] = sum;
            }
            float factor = empty ? 0.0f : 1.0f / sum;
            const int after = isMasked && application >= MULTIPLY_WEIGHTS;
            part = 0.0f;
            for (int j = id; j < (after ? keys : 0); j += GROUP) {
                row[j] = row[j] * factor * (float)min((int)seen[(size_t)r * keys + j], 1);
                part += row[j];
            }
            const float rest = sumOfGroup(board, part);
            if (after)
                factor = application == RENORMALISE && (!(mode & ZERO_DIVISION) || rest > 0.0f)
                             ? 1.0f / rest
                             : 1.0f;
            for (int j = id; j < keys; j += GROUP) {
                float w = row[j] * factor;
                if (steps & KEEP_WEIGHTS)
                    weights[weightsAt + cell + j] = w;
                if (steps & DROPOUT) {
                    w *= (float)min((int)dropoutKeep[cell + j], 1) * keepFactor;
                    if (steps & KEEP_DROPPED)
                        dropped[droppedAt + cell + j] = w;
                }
                row[j] = w;
            }
        }
        barrier(CLK_GLOBAL_MEM_FENCE); // all weights are there

        // context = weights · V, a column for each work-item
        for (int c = id; c < (finish ? widthV : 0); c += GROUP) {
            float sum[ROWS];
            for (int r = 0; r < ROWS; ++r)
                sum[r] = 0.0f;
            for (int j = 0; j < keys; ++j) {
                const float value = v[(size_t)j * widthV + c];
                for (int r = 0; r < ROWS; ++r)
                    sum[r] = fma(rows[(size_t)min(r, rowCount - 1) * keys + j], value, sum[r]);
            }
            for (int r = 0; r < rowCount; ++r) {
                // 0 · NaN and 0 · ∞ are NaN, but a hidden value must not be felt at all.
                if (isMasked && (mode & EXCLUDE_HIDDEN) && isnan(sum[r])) {
                    sum[r] = 0.0f;
                    for (int j = 0; j < keys; ++j) {
                        const float w = rows[(size_t)r * keys + j];
                        if (seen[(size_t)r * keys + j] || w != 0.0f)
                            sum[r] += w * v[(size_t)j * widthV + c];
                    }
                }
                if (steps & KEEP_CONTEXT)
                    slab[contextAt + ((size_t)bh * queries + firstRow + r) * widthV + c] = sum[r];
                slab[concatAt +
                     (((size_t)sequence * queries + firstRow + r) * heads + head) * widthV + c] =
                    sum[r];
            }
        }
        barrier(CLK_GLOBAL_MEM_FENCE); // the next tile overwrites the rows
    }
}
