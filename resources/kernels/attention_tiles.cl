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
#define ONLY_RAW 64   // stop after the raw scores
#define FROM_RAW 128  // take the raw scores from memory, an earlier launch has stored them
#define BYPASS 256    // maps larger than the caches: store past them
#define MASKED 512    // some key is hidden somewhere
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
#define LOAD(p) JOIN(vload, VEC)(0, p)
#define STORE(v, p) JOIN(vstore, VEC)(v, 0, p)
#define FLAGS(p) (JOIN(convert_int, VEC)(JOIN(vload, VEC)(0, p)) != 0) // bytes → −1 or 0

#ifdef __has_builtin
#if __has_builtin(__builtin_nontemporal_store)
#define BYPASS_STORE(v, p) __builtin_nontemporal_store(v, (__global vec *)(p))
#endif
#endif
#ifndef BYPASS_STORE
#define BYPASS_STORE(v, p) STORE(v, p)
#endif

// The first `count` lanes; a row ends where it ends, and the next belongs to somebody else.
inline void storeFirst(vec value, __global float *to, int count) {
    float lane[VEC];
    JOIN(vstore, VEC)(value, 0, lane);
    for (int t = 0; t < count; ++t)
        to[t] = lane[t];
}
inline void storeMap(vec value, __global float *to, int count, int bypass) {
    if (count < VEC)
        storeFirst(value, to, count);
    else if (bypass)
        BYPASS_STORE(value, to);
    else
        STORE(value, to);
}
inline vec loadFirst(const __global float *from, int count) {
    if (count >= VEC)
        return LOAD(from);
    float lane[VEC];
    for (int t = 0; t < VEC; ++t)
        lane[t] = t < count ? from[t] : 0.0f;
    return JOIN(vload, VEC)(0, lane);
}
inline ivec loadFlags(const __global uchar *from, int count) {
    if (count >= VEC)
        return FLAGS(from);
    uchar lane[VEC];
    for (int t = 0; t < VEC; ++t)
        lane[t] = t < count ? from[t] : 0;
    return FLAGS(lane);
}
inline float largest(vec v) {
    float lane[VEC];
    JOIN(vstore, VEC)(v, 0, lane);
    float m = lane[0];
    for (int t = 1; t < VEC; ++t)
        m = lane[t] > m ? lane[t] : m;
    return m;
}
inline float total(vec v) {
    float lane[VEC];
    JOIN(vstore, VEC)(v, 0, lane);
    for (int step = VEC / 2; step > 0; step /= 2)
        for (int t = 0; t < step; ++t)
            lane[t] += lane[t + step];
    return lane[0];
}

// e^x for x ≤ 0, −∞ and NaN: 2^n · e^r with |r| ≤ ½·ln 2, e^r by its series. Below −87 the result
// leaves the normal numbers and is 0. Nothing here may swallow a NaN: it has to reach the views.
inline vec exponential(vec x) {
    const vec n = rint(x * 1.44269504f);
    const vec r = fma(n, (vec)(-1.42860677e-6f), fma(n, (vec)(-0.693145752f), x));
    vec p = (vec)(1.98412698e-4f);
    p = fma(p, r, (vec)(1.38888889e-3f));
    p = fma(p, r, (vec)(8.33333333e-3f));
    p = fma(p, r, (vec)(4.16666667e-2f));
    p = fma(p, r, (vec)(1.66666667e-1f));
    p = fma(p, r, (vec)(0.5f));
    p = fma(p, r, (vec)(1.0f));
    p = fma(p, r, (vec)(1.0f));
    // 2^n by writing n into the exponent's bits. Where x is far below −87 or NaN, n is no number
    // that fits an integer: take 0 there, the selections below decide.
    const ivec small = x < (vec)(-87.0f);
    const ivec usable = x >= (vec)(-87.0f);
    const ivec power = JOIN(convert_int, VEC)(select((vec)(0.0f), n, usable)) + 127;
    const vec result = p * JOIN(as_float, VEC)(power << 23);
    return select(result, (vec)(0.0f), small);
}

