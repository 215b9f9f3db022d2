#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes tests/data/torch: attention layers as PyTorch and Hugging Face name their arrays, with
their inputs, as .safetensors (and one .npz), and what torch itself computes from them as .npy.

Needs torch, numpy and safetensors. The tests need none of them: they read what lies here.
"""
import pathlib

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import save_file

OUT = pathlib.Path(__file__).parent / "torch"


def expected(name, output, weights):
    np.save(OUT / f"{name}.output.npy", output.detach().numpy())
    np.save(OUT / f"{name}.weights.npy", weights.detach().numpy())


def module(name, query, key=None, value=None, archive=False, **options):
    """nn.MultiheadAttention with its own names; the inputs stand beside them."""
    mha = torch.nn.MultiheadAttention(8, 2, batch_first=True, **options)
    with torch.no_grad():
        for p in mha.parameters():  # biases start at zero, which would test nothing
            p.copy_(torch.randn_like(p) * 0.5)
    key = query if key is None else key
    value = key if value is None else value
    output, weights = mha(query, key, value, average_attn_weights=False)
    expected(name, output, weights)
    arrays = {k: v.contiguous() for k, v in mha.state_dict().items()}
    arrays |= {"query": query, "key": key.clone(), "value": value.clone()}
    save_file(arrays, OUT / f"{name}.safetensors", metadata={"made_by": "make_torch_fixtures.py"})
    if archive:
        np.savez(OUT / f"{name}.npz", **{k: v.numpy() for k, v in arrays.items()})


def attention(x, w_q, w_k, w_v, heads, kv_heads=None):
    """Projections [in, out] that are applied; heads come first in the result."""
    kv_heads = kv_heads or heads
    q, k, v = ((x @ w).unflatten(-1, (n, -1)).transpose(1, 2)
               for w, n in ((w_q, heads), (w_k, kv_heads), (w_v, kv_heads)))
    k, v = (t.repeat_interleave(heads // kv_heads, dim=1) for t in (k, v))
    scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
    context = F.scaled_dot_product_attention(q, k, v)
    return context.transpose(1, 2).flatten(2), scores.softmax(-1)


def gpt2():
    """Two layers of GPT-2: Conv1D keeps [in, out], query, key and value stand in its columns."""
    arrays = {"x": torch.randn(1, 5, 8)}
    for layer in range(2):
        at = f"h.{layer}.attn."
        arrays |= {at + "c_attn.weight": torch.randn(8, 24) * 0.5,
                   at + "c_attn.bias": torch.randn(24), at + "c_proj.weight": torch.randn(8, 8),
                   at + "c_proj.bias": torch.randn(8),
                   f"h.{layer}.mlp.c_proj.weight": torch.randn(32, 8)}
    save_file(arrays, OUT / "gpt2.safetensors")
    a = {k.split("attn.", 1)[1]: v for k, v in arrays.items() if k.startswith("h.1.attn.")}
    qkv = arrays["x"] @ a["c_attn.weight"] + a["c_attn.bias"]
    q, k, v = (t.unflatten(-1, (2, 4)).transpose(1, 2) for t in qkv.split(8, dim=-1))
    weights = (q @ k.transpose(-1, -2) / 2.0).softmax(-1)
    context = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2)
    expected("gpt2", context @ a["c_proj.weight"] + a["c_proj.bias"], weights)


def llama():
    """Four query heads share two key heads; BF16, as such models are published."""
    at = "model.layers.0.self_attn."
    shapes = {"q_proj": (16, 8), "k_proj": (8, 8), "v_proj": (8, 8), "o_proj": (8, 16)}
    arrays = {f"{at}{n}.weight": torch.randn(s).bfloat16() for n, s in shapes.items()}
    x = torch.randn(1, 4, 8)
    save_file(arrays | {"x": x}, OUT / "llama.safetensors")
    w = {n: arrays[f"{at}{n}.weight"].float().T for n in shapes}
    concat, weights = attention(x, w["q_proj"], w["k_proj"], w["v_proj"], 4, 2)
    expected("llama", concat @ w["o_proj"], weights)


def bert():
    """BERT keeps its output projection outside of attention.self."""
    at = "bert.encoder.layer.0.attention."
    names = {"q": "self.query", "k": "self.key", "v": "self.value", "o": "output.dense"}
    linear = {n: torch.nn.Linear(8, 8) for n in names}
    arrays = {f"{at}{path}.{p}": getattr(linear[n], p).detach() for n, path in names.items()
              for p in ("weight", "bias")}
    arrays["bert.encoder.layer.0.output.dense.weight"] = torch.randn(8, 32)
    x = torch.randn(2, 3, 8)
    save_file(arrays | {"x": x}, OUT / "bert.safetensors")
    q, k, v = (linear[n](x).unflatten(-1, (4, 2)).transpose(1, 2) for n in "qkv")
    weights = (q @ k.transpose(-1, -2) / 2 ** 0.5).softmax(-1)
    context = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2)
    expected("bert", linear["o"](context), weights)


def main():
    OUT.mkdir(exist_ok=True)
    torch.manual_seed(20)
    module("self", torch.randn(2, 5, 8), archive=True)
    module("self_no_bias", torch.randn(1, 4, 8), bias=False)
    module("cross", torch.randn(2, 3, 8), torch.randn(2, 5, 8))
    module("cross_memory_width", torch.randn(1, 3, 8), torch.randn(1, 4, 6), kdim=6, vdim=6)
    module("kdim_vdim", torch.randn(2, 3, 8), torch.randn(2, 4, 6), torch.randn(2, 4, 5), kdim=6,
           vdim=5)
    gpt2()
    llama()
    bert()


if __name__ == "__main__":
    main()
