// SPDX-License-Identifier: GPL-3.0-or-later
//
// Attention on a CPU device:  softmax(mask(Q · Kᵀ · scale)) · V, every step of it stored
//
// The maps of attention are large (heads · queries · keys numbers each) and a CPU reaches memory
// slowly. So a few rows of one head go through ALL steps while they are in the cache, and each step
// is written out as they pass: what is stored is never read again. Only the scales that depend on
// all scores (standardise, adaptive) need two launches, see FROM_RAW.
//
// A work-group has one work-item (one thread) and takes a run of tiles of ROWS rows one after the
// other. Its scratch memory, a part of `scratch`, holds
//   the keys of the current head, packed in panels: [panel][channel][TILE_COLUMNS keys]
//   ROWS rows of scores, exponentials and weights in turn, as they are replaced: [ROWS][pitch]

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

// What to store, and which steps to run: bits of `steps`.
#define KEEP_RAW 1
#define KEEP_SCORES 2
#define KEEP_MASKED 4
#define KEEP_WEIGHTS 8
#define KEEP_DROPPED 16
#define KEEP_CONTEXT 32
#define ONLY_RAW 64  // stop after the raw scores
#define FROM_RAW 128 // take the raw scores from memory, an earlier launch has stored them
#define BYPASS 256   // maps larger than the caches: store past them
#define MASKED 512   // some key is hidden somewhere
#define DROPOUT 1024

// How the mask is applied.
#define FILL_SCORES 0
#define ADD_TO_SCORES 1
#define MULTIPLY_SCORES 2
#define ADD_BOOLEAN 3
#define MULTIPLY_WEIGHTS 4
#define RENORMALISE 5
// … with these on top: rows without a visible key are 0; a hidden value is never multiplied.
#define APPLICATION 15
#define ZERO_EMPTY 16
#define EXCLUDE_HIDDEN 32
#define ZERO_DIVISION 64

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
typedef JOIN(float, VEC) vec;
typedef JOIN(int, VEC) ivec;
#ifdef __clang__
// vstore16 comes out as three smaller stores, and a load of the whole soon after waits for them. A
// vector that need not be aligned is one instruction.
typedef vec looseVec __attribute__((aligned(4)));
#define LOAD(p) (*(const __global looseVec *)(p))
#define STORE(v, p) (*(__global looseVec *)(p) = (v))
#else
#define LOAD(p) JOIN(vload, VEC)(0, p)
#define STORE(v, p) JOIN(vstore, VEC)(v, 0, p)
#endif
#define FLAGS(p) (JOIN(convert_int, VEC)(JOIN(vload, VEC)(0, p)) != 0) // bytes → −1 or 0

#ifdef __has_builtin
#if __has_builtin(__builtin_nontemporal_store)
#define BYPASS_STORE(v, p) __builtin_nontemporal_store(v, (__global vec *)(p))
#endif
#endif
#ifndef BYPASS_STORE
#define BYPASS_STORE(v, p) STORE(v, p)
#endif

// Compiled once and called, however many copies of the kernel a driver makes: a third of the time.
#define ONCE __attribute__((noinline))
#define INLINE inline __attribute__((always_inline))

// Rows of a map, `keys` numbers from `row`, to where the caller wants to see them. The last vector
// of a row may be half: what follows it belongs to somebody else.
INLINE void storeRow(const __global float *row, __global float *to, int keys, int bypass) {
    int j = 0;
    if (bypass) {
        for (; j + VEC <= keys; j += VEC)
            BYPASS_STORE(LOAD(row + j), to + j);
    } else {
        for (; j + VEC <= keys; j += VEC)
            STORE(LOAD(row + j), to + j);
    }
    for (; j < keys; ++j)
        to[j] = row[j];
}

// 1 where the key can be seen, 0 where it is hidden, for the vector at j.
INLINE ivec seenAt(const __global uchar *visible, int j, int keys) {
    if (keys - j >= VEC)
        return FLAGS(visible + j);
    uchar lane[VEC];
    for (int t = 0; t < VEC; ++t)
        lane[t] = t < keys - j ? visible[j + t] : 0;
    return FLAGS(lane);
}

INLINE float total(vec v) {
    float lane[VEC];
    JOIN(vstore, VEC)(v, 0, lane);
    for (int step = VEC / 2; step > 0; step /= 2)
        for (int t = 0; t < step; ++t)
            lane[t] += lane[t + step];
    return lane[0];
}

