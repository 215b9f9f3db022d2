#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the seeds of tests/fuzz/corpus: files that others made (tests/data) and small ones by hand.

Usage: tests/fuzz/make_seeds.py. Inputs that once broke something are named crash-* and stay.
"""

import io
import json
import struct
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
DATA = HERE.parent / "data"
EXAMPLES = HERE.parent.parent / "resources" / "examples"
CORPUS = HERE / "corpus"

# As in session_file.cpp.
MEMBERS = ["session.json", "X_embed.npy", "X_memory.npy", "W_Q.npy", "W_K.npy", "W_V.npy", "W_O.npy",
           "b_Q.npy", "b_K.npy", "b_V.npy", "b_O.npy", "gamma_concat.npy", "beta_concat.npy",
           "lengths.npy", "mask_keep.npy", "dropout_keep.npy", "grad_output.npy", "something.npy",
           "w_q.npy", "weights.npy"]


def put(target, name, content):
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())


def npy(shape, values, descr="<f4", code="f", fortran=False, version=1):
    text = "{'descr': '%s', 'fortran_order': %s, 'shape': (%s), }" % (
        descr, fortran, "".join("%d," % n for n in shape))
    prefix = 10 if version == 1 else 12
    text += " " * (-(prefix + len(text) + 1) % 64) + "\n"
    head = b"\x93NUMPY" + bytes([version, 0])
    head += struct.pack("<H" if version == 1 else "<I", len(text))
    order = ">" if descr[0] == ">" else "<"
    return head + text.encode() + struct.pack(order + code * len(values), *values)


def recipe(members):
    out = b"\x01"
    for name, content in members:
        out += bytes([MEMBERS.index(name)]) + struct.pack("<H", len(content)) + content
    return out


def npz(members, method=zipfile.ZIP_STORED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as z:
        for name, content in members:
            z.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, method)
    return buffer.getvalue()


def fixtures():
    for path in sorted((DATA / "fixtures").iterdir()):
        suffix = path.suffix[1:]
        target = {"npy": "npy", "npz": "npz", "safetensors": "safetensors", "csv": "delimited",
                  "tsv": "delimited"}.get(suffix)
        if target:
            put(target, path.name, path.read_bytes())
    for name in ["T1", "s1001", "s1004", "s1009"]:
        content = (DATA / "oracle" / (name + ".npz")).read_bytes()
        put("session_file", name + ".npz", content)
        with zipfile.ZipFile(io.BytesIO(content)) as z:
            put("session_file", name + ".recipe",
                recipe([(n, z.read(n)) for n in z.namelist() if n in MEMBERS]))
    for path in sorted(EXAMPLES.glob("*.json")):
        if path.stat().st_size < 4000:
            put("session_json", path.name, path.read_bytes())


def arrays():
    for name, args in {
        "f8.npy": ((2, 2), [1, -0.5, 1e300, 5e-324], "<f8", "d"),
        "i8.npy": ((3,), [-1, 2**62, 0], "<i8", "q"),
        "u1.npy": ((2, 1, 2), [0, 1, 255, 3], "|u1", "B"),
        "b1.npy": ((2, 2), [True, False, True, True], "|b1", "?"),
        "big_i2.npy": ((2,), [-2, 300], ">i2", "h"),
        "fortran3.npy": ((2, 2, 2), list(range(8)), "<f4", "f", True),
        "version2.npy": ((1,), [7], "<f4", "f", False, 2),
    }.items():
        put("npy", name, npy(*args))
    put("npy", "scalar.npy", npy((), [3.5]))
    x, w = npy((1, 2, 2), [1, 0, 0, 1]), npy((2, 2), [1, 2, 3, 4])
    put("npz", "two.npz", npz([("X_embed.npy", x), ("W_Q.npy", w)]))
    put("npz", "deflated.npz", npz([("W_Q.npy", w), ("session.json", b"{}")], zipfile.ZIP_DEFLATED))
    put("npz", "names.npz", npz([("a b.npy", w), ("注意.npy", w), (".npy", w), ("x.txt", b"hello")]))


def sessions():
    x, w = npy((1, 2, 2), [1, 0, 0, 1]), npy((2, 2), [1, 2, 3, 4])
    document = {
        "format": "attnscope", "version": 1, "text": ["a b"], "tokens": [["a", "b"]],
        "config": {"d_model": 2, "heads": 1, "d_k": 2, "d_v": 2, "share_kv": False,
                   "scaling": {"mode": "custom", "value": 0.5},
                   "positional": {"kind": "sinusoidal", "base": 10000},
                   "mask": {"causal": True, "causal_alignment": "bottom_right", "padding": True,
                            "custom": True, "application": "fill_scores", "fill": "-inf",
                            "empty_row": "zero"},
                   "norm": {"concat": "layer"}, "dropout": {"attention": 0.25, "seed": 3},
                   "gradient": {"upstream": "ones"}},
        "init": {"seed": 42, "X_embed": "normal", "W_Q": "xavier_uniform:per_head",
                 "W_K": {"method": "constant", "value": 2}, "b_Q": "zeros", "W_O": "orthogonal"},
        "view": {"tie_d_k": False, "colormap": "viridis", "deep": [1, {"a": None}]},
        "drawn": ["X_embed", "W_Q", "W_K", "W_V", "W_O", "lengths", "dropout_keep"],
        "title": "t", "note": "n",
        "origin": {"W_Q": {"file": "a.npy", "entry": "a", "convention": "in,out"}},
    }
    whole = json.dumps(document)
    put("session_json", "whole.json", whole)
    put("session_json", "inline.json", json.dumps({
        "tokens": [["a", "b"]], "config": {"d_model": 2, "heads": 1, "d_k": 1, "d_v": 1},
        "arrays": {"X_embed": [[["nan", "inf"], [-0.0, True]]], "W_Q": [[1], [2]],
                   "mask_keep": [[1, 0], [1, 1]], "lengths": [2]}}))
    put("session_json", "cross.json", json.dumps({
        "text": ["a b", "c"], "memory_text": ["d e f", "g"],
        "config": {"d_model": 4, "heads": 2, "share_kv": True}}))
    put("session_json", "memory.json", json.dumps({
        "text": ["a"], "memory_text": ["b"], "memory_tokens": []}))
    put("session_file", "whole.json", whole)
    put("session_file", "document.recipe", recipe([("session.json", whole.encode()), (
        "X_embed.npy", x), ("W_Q.npy", w)]))
    put("session_file", "arrays.recipe", recipe([
        ("X_embed.npy", npy((2, 3, 2), list(range(12)))), ("W_Q.npy", npy((2, 4), range(8))),
        ("b_Q.npy", npy((4,), range(4))), ("lengths.npy", npy((2,), [3, 1], "<i8", "q")),
        ("mask_keep.npy", npy((2, 2, 3, 3), [1] * 36, "|b1", "B"))]))
    put("session_file", "cross.recipe", recipe([
        ("X_embed.npy", x), ("X_memory.npy", npy((1, 3, 3), range(9))),
        ("W_K.npy", npy((3, 2), range(6))), ("W_V.npy", npy((3, 4), range(12))),
        ("weights.npy", npy((1, 1, 2, 3), range(6))), ("something.npy", w)]))
    put("session_file", "misspelt.recipe", recipe([("X_embed.npy", x), ("w_q.npy", w)]))


def tensors():
    def file(header, data=b""):
        text = header if isinstance(header, str) else json.dumps(header)
        return struct.pack("<Q", len(text)) + text.encode() + data

    def entry(dtype, shape, begin, end):
        return {"dtype": dtype, "shape": shape, "data_offsets": [begin, end]}

    put("safetensors", "types.safetensors", file({
        "a": entry("F32", [1, 2], 0, 8), "b.weight": entry("BF16", [2], 8, 12),
        "c": entry("F16", [1], 12, 14), "d": entry("F64", [1], 14, 22), "e": entry("BOOL", [2], 22, 24),
        "f": entry("I64", [1], 24, 32), "g": entry("U8", [0, 3], 32, 32), "h": entry("F8_E5M2", [1], 32, 33),
        "__metadata__": {"format": "pt", "who": "test"}}, bytes(range(33))))
    put("safetensors", "header", json.dumps({
        "in_proj_weight": entry("F32", [3, 1], 0, 12), "out_proj.weight": entry("F32", [1, 1], 12, 16)}))
    put("safetensors", "huge", json.dumps({"t": entry("F32", [2**63, 2**63, 0], 0, 0)}))
    put("safetensors", "wrap", struct.pack("<Q", 2**64 - 4) + b"{}")
    put("safetensors", "overlap", json.dumps({"a": entry("F32", [2], 0, 8), "b": entry("F32", [2], 4, 12)}))


def tables():
    for name, text in {
        "labelled.csv": ",k0,k1\nq0,0.5,1\nq1,nan,-inf\n", "comments.csv": "# made by hand\n1,2\n3,4\n",
        "tabs.tsv": "1\t2\r\n3\t4\r\n", "blanks.txt": " 1  2\n 3  4\n", "minus.csv": "−1;+2\n∞;-∞\n",
        "quotes.csv": '"a ""b""","c,d"\n"1",2\n', "one.csv": "5", "row.csv": "a,1,2,3",
        "indices.csv": ",0,1\n0,5,6\n1,7,8\n", "option.csv": "\x0b1,5;2\n3;4,25\n",
    }.items():
        put("delimited", name, text)


