// SPDX-License-Identifier: GPL-3.0-or-later
//
// The steps of the backward pass that are no products (mathematics.md §6): through the softmax and
// the mask, through the normalisation, sums over positions, and heads taken apart.

// How the mask was applied, as in the attention kernels.
#define FILL_SCORES 0
#define MULTIPLY_SCORES 2
#define MULTIPLY_WEIGHTS 4
#define RENORMALISE 5
#define APPLICATION 15
#define ZERO_EMPTY 16
#define EXCLUDE_HIDDEN 32
#define ZERO_DIVISION 64
// What to do besides.
#define MASKED 512
#define DROPOUT 1024
#define STORE_MASKED 1 // dS_masked has a place apart from dS
#define STORE_SCORES 2 // dS has a place apart from dS_raw

#define EPSILON 1e-5f

// a·b + c in one rounding only where it says so.
#pragma OPENCL FP_CONTRACT OFF

// Numbers of twice the precision, as the unevaluated sum of two floats (Dekker 1971; Ogita, Rump and
// Oishi 2005, "Accurate sum and dot product"), eight at a time.
//
// Why: a row of dS sums to 0, since the softmax does not see a shift of all its scores; and the
// gradient of a bias of the keys, which is such a shift, is 0 because of that. In plain floats the
// cancellation leaves noise of the size of the numbers that cancel.
typedef struct {
    float8 high, low;
} Twice;

// t + x, the rounding error kept.
inline Twice plus(Twice t, float8 x) {
    const float8 sum = t.high + x;
    const float8 part = sum - t.high;
    t.low += (t.high - (sum - part)) + (x - part);
    t.high = sum;
    return t;
}

// t + a·b, the rounding errors of both kept.
inline Twice plusProduct(Twice t, float8 a, float8 b) {
    const float8 product = a * b;
    t = plus(t, product);
    t.low += fma(a, b, -product);
    return t;
}

// The eight lanes together: the sum, and what it lacks.
inline float2 joined(Twice t) {
    float high[8], low[8];
    vstore8(t.high, 0, high);
    vstore8(t.low, 0, low);
    float sum = high[0], rest = low[0];
    for (int i = 1; i < 8; ++i) {
        const float next = sum + high[i];
        const float part = next - sum;
        rest += (sum - (next - part)) + (high[i] - part) + low[i];
        sum = next;
    }
    return (float2)(sum, rest);
}

// Eight numbers of a row, 0 past its end.
inline float8 some8(const __global float *row, int j, int keys) {
    if (keys - j >= 8)
        return vload8(0, row + j);
    float lane[8];
    for (int t = 0; t < 8; ++t)
        lane[t] = t < keys - j ? row[j + t] : 0.0f;
    return vload8(0, lane);
}

inline void store8(float8 value, __global float *row, int j, int keys) {
    if (keys - j >= 8) {
        vstore8(value, 0, row + j);
        return;
    }
    float lane[8];
    vstore8(value, 0, lane);
    for (int t = 0; t < keys - j; ++t)
        row[j + t] = lane[t];
}

// −1 where the key can be seen, 0 where it is hidden.
inline int8 seen8(const __global uchar *visible, int j, int keys) {
    int lane[8];
    for (int t = 0; t < 8; ++t)
        lane[t] = t < keys - j && visible[j + t] ? -1 : 0;
    return vload8(0, lane);
}