// row · factor, in place, and stored too when it is kept: the scores, and later the weights.
INLINE void scaleRow(__global float *row, int keys, float factor, __global float *to, int keep,
                     int bypass) {
    int j = 0;
    if (keep && bypass) {
        for (; j + VEC <= keys; j += VEC) {
            const vec s = LOAD(row + j) * factor;
            STORE(s, row + j);
            BYPASS_STORE(s, to + j);
        }
    } else if (keep) {
        for (; j + VEC <= keys; j += VEC) {
            const vec s = LOAD(row + j) * factor;
            STORE(s, row + j);
            STORE(s, to + j);
        }
    }
    const int stored = j;
    for (; j < keys; j += VEC)
        STORE(LOAD(row + j) * factor, row + j);
    if (keep)
        for (int t = stored; t < keys; ++t)
            to[t] = row[t];
}

// scores_masked, one of four ways: the first is right, the others are the mistakes people make.
INLINE void maskRow(__global float *row, const __global uchar *visible, int keys, int application,
                    float fill) {
    const vec none = (vec)(0.0f), one = (vec)(1.0f);
    switch (application) {
    case FILL_SCORES:
        for (int j = 0; j < keys; j += VEC)
            STORE(select((vec)(fill), LOAD(row + j), seenAt(visible, j, keys)), row + j);
        break;
    case ADD_TO_SCORES:
        for (int j = 0; j < keys; j += VEC) {
            const vec s = LOAD(row + j);
            STORE(select(s + fill, s, seenAt(visible, j, keys)), row + j);
        }
        break;
    case MULTIPLY_SCORES:
        for (int j = 0; j < keys; j += VEC)
            STORE(LOAD(row + j) * select(none, one, seenAt(visible, j, keys)), row + j);
        break;
    default: // ADD_BOOLEAN
        for (int j = 0; j < keys; j += VEC)
            STORE(LOAD(row + j) + select(none, one, seenAt(visible, j, keys)), row + j);
    }
}

// The largest number of a row. A NaN is never greater; it comes back through its exponential.
// Past the last key stands −∞ from here on, which the exponential makes 0.
INLINE float maximumOfRow(__global float *row, int keys) {
    for (int j = keys; j % VEC != 0; ++j)
        row[j] = -INFINITY;
    vec most = (vec)(-INFINITY);
    for (int j = 0; j < keys; j += VEC) {
        const vec s = LOAD(row + j);
        most = select(most, s, s > most);
    }
    float lane[VEC];
    JOIN(vstore, VEC)(most, 0, lane);
    float m = lane[0];
    for (int t = 1; t < VEC; ++t)
        m = lane[t] > m ? lane[t] : m;
    return m;
}

// e^x for x ≤ 0, −∞ and NaN: 2^n · e^r with |r| ≤ ½·ln 2, e^r by its series. Below −87 the result
// leaves the normal numbers and is 0. Nothing here may swallow a NaN: it has to reach the views.
// Returns the sum of the row.
INLINE float exponentialsOfRow(__global float *row, int keys, float maximum) {
    vec sum = (vec)(0.0f);
    for (int j = 0; j < keys; j += VEC) {
        const vec x = LOAD(row + j) - maximum;
        // Adding 1.5 · 2^23 leaves no bits for a fraction: it rounds to the nearest integer, which
        // then stands in the lowest bits.
        const vec shifted = fma(x, (vec)(1.44269504f), (vec)(12582912.0f));
        const vec n = shifted - 12582912.0f;
        const vec r = fma(n, (vec)(-1.42860677e-6f), fma(n, (vec)(-0.693145752f), x));
        vec p = (vec)(1.98412698e-4f);
        p = fma(p, r, (vec)(1.38888889e-3f));
        p = fma(p, r, (vec)(8.33333333e-3f));
        p = fma(p, r, (vec)(4.16666667e-2f));
        p = fma(p, r, (vec)(1.66666667e-1f));
        p = fma(p, r, (vec)(0.5f));
        p = fma(p, r, (vec)(1.0f));
        p = fma(p, r, (vec)(1.0f));
        // 2^n: n added to the exponent, which begins at bit 23.
        const vec power = JOIN(as_float, VEC)((JOIN(as_int, VEC)(shifted) << 23) + 0x3f800000);
        // NaN is not below −87, and p is NaN then.
        const vec e = select(p * power, (vec)(0.0f), x < (vec)(-87.0f));
        STORE(e, row + j);
        sum += e;
    }
    return total(sum);
}

