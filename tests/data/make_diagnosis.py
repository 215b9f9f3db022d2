#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures of the heads in float64 NumPy, written anew from their definitions (mathematics.md §7):
make_diagnosis.py ORACLE_FOLDER OUT.json. It reads the traces of PyTorch's autograd (*.trace.npz)
and the sessions beside them. null: what does not exist."""
import json, sys
from pathlib import Path

import numpy as np

EPS = 1e-8


def xlogx(p):
    return np.where(p > 0, p * np.log(np.where(p > 0, p, 1.0)), 0.0)


def number(x):
    x = float(x)
    return x if np.isfinite(x) else None


def mean(x):
    x = np.asarray(x, dtype=float)
    return number(x.mean()) if x.size else None


def clumping(w, keep, live, h):
    B, _, L, S = w.shape
    best = None
    for k in range(3, L // 2 + 1):
        for s in range(0, min(L, S) - k + 1):
            e, rows, inside = s + k, 0, 0.0
            for b in range(B):
                for i in range(s, e):
                    if live[b, h, i]:
                        rows += 1
                        inside += w[b, h, i, s:e].sum() - keep[b, h, i, s:e].sum() / keep[b, h, i].sum()
            if rows and (best is None or inside / rows > best):
                best = inside / rows
    return best


def diagnose(t, wo):
    w, keep = t["weights"].astype(float), t["mask_keep"].astype(bool)
    B, H, L, S = w.shape
    visible = keep.sum(-1)
    live = visible > 0
    sick = [not np.isfinite(w[:, h][live[:, h]]).all() for h in range(H)]
    out = {"heads": []}
    part = [np.linalg.norm(t["context"][:, h] @ wo.reshape(H, -1, wo.shape[1])[h]) for h in range(H)]
    bi, ii = np.meshgrid(np.arange(B), np.arange(L), indexing="ij")
    for h in range(H):
        rows = live[:, h]
        p, query, seen = w[:, h][rows], ii[rows], visible[:, h][rows]
        m = {}
        total = sum(part)
        m["output_share"] = number(part[h] / total) if np.isfinite(total) and total > 0 else None
        g = {k: t.get("grad_" + k) for k in "QKV"}
        m["gradient_norms"] = [None if g[k] is None else number(np.linalg.norm(g[k][:, h])) for k in "QKV"]
        names = ("entropy entropy_normalised effective_keys max_weight mean_distance diagonal previous_token "
                 "first_token block_clumping row_sum_error").split()
        if sick[h] or len(p) == 0:
            m.update({n: None for n in names})
            m["position_bias"] = [None] * S
            out["heads"].append(m)
            continue
        ent = -xlogx(p).sum(-1)
        m["entropy"] = mean(ent)
        many = seen > 1
        m["entropy_normalised"] = mean(ent[many] / np.log(seen[many]))
        m["effective_keys"] = float(np.exp(ent.mean()))
        m["max_weight"] = mean(p.max(-1))
        distance = np.abs(query[:, None] - np.arange(S)[None])
        m["mean_distance"] = number((p * distance).sum() / p.sum()) if p.sum() > 0 else None
        m["diagonal"] = mean([r[q] for r, q in zip(p, query) if q < S])
        m["previous_token"] = mean([r[q - 1] for r, q in zip(p, query) if 1 <= q <= S])
        m["first_token"] = mean(p[:, 0])
        m["block_clumping"] = clumping(w, keep, live, h)
        m["row_sum_error"] = float(np.abs(p.sum(-1) - 1).max())
        m["position_bias"] = [mean(w[:, h, :, j][keep[:, h, :, j]]) for j in range(S)]
        out["heads"].append(m)
    for n in ("kl", "js", "cosine", "cosine_centred"):
        out[n] = [[None] * H for _ in range(H)]
    for a in range(H):
        for b in range(H):
            rows = live[:, a] & live[:, b]
            if sick[a] or sick[b] or not rows.any():
                continue
            p, q = w[:, a][rows], w[:, b][rows]
            out["kl"][a][b] = mean((p * np.log((p + EPS) / (q + EPS))).sum(-1))
            out["js"][a][b] = mean((0.5 * xlogx(p) + 0.5 * xlogx(q) - xlogx(0.5 * (p + q))).sum(-1))
            if np.linalg.norm(p) > 0 and np.linalg.norm(q) > 0:
                out["cosine"][a][b] = float((p * q).sum() / np.linalg.norm(p) / np.linalg.norm(q))
            ka, kb = keep[:, a][rows], keep[:, b][rows]
            x, y = p - ka / ka.sum(-1, keepdims=True), q - kb / kb.sum(-1, keepdims=True)
            nx, ny = np.linalg.norm(x), np.linalg.norm(y)
            if nx > 1e-6 * np.linalg.norm(p) and ny > 1e-6 * np.linalg.norm(q):
                out["cosine_centred"][a][b] = float((x * y).sum() / nx / ny)
    return out


folder, result = Path(sys.argv[1]), {}
for path in sorted(folder.glob("*.trace.npz")):
    name = path.name[: -len(".trace.npz")]
    trace = {k: v for k, v in np.load(path).items()}
    result[name] = diagnose(trace, np.load(folder / (name + ".npz"))["W_O"].astype(float))


def rounded(x):
    if isinstance(x, float):
        return float(f"{x:.9g}")
    if isinstance(x, dict):
        return {k: rounded(v) for k, v in x.items()}
    return [rounded(v) for v in x] if isinstance(x, list) else x


lines = [json.dumps(k) + ": " + json.dumps(rounded(v), separators=(",", ":")) for k, v in result.items()]
Path(sys.argv[2]).write_text("{\n" + ",\n".join(lines) + "\n}\n")