// One work-item takes one row of one head from dA' to dS_raw:
//   dA = dA'·keep/(1 − p)      dS_masked = A ∘ (dA − Σ_j dA ∘ A)      dS as masked      dS_raw = s·dS
// Where the mask was applied to the weights, A is no longer the softmax P: then P is made again
// from the masked scores, and dA goes back through the mask first. With r the sum of the visible
// part of P, that is dP = keep ∘ (dA − Σ dA ∘ A)/r when the row was divided by r, else keep ∘ dA.
//
// `dWeights` is where dA' lies when there is no dropout: then it is not written. `sums` receives
// Σ_j dS_raw of each row, see key_bias_gradient.
__kernel void softmax_gradient(
    const __global float *slab, ulong rowMaxAt, ulong rowSumAt, ulong scaleAt,
    const __global float *weights, ulong weightsAt, const __global float *masked, ulong maskedAt,
    const __global float *dDropped, ulong dDroppedAt, __global float *dWeights, ulong dWeightsAt,
    __global float *dMasked, ulong dMaskedAt, __global float *dScores, ulong dScoresAt,
    __global float *dRaw, ulong dRawAt, __global float *sums, const __global uchar *visible,
    ulong visibleBatch, ulong visibleHead, const __global uchar *dropoutKeep, ulong rows,
    int heads, int queries, int keys, int steps, int mode, int stores, int scaleOfScores,
    float scaleGiven, float keepFactor) {
    const ulong row = get_global_id(0);
    if (row >= rows)
        return;
    const ulong bh = row / queries;
    const ulong at = row * keys;
    const __global uchar *seen = visible + bh / heads * visibleBatch + bh % heads * visibleHead +
                                 row % queries * keys;
    const __global float *p = weights + weightsAt + at;
    const __global float *dA = dDropped + dDroppedAt + at;
    __global float *d = dMasked + dMaskedAt + at;
    __global float *ds = dScores + dScoresAt + at;
    __global float *raw = dRaw + dRawAt + at;
    const int application = mode & APPLICATION;
    const int isMasked = steps & MASKED;
    const float scale = scaleOfScores ? slab[scaleAt] : scaleGiven;
    const float8 none = (float8)(0.0f);

    if (steps & DROPOUT) {
        const __global uchar *keep = dropoutKeep + at;
        __global float *to = dWeights + dWeightsAt + at;
        for (int j = 0; j < keys; ++j)
            to[j] = dA[j] * (float)keep[j] * keepFactor;
        dA = to;
    }
    int empty = isMasked && (mode & (ZERO_EMPTY | EXCLUDE_HIDDEN));
    for (int j = 0; j < keys && empty; ++j)
        empty = seen[j] == 0;
    if (empty && (mode & ZERO_EMPTY)) {
        for (int j = 0; j < keys; ++j)
            d[j] = ds[j] = raw[j] = 0.0f;
        sums[row] = 0.0f;
        return;
    }

    // dP into d, P into raw, where the mask came after the softmax.
    if (isMasked && application >= MULTIPLY_WEIGHTS) {
        const __global float *s = masked + maskedAt + at;
        const float maximum = slab[rowMaxAt + row], divisor = slab[rowSumAt + row];
        float rest = 0.0f, along = 0.0f;
        for (int j = 0; j < keys; ++j) {
            rest += seen[j] ? exp(s[j] - maximum) / divisor : 0.0f;
            along += dA[j] * p[j];
        }
        const int divided = application == RENORMALISE && (!(mode & ZERO_DIVISION) || rest > 0.0f);
        for (int j = 0; j < keys; ++j) {
            const float back = divided ? (dA[j] - along) / rest : dA[j];
            d[j] = back * (float)min((int)seen[j], 1); // a number, so that 0 · NaN stays NaN
            raw[j] = exp(s[j] - maximum) / divisor;
        }
        p = raw;
        dA = d;
    }

    // Hidden keys that were filled with −∞ have no part in it, whatever a hidden value holds.
    const int exclude = isMasked && (mode & EXCLUDE_HIDDEN);
    const int block = isMasked && (application == FILL_SCORES || application == MULTIPLY_SCORES);
    Twice products = {none, none}, all = {none, none};
    for (int j = 0; j < keys; j += 8) {
        const float8 weight = some8(p, j, keys);
        float8 towards = some8(dA, j, keys);
        if (exclude)
            towards = select(none, towards, seen8(seen, j, keys));
        products = plusProduct(products, weight, towards);
        all = plus(all, weight);
    }
    // mean = Σ dA ∘ A / Σ A: rounding leaves Σ A a little beside 1.
    const float2 product = joined(products), sum = joined(all);
    const float mean = (product.x + product.y) / (sum.x + sum.y);
    const float more = (fma(-mean, sum.x, product.x) + (product.y - mean * sum.y)) / sum.x;

    Twice through = {none, none};
    for (int j = 0; j < keys; j += 8) {
        const float8 weight = some8(p, j, keys);
        const float8 towards = some8(dA, j, keys);
        const int8 visibleHere = exclude || block ? seen8(seen, j, keys) : (int8)(-1);
        const float8 far = towards - mean;
        float8 value = weight * (far - more);
        // A row without a visible key is not a number when it was left undefined: nor is this.
        if (exclude && !empty)
            value = select(none, value, visibleHere);
        // The sum of what passes on takes the rounding errors along.
        const float8 part = far - towards;
        const float8 lost = (towards - (far - part)) + (-mean - part) - more;
        const float8 passing = block ? select(none, weight, visibleHere) : weight;
        const float8 distance = exclude ? select(none, far, visibleHere) : far;
        through = plusProduct(through, passing, distance);
        through.low += passing * (exclude ? select(none, lost, visibleHere) : lost);
        if (stores & STORE_MASKED)
            store8(value, d, j, keys);
        if (block)
            value = select(none, value, visibleHere);
        if (stores & STORE_SCORES)
            store8(value, ds, j, keys);
        store8(value * scale, raw, j, keys);
    }
    const float2 passed = joined(through);
    sums[row] = (passed.x + passed.y) * scale;
}