// weights · 0/1, for the masks that come after the softmax. Returns the sum of what is left.
INLINE float maskWeights(__global float *row, const __global uchar *visible, int keys,
                         float factor) {
    vec sum = (vec)(0.0f);
    for (int j = 0; j < keys; j += VEC) {
        const vec one = select((vec)(0.0f), (vec)(1.0f), seenAt(visible, j, keys));
        const vec w = LOAD(row + j) * factor * one;
        STORE(w, row + j);
        sum += w;
    }
    return total(sum);
}

INLINE void dropRow(__global float *row, const __global uchar *keep, int keys, float factor) {
    for (int j = 0; j < keys; j += VEC) {
        const vec one = select((vec)(0.0f), (vec)(1.0f), seenAt(keep, j, keys));
        STORE(LOAD(row + j) * one * factor, row + j);
    }
}

#define DEFINE_MULTIPLY(NAME, N)                                                                      \
    /* out[r][column] = Σ_k a[r][k] · b[k][column] for ROWS rows and N·VEC columns. Each number of \
     */                                                                                               \
    /* b that is loaded is used ROWS times, each of a N·VEC times, and the sums stay in registers.   \
     */                                                                                               \
    /* Rows past the last one repeat it, in vain: cheaper than a tile of another height. */           \
    ONCE void NAME(const __global float *a, size_t aPitch, int rows, const __global float *b,         \
                   size_t bPitch, int depth, __global float *out, size_t outPitch) {                  \
        const __global float *row[ROWS];                                                              \
        vec s[ROWS][N];                                                                               \
        _Pragma("unroll") for (int r = 0; r < ROWS; ++r) {                                            \
            row[r] = a + (size_t)min(r, rows - 1) * aPitch;                                           \
            _Pragma("unroll") for (int v = 0; v < N; ++v) s[r][v] = (vec)(0.0f);                      \
        }                                                                                             \
        for (int k = 0; k < depth; ++k) {                                                             \
            vec column[N];                                                                            \
            _Pragma("unroll") for (int v = 0; v < N; ++v) column[v] = LOAD(b + v * VEC);              \
            b += bPitch;                                                                              \
            _Pragma("unroll") for (int r = 0; r < ROWS; ++r) {                                        \
                const vec broadcast = (vec)(row[r][k]);                                               \
                _Pragma("unroll") for (int v = 0; v < N; ++v) s[r][v] =                               \
                    fma(broadcast, column[v], s[r][v]);                                               \
            }                                                                                         \
        }                                                                                             \
        _Pragma("unroll") for (int r = 0; r < ROWS; ++r)                                              \
            _Pragma("unroll") for (int v = 0; v < N; ++v)                                             \
                STORE(s[r][v], out + r * outPitch + v * VEC);                                         \
    }
DEFINE_MULTIPLY(multiply1, 1)
DEFINE_MULTIPLY(multiply2, 2)
DEFINE_MULTIPLY(multiplyAll, NV)

// As many vectors as `columns` needs, so that narrow tiles do not pay for wide ones.
INLINE void multiply(const __global float *a, size_t aPitch, int rows, const __global float *b,
                     size_t bPitch, int depth, __global float *out, size_t outPitch, int columns) {
    if (columns <= VEC)
        multiply1(a, aPitch, rows, b, bPitch, depth, out, outPitch);
    else if (columns <= 2 * VEC)
        multiply2(a, aPitch, rows, b, bPitch, depth, out, outPitch);
    else
        multiplyAll(a, aPitch, rows, b, bPitch, depth, out, outPitch);
}

// Keys of one head, [keys][width], into panels of TILE_COLUMNS keys: a transposition, so that the
// product above can read vectors of keys. Missing keys are 0.
ONCE void packKeys(const __global float *k, __global float *packed, int keys, int width) {
    for (int first = 0; first < keys; first += TILE_COLUMNS) {
        const int count = min(keys - first, TILE_COLUMNS);
        for (int c = 0; c < width; ++c) {
            const __global float *from = k + (size_t)first * width + c;
            int t = 0;
            for (; t < count; ++t)
                packed[t] = from[(size_t)t * width];
            for (; t < TILE_COLUMNS; ++t)
                packed[t] = 0.0f;
            packed += TILE_COLUMNS;
        }
    }
}