#define DEFINE_MULTIPLY(NAME, N)                                                                   \
    /* sum[r][v] = Σ_k a_r[k] · b[k][v]: each b is used ROWS times, each a N·VEC times */          \
    inline void NAME(vec sum[ROWS][NV], const __global float *a[ROWS], const __global float *b,    \
                     size_t bPitch, int depth) {                                                   \
        vec s[ROWS][N];                                                                            \
        _Pragma("unroll") for (int r = 0; r < ROWS; ++r)                                           \
            _Pragma("unroll") for (int v = 0; v < N; ++v) s[r][v] = (vec)(0.0f);                   \
        for (int k = 0; k < depth; ++k) {                                                          \
            vec column[N];                                                                         \
            _Pragma("unroll") for (int v = 0; v < N; ++v) column[v] = LOAD(b + v * VEC);           \
            b += bPitch;                                                                           \
            _Pragma("unroll") for (int r = 0; r < ROWS; ++r) {                                     \
                const vec broadcast = (vec)(a[r][k]);                                              \
                _Pragma("unroll") for (int v = 0; v < N; ++v) s[r][v] =                            \
                    fma(broadcast, column[v], s[r][v]);                                            \
            }                                                                                      \
        }                                                                                          \
        _Pragma("unroll") for (int r = 0; r < ROWS; ++r)                                           \
            _Pragma("unroll") for (int v = 0; v < N; ++v) sum[r][v] = s[r][v];                     \
    }
DEFINE_MULTIPLY(multiply1, 1)
DEFINE_MULTIPLY(multiply2, 2)
DEFINE_MULTIPLY(multiplyAll, NV)

// As many vectors as `columns` needs, so that short rows do not pay for long ones.
inline void multiply(vec sum[ROWS][NV], const __global float *a[ROWS], const __global float *b,
                     size_t bPitch, int depth, int columns) {
    if (columns <= VEC)
        multiply1(sum, a, b, bPitch, depth);
    else if (columns <= 2 * VEC && NV > 2)
        multiply2(sum, a, b, bPitch, depth);
    else
        multiplyAll(sum, a, b, bPitch, depth);
}

// Keys of one head, [keys][width], into panels of TILE_COLUMNS keys; missing keys are 0.
inline void packKeys(const __global float *k, __global float *packed, int keys, int width) {
    for (int first = 0; first < keys; first += VEC) {
        __global float *to =
            packed + (size_t)(first / TILE_COLUMNS) * width * TILE_COLUMNS + first % TILE_COLUMNS;
        const int count = min(keys - first, VEC);
        for (int c = 0; c < width; ++c) {
            float lane[VEC];
#pragma unroll
            for (int t = 0; t < VEC; ++t)
                lane[t] = k[(size_t)(first + min(t, count - 1)) * width + c];
            STORE(JOIN(vload, VEC)(0, lane), to + (size_t)c * TILE_COLUMNS);
        }
    }
}