// db_K = Σ_j dK_j = Σ_i (Σ_j dS_raw,ij)·Q_i, the rows of the scores summed first: see above. One
// work-item a column.
__kernel void key_bias_gradient(const __global float *slab, ulong qAt, const __global float *sums,
                                __global float *gradients, ulong outAt, int batch, int heads,
                                int queries, int width) {
    const int column = (int)get_global_id(0);
    if (column >= heads * width)
        return;
    float sum = 0.0f;
    for (int b = 0; b < batch; ++b) {
        const ulong bh = (ulong)b * heads + column / width;
        for (int i = 0; i < queries; ++i)
            sum += sums[bh * queries + i] *
                   slab[qAt + (bh * queries + i) * (ulong)width + column % width];
    }
    gradients[outAt + column] = sum;
}

// 0 · NaN is NaN, but what is hidden must not be felt: a NaN in a product of a map with rows, or of
// its transposition, is computed again without the hidden cells that are 0. (Those of a row that
// was left undefined are NaN, and stay.) One work-item a cell of the product; `turned`: out[j] = Σ_i map[i,j]·rows[i], else out[i] = Σ_j map[i,j]·rows[j].
__kernel void exclude_hidden(__global float *out, ulong outAt, const __global float *map,
                             ulong mapAt, const __global float *rows, ulong rowsAt,
                             const __global uchar *visible, ulong visibleBatch, ulong visibleHead,
                             ulong cells, int heads, int queries, int keys, int width,
                             int turned) {
    const ulong cell = get_global_id(0);
    if (cell >= cells || !isnan(out[outAt + cell]))
        return;
    const int c = (int)(cell % width);
    const int length = turned ? keys : queries, terms = turned ? queries : keys;
    const int at = (int)(cell / width % length);
    const ulong bh = cell / width / length;
    const __global uchar *seen = visible + bh / heads * visibleBatch + bh % heads * visibleHead;
    map += mapAt + bh * queries * keys;
    rows += rowsAt + bh * terms * width;
    float sum = 0.0f;
    for (int t = 0; t < terms; ++t) {
        const ulong place = turned ? (ulong)t * keys + at : (ulong)at * keys + t;
        if (seen[place] || map[place] != 0.0f)
            sum += map[place] * rows[(ulong)t * width + c];
    }
    out[outAt + cell] = sum;
}