// 0 · NaN and 0 · ∞ are NaN, but a hidden value must not be felt at all. It is so rare that the
// plain product runs first, and only a NaN in it makes that number be computed again, without what
// is hidden.
ONCE void excludeHidden(__global float *context, int width, const __global float *weights,
                        const __global uchar *visible, int keys, const __global float *values) {
    for (int c = 0; c < width; ++c) {
        if (!isnan(context[c]))
            continue;
        float sum = 0.0f;
        for (int j = 0; j < keys; ++j)
            if (visible[j] || weights[j] != 0.0f)
                sum += weights[j] * values[(size_t)j * width + c];
        context[c] = sum;
    }
}

// What all tiles of a launch have in common.
typedef struct {
    __global float *slab;
    ulong qAt, vAt, rowMaxAt, rowSumAt, concatAt, contextAt;
    __global float *raw, *scores, *masked, *weights, *dropped;
    const __global uchar *visible, *dropoutKeep;
    ulong visibleBatch, visibleHead;
    __global float *packed, *rows, *contexts; // scratch memory
    int heads, queries, keys, widthK, widthV, steps, mode, application;
    float scale, fill, keepFactor;
} Job;

// ROWS rows of one head through all steps.
ONCE void attendTile(const Job *job, long bh, int firstRow) {
    __global float *const slab = job->slab;
    __global float *const rows = job->rows;
    __global float *const contexts = job->contexts;
    const int heads = job->heads, queries = job->queries, keys = job->keys;
    const int widthK = job->widthK, widthV = job->widthV;
    const int steps = job->steps, mode = job->mode, application = job->application;
    const int bypass = steps & BYPASS;
    const int isMasked = steps & MASKED;
    const size_t pitch = (keys + TILE_COLUMNS - 1) / TILE_COLUMNS * TILE_COLUMNS;
    const size_t contextPitch = (widthV + TILE_COLUMNS - 1) / TILE_COLUMNS * TILE_COLUMNS;
    const long sequence = bh / heads, head = bh % heads;
    const int rowCount = min(ROWS, queries - firstRow);
    const size_t firstCell = ((size_t)bh * queries + firstRow) * keys;
    const __global uchar *seen = job->visible + sequence * job->visibleBatch +
                                 head * job->visibleHead + (size_t)firstRow * keys;

    if (!(steps & FROM_RAW)) {
        const __global float *query = slab + job->qAt + ((size_t)bh * queries + firstRow) * widthK;
        for (int first = 0; first < keys; first += TILE_COLUMNS)
            multiply(query, widthK, rowCount, job->packed + (size_t)first * widthK, TILE_COLUMNS,
                     widthK, rows + first, pitch, keys - first);
    }
    for (int r = 0; r < rowCount; ++r) {
        __global float *row = rows + r * pitch;
        const size_t cell = firstCell + (size_t)r * keys;
        if (steps & FROM_RAW)
            storeRow(job->raw + cell, row, keys, 0);
        else if (steps & (KEEP_RAW | ONLY_RAW))
            storeRow(row, job->raw + cell, keys, bypass);
        if (steps & ONLY_RAW)
            continue;

        // scores, scores_masked
        scaleRow(row, keys, job->scale, job->scores + cell, steps & KEEP_SCORES, bypass);
        if (isMasked && application < MULTIPLY_WEIGHTS)
            maskRow(row, seen + (size_t)r * keys, keys, application, job->fill);
        else if (application == ADD_BOOLEAN) // every key is visible
            for (int j = 0; j < keys; ++j)
                row[j] += 1.0f;
        if (steps & KEEP_MASKED)
            storeRow(row, job->masked + cell, keys, bypass);

        // softmax, and the mask when it comes after it
        int empty = 0;
        if (isMasked && (mode & ZERO_EMPTY)) {
            empty = 1;
            for (int j = 0; j < keys && empty; ++j)
                empty = seen[(size_t)r * keys + j] == 0;
        }
        const float maximum = empty ? -INFINITY : maximumOfRow(row, keys);
        float sum = 0.0f, factor = 1.0f;
        if (empty) {
            for (int j = 0; j < keys; ++j)
                row[j] = 0.0f;
        } else {
            sum = exponentialsOfRow(row, keys, maximum);
            factor = 1.0f / sum;
        }
        slab[job->rowMaxAt + (size_t)bh * queries + firstRow + r] = maximum;
        slab[job->rowSumAt + (size_t)bh * queries + firstRow + r] = sum;
        if (isMasked && application >= MULTIPLY_WEIGHTS) {
            const float rest = maskWeights(row, seen + (size_t)r * keys, keys, factor);
            factor = 1.0f;
            if (application == RENORMALISE && (!(mode & ZERO_DIVISION) || rest > 0.0f))
                factor = 1.0f / rest;
        }
        scaleRow(row, keys, factor, job->weights + cell, steps & KEEP_WEIGHTS, bypass);
        if (steps & DROPOUT) {
            dropRow(row, job->dropoutKeep + cell, keys, job->keepFactor);
            if (steps & KEEP_DROPPED)
                storeRow(row, job->dropped + cell, keys, bypass);
        }
    }
    if (steps & ONLY_RAW)
        return;

    // context = weights · V, stored by head, and side by side with the other heads
    const __global float *values = slab + job->vAt + (size_t)bh * keys * widthV;
    for (int first = 0; first < widthV; first += TILE_COLUMNS)
        multiply(rows, pitch, rowCount, values + first, widthV, keys, contexts + first,
                 contextPitch, widthV - first);
    for (int r = 0; r < rowCount; ++r) {
        __global float *context = contexts + r * contextPitch;
        if (isMasked && (mode & EXCLUDE_HIDDEN))
            excludeHidden(context, widthV, rows + r * pitch, seen + (size_t)r * keys, keys, values);
        if (steps & KEEP_CONTEXT)
            storeRow(context,
                     slab + job->contextAt + ((size_t)bh * queries + firstRow + r) * widthV, widthV,
                     0);
        storeRow(context,
                 slab + job->concatAt +
                     (((size_t)sequence * queries + firstRow + r) * heads + head) * widthV,
                 widthV, 0);
    }
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void attention_tiles(
    __global float *slab, ulong qAt, ulong kAt, ulong vAt, ulong rowMaxAt, ulong rowSumAt,
    ulong concatAt, ulong contextAt,
    // the maps, each [batch, heads, queries, keys] in a buffer of its own or in the slab
    __global float *raw, ulong rawAt, __global float *scores, ulong scoresAt,
    __global float *masked, ulong maskedAt, __global float *weights, ulong weightsAt,
    __global float *dropped, ulong droppedAt,
    // 1 = visible; a stride of 0 shares it between heads or sequences
    const __global uchar *visible, ulong visibleBatch, ulong visibleHead,
    const __global uchar *dropoutKeep, ulong scaleAt, float scale, __global float *scratch,
    ulong scratchPitch, int batch, int heads, int queries, int keys, int widthK, int widthV,
    int steps, int mode, float fill, float keepFactor) {
    const long tilesOfHead = (queries + ROWS - 1) / ROWS;
    const size_t pitch = (keys + TILE_COLUMNS - 1) / TILE_COLUMNS * TILE_COLUMNS;
    __global float *const own = scratch + get_group_id(0) * scratchPitch;
    Job job;
    job.slab = slab;
    job.qAt = qAt;
    job.vAt = vAt;
    job.rowMaxAt = rowMaxAt;
    job.rowSumAt = rowSumAt;
    job.concatAt = concatAt;
    job.contextAt = contextAt;
    job.raw = raw + rawAt;
    job.scores = scores + scoresAt;
    job.masked = masked + maskedAt;
    job.weights = weights + weightsAt;
    job.dropped = dropped + droppedAt;
    job.visible = visible;
    job.dropoutKeep = dropoutKeep;
    job.visibleBatch = visibleBatch;
    job.visibleHead = visibleHead;
    job.packed = own;
    job.rows = own + pitch * widthK;
    job.contexts = job.rows + pitch * ROWS;
    job.heads = heads;
    job.queries = queries;
    job.keys = keys;
    job.widthK = widthK;
    job.widthV = widthV;
    job.steps = steps;
    job.mode = mode;
    job.application = mode & APPLICATION;
    job.scale = steps & FROM_RAW ? slab[scaleAt] : scale; // made of all the scores by moments.cl
    job.fill = fill;
    job.keepFactor = keepFactor;

    const long tiles = tilesOfHead * batch * heads;
    const long groups = get_num_groups(0);
    const long lastTile = tiles * (long)(get_group_id(0) + 1) / groups;
    long packedHead = -1;
    for (long tile = tiles * (long)get_group_id(0) / groups; tile < lastTile; ++tile) {
        const long bh = tile / tilesOfHead; // sequence · heads + head
        if (!(steps & FROM_RAW) && bh != packedHead)
            packKeys(slab + kAt + (size_t)bh * keys * widthK, job.packed, keys, widthK);
        packedHead = bh;
        attendTile(&job, bh, (int)(tile % tilesOfHead) * ROWS);
    }
}