def imports():
    for name, lines in {
        "torch": ["=1", "in_proj_weight 24x8 r", "in_proj_bias 24 r", "out_proj.weight 8x8 r",
                  "out_proj.bias 8 r", "!2"],
        "gpt2": ["=0", "h.0.attn.c_attn.weight 8x24 r", "h.0.attn.c_attn.bias 24 r",
                 "h.0.attn.c_proj.weight 8x8 r", "h.1.attn.c_attn.weight 8x24 r",
                 "?layer=h.0.attn", "!2", "?all=in,out"],
        "bert": ["=1", "attention.self.query.weight 8x8 r", "attention.self.key.weight 8x8 r",
                 "attention.self.value.weight 8x8 r", "attention.output.dense.weight 8x8 r", "?all=out,in"],
        "llama": ["=0", "q_proj.weight 8x8 r", "k_proj.weight 4x8 r", "v_proj.weight 4x8 r",
                  "o_proj.weight 8x8 r", "!4", "?all=pytorch"],
        "own": ["=3", "X_embed 1x3x8 r", "W_Q 8x8 r", "b_Q 8 r", "mask_keep 3x3 b", "?W_Q=out,in",
                "?mask_keep=visible"],
        "heads": ["=0", "Q 2x3x4 r", "K 2x3x4 r", "V 2x3x4 r", "?all=L,H,d", "!2"],
        "masks": ["=1", "attn_mask 3x3 m", "mask 3x3 b", "?mask=MaskKeep", "?mask=hidden"],
        "maps": ["=0", "weights 1x2x3x3 z"],
        "cross": ["=2", "q_proj_weight 8x8 r", "k_proj_weight 8x6 r", "v_proj_weight 8x5 r",
                  "key 2x4x6 r", "value 2x4x5 r", "?key=key", "?value=value", "!2"],
        "flax": ["=1", "query.kernel 8x2x4 r", "key.kernel 8x2x4 r", "value.kernel 8x2x4 r",
                 "out.kernel 2x4x8 r", "query.bias 2x4 r"],
        "strange": ["=1", "a 0x3 z", "b 1x1x1x1x1x1 n", "w_q 8x8 n", "?w_q=W_Q", "?w_q=in,out"],
    }.items():
        put("import", name, "\n".join(lines))