__kernel void attention_tiles(
    __global float *slab, ulong qAt, ulong kAt, ulong vAt, ulong rowMaxAt, ulong rowSumAt,
    ulong concatAt, ulong contextAt,
    // the maps, each [batch, heads, queries, keys] in a buffer of its own or in the slab
    __global float *raw, ulong rawAt, __global float *scores, ulong scoresAt,
    __global float *masked, ulong maskedAt, __global float *weights, ulong weightsAt,
    __global float *dropped, ulong droppedAt,
    // 1 = visible; a stride of 0 shares it between heads or sequences
    const __global uchar *visible, ulong visibleBatch, ulong visibleHead,
    const __global uchar *dropoutKeep, ulong scaleAt, float scale,
    __global float *scratch, ulong scratchPitch, int batch, int heads, int queries, int keys,
    int widthK, int widthV, int steps, int mode, float fill, float keepFactor) {
    const int application = mode & APPLICATION;
    const int bypass = steps & BYPASS;
    const int isMasked = steps & MASKED;
    const int pitch = (keys + TILE_COLUMNS - 1) / TILE_COLUMNS * TILE_COLUMNS;
    __global float *const packed = scratch + get_group_id(0) * scratchPitch;
    __global float *const rows = packed + (size_t)pitch * widthK;
    if (steps & FROM_RAW)
        scale = slab[scaleAt]; // made of all the scores by moments.cl

    const long tilesOfHead = (queries + ROWS - 1) / ROWS;
    const long tiles = tilesOfHead * batch * heads;
    const long groups = get_num_groups(0);
    const long lastTile = tiles * (long)(get_group_id(0) + 1) / groups;
    long packedHead = -1;
    for (long tile = tiles * (long)get_group_id(0) / groups; tile < lastTile; ++tile) {
        const long bh = tile / tilesOfHead; // sequence · heads + head
        const long sequence = bh / heads, head = bh % heads;
        const int firstRow = (int)(tile % tilesOfHead) * ROWS;
        const int rowCount = min(ROWS, queries - firstRow);
        const size_t firstCell = ((size_t)bh * queries + firstRow) * keys;

        if (!(steps & FROM_RAW) && bh != packedHead) {
            packKeys(slab + kAt + (size_t)bh * keys * widthK, packed, keys, widthK);
            packedHead = bh;
        }
        const __global float *query[ROWS];
#pragma unroll
        for (int r = 0; r < ROWS; ++r)
            query[r] =
                slab + qAt + ((size_t)bh * queries + min(firstRow + r, queries - 1)) * widthK;

        // scores_raw → scores → scores_masked, a panel of keys at a time, and the row's maximum
        vec top[ROWS];
#pragma unroll
        for (int r = 0; r < ROWS; ++r)
            top[r] = (vec)(-INFINITY);
        for (int first = 0; first < keys; first += TILE_COLUMNS) {
            if (!(steps & FROM_RAW)) {
                vec sum[ROWS][NV];
                multiply(sum, query, packed + (size_t)first * widthK, TILE_COLUMNS, widthK,
                         keys - first);
#pragma unroll
                for (int r = 0; r < ROWS; ++r)
#pragma unroll
                    for (int v = 0; v < NV; ++v)
                        STORE(sum[r][v], rows + (size_t)r * pitch + first + v * VEC);
            }
            const int end = min(first + TILE_COLUMNS, keys);
            for (int r = 0; r < rowCount; ++r) {
                const size_t row = firstCell + (size_t)r * keys;
                const __global uchar *seen = visible + sequence * visibleBatch +
                                             head * visibleHead + (size_t)(firstRow + r) * keys;
                vec most = (vec)(-INFINITY);
                for (int j = first; j < end; j += VEC) {
                    const int count = min(keys - j, VEC);
                    __global float *cell = rows + (size_t)r * pitch + j;
                    vec s;
                    if (steps & FROM_RAW) {
                        s = loadFirst(raw + rawAt + row + j, count);
                    } else {
                        s = LOAD(cell);
                        if (steps & (KEEP_RAW | ONLY_RAW))
                            storeMap(s, raw + rawAt + row + j, count, bypass);
                        if (steps & ONLY_RAW)
                            continue;
                    }
                    s *= scale;
                    if (steps & KEEP_SCORES)
                        storeMap(s, scores + scoresAt + row + j, count, bypass);
                    if (isMasked && application < MULTIPLY_WEIGHTS) {
                        const ivec see = loadFlags(seen + j, count);
                        const vec one = select((vec)(0.0f), (vec)(1.0f), see);
                        if (application == FILL_SCORES)
                            s = select((vec)(fill), s, see);
                        else if (application == ADD_TO_SCORES)
                            s = select(s + fill, s, see);
                        else if (application == MULTIPLY_SCORES)
                            s *= one;
                        else
                            s += one;
                    } else if (application == ADD_BOOLEAN) {
                        s += 1.0f; // every key is visible
                    }
                    if (steps & KEEP_MASKED)
                        storeMap(s, masked + maskedAt + row + j, count, bypass);
                    if (count < VEC) { // past the last key: nothing, whatever the mask
                        float lane[VEC];
                        JOIN(vstore, VEC)(s, 0, lane);
                        for (int t = count; t < VEC; ++t)
                            lane[t] = -INFINITY;
                        s = JOIN(vload, VEC)(0, lane);
                    }
                    STORE(s, cell);
                    most = select(most, s, s > most); // a NaN is never greater
                }
                float lanes = largest(most);
                top[r] = select(top[r], (vec)(lanes), (vec)(lanes) > top[r]);
            }
        }
        if (steps & ONLY_RAW)
            continue;

        // softmax, and the mask when it comes after it
        for (int r = 0; r < rowCount; ++r) {
            const size_t rowIndex = (size_t)bh * queries + firstRow + r;
            const size_t row = firstCell + (size_t)r * keys;
            const __global uchar *seen = visible + sequence * visibleBatch + head * visibleHead +
                                         (size_t)(firstRow + r) * keys;
            __global float *cells = rows + (size_t)r * pitch;
            const float maximum = largest(top[r]);
            int empty = 0;
            if (isMasked && (mode & ZERO_EMPTY)) {
                empty = 1;
                for (int j = 0; j < keys && empty; ++j)
                    empty = seen[j] == 0;
            }
            vec sums = (vec)(0.0f);
            for (int j = 0; j < keys; j += VEC) {
                vec e = empty ? (vec)(0.0f) : exponential(LOAD(cells + j) - maximum);
                if (keys - j < VEC && maximum == -INFINITY) { // −∞ − −∞ past the last key
                    float lane[VEC];
                    JOIN(vstore, VEC)(e, 0, lane);
                    for (int t = keys - j; t < VEC; ++t)
                        lane[t] = 0.0f;
                    e = JOIN(vload, VEC)(0, lane);
                }
                STORE(e, cells + j);
                sums += e;
            }
            const float sum = total(sums);
            slab[rowMaxAt + rowIndex] = empty ? -INFINITY : maximum;
            slab[rowSumAt + rowIndex] = sum;
            float factor = empty ? 0.0f : 1.0f / sum;
            if (isMasked && application >= MULTIPLY_WEIGHTS) {
                sums = (vec)(0.0f);
                for (int j = 0; j < keys; j += VEC) {
                    const ivec see = loadFlags(seen + j, min(keys - j, VEC));
                    const vec w =
                        LOAD(cells + j) * factor * select((vec)(0.0f), (vec)(1.0f), see);
                    STORE(w, cells + j);
                    sums += w;
                }
                factor = 1.0f;
                if (application == RENORMALISE) {
                    const float rest = total(sums);
                    if (!(mode & ZERO_DIVISION) || rest > 0.0f)
                        factor = 1.0f / rest;
                }
            } else if (application == RENORMALISE) {
                factor *= 1.0f; // every key is visible: the row already sums to 1
            }
            for (int j = 0; j < keys; j += VEC) {
                const int count = min(keys - j, VEC);
                vec w = LOAD(cells + j) * factor;
                if (steps & KEEP_WEIGHTS)
                    storeMap(w, weights + weightsAt + row + j, count, bypass);
                if (steps & DROPOUT) {
                    w *= select((vec)(0.0f), (vec)(1.0f), loadFlags(dropoutKeep + row + j, count));
                    w *= keepFactor;
                    if (steps & KEEP_DROPPED)
                        storeMap(w, dropped + droppedAt + row + j, count, bypass);
                }
                STORE(w, cells + j);
            }
        }

        // context = weights · V, written twice: by head, and side by side with the other heads
        const __global float *weight[ROWS];
#pragma unroll
        for (int r = 0; r < ROWS; ++r)
            weight[r] = rows + (size_t)min(r, rowCount - 1) * pitch;
        const __global float *values = slab + vAt + (size_t)bh * keys * widthV;
        for (int first = 0; first < widthV; first += TILE_COLUMNS) {
            vec sum[ROWS][NV];
            multiply(sum, weight, values + first, widthV, keys, widthV - first);
            for (int r = 0; r < rowCount; ++r) {
                __global float *context =
                    slab + contextAt + ((size_t)bh * queries + firstRow + r) * widthV;
                __global float *concat =
                    slab + concatAt +
                    (((size_t)sequence * queries + firstRow + r) * heads + head) * widthV;
                for (int v = 0; v < NV; ++v) {
                    const int column = first + v * VEC;
                    const int count = min(widthV - column, VEC);
                    if (count <= 0)
                        break;
                    vec value = sum[r][v];
                    // 0 · NaN and 0 · ∞ are NaN, but a hidden value must not be felt at all.
                    // It is so rare that the plain product runs first, and only a NaN in it makes
                    // the row go again, leaving out what is hidden.
                    if (isMasked && (mode & EXCLUDE_HIDDEN)) {
                        float lane[VEC];
                        JOIN(vstore, VEC)(value, 0, lane);
                        const __global uchar *seen = visible + sequence * visibleBatch +
                                                     head * visibleHead +
                                                     (size_t)(firstRow + r) * keys;
                        for (int t = 0; t < count; ++t) {
                            if (!isnan(lane[t]))
                                continue;
                            float again = 0.0f;
                            for (int j = 0; j < keys; ++j)
                                if (seen[j] || weight[r][j] != 0.0f)
                                    again += weight[r][j] * values[(size_t)j * widthV + column + t];
                            lane[t] = again;
                        }
                        value = JOIN(vload, VEC)(0, lane);
                    }
                    if (steps & KEEP_CONTEXT)
                        storeMap(value, context + column, count, 0);
                    storeMap(value, concat + column, count, 0);
                }
            }
        }
    }
}