// Through y = x̂·γ + β with x̂ = (x − mean)/√(variance + ε): with d̂ = dy·γ,
//   dx = (d̂ − mean(d̂) − x̂·mean(d̂ ∘ x̂)) / √(variance + ε).
//
// The norm takes out the mean and the length of x, so what d̂ has along 1 and along x does not come
// through, but for a share ε/(variance + ε) along x. As the formula stands that share is what is
// left of a cancellation, and with two numbers, where nothing else is left, it is lost in floats. So
// d̂ is taken apart first: with t = x − mean and d̂ − mean(d̂) = α·t + r, r at right angles to both,
//   dx = (r + α·t·ε/(variance + ε)) / √(variance + ε).
// Means and projections are taken out twice, since the first time leaves rounding errors in their
// place ("twice is enough": Parlett 1980, "The symmetric eigenvalue problem", §6.9).
//
// One work-item a group of `width` numbers. `marks` receives its mean and 1/√(…), for dγ.
__kernel void norm_gradient(const __global float *slab, ulong concatAt, __global float *gradients,
                            ulong dyAt, ulong dxAt, const __global float *gamma, int hasGamma,
                            __global float *marks, ulong groups, int width, int groupsPerRow) {
    const ulong group = get_global_id(0);
    if (group >= groups)
        return;
    const __global float *x = slab + concatAt + group * width;
    const __global float *dy = gradients + dyAt + group * width;
    __global float *dx = gradients + dxAt + group * width;
    const __global float *g = gamma + (group % groupsPerRow) * width;
    const float n = (float)width;
    float mean = 0.0f, plain = 0.0f;
    for (int c = 0; c < width; ++c) {
        const float hat = hasGamma ? dy[c] * g[c] : dy[c];
        dx[c] = hat;
        mean += x[c];
        plain += hat;
    }
    mean /= n;
    plain /= n;
    float restOfMean = 0.0f, restOfPlain = 0.0f;
    for (int c = 0; c < width; ++c) {
        restOfMean += x[c] - mean;
        restOfPlain += dx[c] - plain;
    }
    restOfMean /= n;
    restOfPlain /= n;
    float squares = 0.0f, along = 0.0f;
    for (int c = 0; c < width; ++c) {
        const float t = x[c] - mean - restOfMean;
        squares += t * t;
        along += t * (dx[c] - plain - restOfPlain);
    }
    const float inverse = 1.0f / sqrt(squares / n + EPSILON);
    const float alpha = squares > 0.0f ? along / squares : 0.0f;
    float restOfR = 0.0f, restAlong = 0.0f;
    for (int c = 0; c < width; ++c) {
        const float t = x[c] - mean - restOfMean;
        dx[c] = dx[c] - plain - restOfPlain - alpha * t;
        restOfR += dx[c];
        restAlong += t * dx[c];
    }
    restOfR /= n;
    const float beta = squares > 0.0f ? restAlong / squares : 0.0f;
    const float share = alpha * EPSILON * inverse * inverse;
    for (int c = 0; c < width; ++c) {
        const float t = x[c] - mean - restOfMean;
        dx[c] = (dx[c] - restOfR - beta * t + share * t) * inverse;
    }
    marks[2 * group] = mean;
    marks[2 * group + 1] = inverse;
}

// dγ = Σ dy ∘ x̂ over all rows; one work-item a column.
__kernel void gamma_gradient(const __global float *slab, ulong concatAt, __global float *gradients,
                             ulong dyAt, ulong outAt, const __global float *marks, ulong rows,
                             int columns, int width) {
    const int column = (int)get_global_id(0);
    if (column >= columns)
        return;
    const int groupsPerRow = columns / width;
    float sum = 0.0f;
    for (ulong r = 0; r < rows; ++r) {
        const ulong group = r * groupsPerRow + column / width;
        const ulong cell = r * columns + column;
        sum += gradients[dyAt + cell] *
               ((slab[concatAt + cell] - marks[2 * group]) * marks[2 * group + 1]);
    }
    gradients[outAt + column] = sum;
}

// Σ over sequences and positions, one work-item a column; column h·width + c of heads that lie
// apart, [batch, heads, length, width]. `add`: to what is there.
__kernel void column_sums(__global float *gradients, ulong fromAt, ulong outAt, int batch,
                          int heads, int length, int width, int add) {
    const int column = (int)get_global_id(0);
    if (column >= heads * width)
        return;
    float sum = 0.0f;
    for (int b = 0; b < batch; ++b) {
        const __global float *x =
            gradients + fromAt +
            ((ulong)b * heads + column / width) * (ulong)length * width + column % width;
        for (int i = 0; i < length; ++i)
            sum += x[(ulong)i * width];
    }
    gradients[outAt + column] = add ? gradients[outAt + column] + sum : sum;
}

// [batch, length, heads·width] → [batch, heads, length, width]; one work-item a number.
__kernel void split_heads(__global float *gradients, ulong fromAt, ulong toAt, ulong cells,
                          int heads, int length, int width) {
    const ulong cell = get_global_id(0);
    if (cell >= cells)
        return;
    const ulong c = cell % width, i = cell / width % length, h = cell / width / length % heads;
    const ulong b = cell / width / length / heads;
    gradients[toAt + cell] = gradients[fromAt + ((b * length + i) * heads + h) * width + c];
}