def settings():
    put("set", "all", "0\n" + "\n".join([
        "d_model=12", "heads=3", "d_k=4", "d_v=5", "share_kv=false", "scaling.mode=custom",
        "scaling.value=0.125", "positional.kind=none", "positional.base=1e4", "mask.causal=true",
        "mask.causal_alignment=top_left", "mask.padding=on", "mask.custom=off",
        "mask.application=add_to_scores", "mask.fill=-1e9", "mask.empty_row=nan",
        "norm.concat=per_head", "dropout.attention=0.5", "dropout.seed=18446744073709551615",
        "gradient.upstream=output", "init.seed=7", "init.W_Q=normal:0.02:per_head",
        "init.b_O=constant:0.5", "init.X_embed=orthogonal", "text=a b c"]))
    put("set", "edited", "1\nheads=4\nd_model=16\ntext=the dog sat down")
    put("set", "inferred", "2\nheads=3\nmask.custom=true")
    put("set", "cross", "3\nmemory_text=x y\rz\nheads=1\nshare_kv=yes\nscaling.mode=adaptive")
    put("set", "mistakes", "0\nhaeds=3\nconfig.heads=many\ninit.W_Q=normal:nan\ninit.W_X=zeros")


def texts():
    for name, text in {
        "words": "The cat sat on the mat", "cjk": "我喜欢猫 が゙ ｶﾞ 「あ」", "lines": "a b\n\nc\r\nd",
        "rtl": "שלום עולם مرحبا", "emoji": "👩‍👩‍👧 🇨🇳 ❤️", "marks": "Ġthe ▁cat Ċ \t  ",
        "number": "-12.5e-3", "huge": "1" * 400 + "e-2", "small": "0." + "0" * 400 + "1e500",
        "inf": "-Infinity", "nan": "nan", "plus": " +4.0 ", "whole": "9223372036854775807",
        "switch": "TRUE",
    }.items():
        put("text", name, text)
    put("text", "bytes", b"\xff\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80a\x00b\xe2\x80\xa8")


if __name__ == "__main__":
    for target in CORPUS.iterdir() if CORPUS.exists() else []:
        for seed in target.iterdir():
            if not seed.name.startswith("crash-"):
                seed.unlink()
    fixtures()
    arrays()
    sessions()
    tensors()
    tables()
    imports()
    settings()
    texts()
