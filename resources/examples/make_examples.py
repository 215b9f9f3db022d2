#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the example sessions beside this file. Weights that are not drawn are made here by hand,
from what they are meant to do; each construction says why it works. Needs Python alone."""
import json
import math
import pathlib

HERE = pathlib.Path(__file__).parent


def zeros(rows, columns):
    return [[0.0] * columns for _ in range(rows)]


def tidy(value):
    """Numbers as short as they can be: 0 instead of 0.0, six decimals."""
    if isinstance(value, list):
        return [tidy(v) for v in value]
    if isinstance(value, float):
        v = round(value, 6)
        return int(v) if v == int(v) else v
    return value


# What an example is called and says in Chinese, by the number its file name begins with.
CHINESE = {
    "01": ("四个头，四种习惯",
           "每个头的权重都被设定为只做一件事。头 0 寻找相同的词：请看 cat 和 the。头 1 看前一个词，头 2 看第一个词，头 3 看邻近的词。换一句话试试：它们对任何词都一样，因为头 1 到 3 读取位置编码，头 0 比较词本身。"),
    "02": ("语言模型不许向前看",
           "因果掩码隐藏查询右侧的所有键，于是权重成为三角形，第一个词只能看自己。各头的习惯与第一个示例相同；关闭掩码，看看它拿走了什么。"),
    "03": ("三个句子，一个批次",
           "同一批次的序列必须等长，所以短句用 [PAD] 补齐。填充掩码隐藏这些键：它们的列为零。关闭它，每个词都会去注意虚无。"),
    "04": ("交叉注意力：这个词译自哪个词？",
           "查询来自中文句子，键和值来自英文句子，因此图不是方形。头 0 比较词义，把两句对齐；头 1 比较词类，名词找名词，修饰语找修饰语。"),
    "05": ("为什么分数要除以 d_k 的平方根",
           "d_k = 256 时分数的标准差接近 16，不缩放时 softmax 只选中一个键而丢掉其余：几乎每行只剩一格。把缩放设为 1/√d_k，各行就恢复了；拖动 d_k，观察坍缩从哪里开始。"),
    "06": ("常见错误：在 softmax 之后才加掩码",
           "这里隐藏的权重在 softmax 之后被置为 0。三角形看似正确，但各行之和不再是 1：隐藏的键占去的部分丢失了，前几行最为严重。请在“掩码”视图中比较六种方式。"),
    "07": ("只有位置",
           "所有词都相同且嵌入为零，只剩下位置编码。查询和键就是编码本身：分数只取决于距离 i − j，每条对角线颜色相同。拖动底数，看带子变宽。"),
    "08": ("复制前一个词的头",
           "查询被转回一个位置（对每对正弦和余弦做旋转），于是每个词都找到它前面的词并复制其值：这是归纳头的前半部分。有因果掩码时，第一个词只有它自己。"),
    "09": ("没有可看之物的一行",
           "因果掩码只让第一个词看到自己，而自定义掩码又隐藏了这个键，如同左侧填充。没有可见键的行没有 softmax：它显示为零，并在下方注明。把空行设为 nan，看看单凭公式会得到什么，以及它会扩散多远。"),
    "10": ("生病的头",
           "四个健康的习惯旁边是四个有毛病的头。头 4 的 W_O 为零：它是死的。头 5 与头 1 相同：两个中有一个多余。头 6 的分数被放大五十倍，softmax 饱和，几乎没有梯度通过。头 7 的查询为零：它对所有词一视同仁。打开“头”视图，移动阈值，并看看拿走一个头会改变什么。"),
}


def write(name, title, note, config, text=None, init=None, arrays=None, **more):
    session = {"format": "attnscope", "version": 1, "title": title, "note": note}
    session["title_zh"], session["note_zh"] = CHINESE[name[:2]]
    if text:
        session["text"] = text
    session.update(more)
    session["config"] = config
    session["init"] = init or {"seed": 42}
    # d_k = d_model / heads stays so while it is dragged, where it is so to begin with.
    c = config
    session["view"] = {"tie_d_k": c["d_k"] == c["d_v"] and c["d_k"] * c["heads"] == c["d_model"]}
    head = json.dumps(session, ensure_ascii=False, indent=1)
    if arrays:
        # One matrix row a line.
        parts = []
        for key, value in arrays.items():
            rows = tidy(value)
            body = (",\n   ".join(json.dumps(r, ensure_ascii=False, separators=(",", ":")) for r in rows)
                    if isinstance(rows[0], list) else
                    json.dumps(rows, separators=(",", ":"))[1:-1])
            parts.append(f'  "{key}": [{body}]')
        head = head[:-2] + ',\n "arrays": {\n' + ",\n".join(parts) + "\n }\n}"
    (HERE / name).write_text(head + "\n", encoding="utf-8")


def frequency(pair, d_model, base=10000.0):
    return base ** (-2.0 * pair / d_model)


def shift_head(w_q, w_k, column, pairs, d_model, shift, gain):
    """Scores sum over pairs of gain * cos((i + shift - j) * frequency): largest at j = i + shift.
    Keys copy the sine and cosine of their position; queries copy theirs turned by the angle that
    `shift` positions make, which is what the addition theorem of sine and cosine does."""
    for n, pair in enumerate(pairs):
        s, c = 2 * pair, 2 * pair + 1
        to_s, to_c = column + 2 * n, column + 2 * n + 1
        a = shift * frequency(pair, d_model)
        w_k[s][to_s] = w_k[c][to_c] = 1.0
        w_q[s][to_s], w_q[c][to_s] = gain * math.cos(a), gain * math.sin(a)
        w_q[c][to_c], w_q[s][to_c] = gain * math.cos(a), -gain * math.sin(a)


def four_habits():
    """Heads of d_k = 16 over d_model = 64. Words are faint (deviation 0.08) beside positions
    (amplitude 1). The fast waves, pairs 0 to 7, tell neighbours apart; the slow ones, from pair 20,
    hardly move within a sentence, so their columns are left to the words."""
    d_model, d_k = 64, 16
    w_q, w_k = zeros(d_model, 4 * d_k), zeros(d_model, 4 * d_k)
    b_q, b_k = [0.0] * (4 * d_k), [0.0] * (4 * d_k)
    # Head 0, same word: x·x is largest with the word itself. Sines of slow waves are 0 and their
    # cosines 1, which the biases take off.
    rows = [2 * p for p in range(20, 32)] + [2 * p + 1 for p in range(28, 32)]
    for n, row in enumerate(rows):
        w_q[row][n], w_k[row][n] = 18.0, 12.5
        if row % 2:
            b_q[n], b_k[n] = -18.0, -12.5
    # Head 1, the word before.
    shift_head(w_q, w_k, d_k, range(8), d_model, -1, 16.0)
    # Head 2, the first word: the query is a bias alone, the encoding of position 0.
    for n in range(8):
        w_k[2 * n][2 * d_k + 2 * n] = w_k[2 * n + 1][2 * d_k + 2 * n + 1] = 1.0
        b_q[2 * d_k + 2 * n + 1] = 9.0
    # Head 3, the neighbourhood: slower waves and a low gain.
    shift_head(w_q, w_k, 3 * d_k, range(3, 11), d_model, 0, 4.0)
    return {"W_Q": w_q, "W_K": w_k, "b_Q": b_q, "b_K": b_k}


def config(d_model, heads, d_k, d_v, **rest):
    c = {"d_model": d_model, "heads": heads, "d_k": d_k, "d_v": d_v,
         "positional": {"kind": "sinusoidal", "base": 10000}}
    c.update(rest)
    return c


HABITS_INIT = {"seed": 42, "X_embed": "normal:0.08", "W_V": "identity", "W_O": "identity"}
NO_PE = {"kind": "none"}


def main():
    habits = four_habits()
    write("01-four-heads.json", "Four heads, four habits",
          "Each head was given weights that do one thing. Head 0 looks for the same word: follow 'cat' "
          "and 'the'. Head 1 looks at the word before, head 2 at the first word, head 3 at the "
          "neighbourhood. Type another sentence: they do the same with any words, since heads 1 to 3 "
          "read the positional encoding and head 0 compares words with themselves.",
          config(64, 4, 16, 16), ["the cat sat on the mat because the cat was tired"],
          HABITS_INIT, habits)

    write("02-causal.json", "A language model may not look ahead",
          "The causal mask hides every key to the right of the query, so that the weights are a "
          "triangle and the first word can only look at itself. The habits of the heads are those of "
          "the first example; switch the mask off to see what it takes away.",
          config(64, 4, 16, 16, mask={"causal": True}),
          ["once upon a time there was a cat and the cat liked a nap"], HABITS_INIT, habits)

    write("03-padding.json", "Three sentences, one batch",
          "Sequences of a batch must be equally long, so the short ones are filled up with [PAD]. The "
          "padding mask hides those keys: their columns are zero. Switch it off, and every word pays "
          "attention to nothing.",
          config(32, 4, 8, 8, mask={"padding": True}),
          ["the quick brown fox jumps over the lazy dog", "attention is all you need", "hello world"],
          {"seed": 7, "W_Q": "normal:0.22", "W_K": "normal:0.22"})

    # Meaning in columns 0 to 4, word class (pronoun or noun, verb, modifier) in columns 5 to 7.
    english = [("I", 0, 5), ("like", 1, 6), ("this", 2, 7), ("black", 3, 7), ("cat", 4, 5)]
    chinese = [("我", 0, 5), ("喜", 1, 6), ("欢", 1, 6), ("这", 2, 7), ("只", 2, 7), ("黑", 3, 7), ("猫", 4, 5)]

    def rows(words):
        out = []
        for _, meaning, kind in words:
            row = [0.0] * 8
            row[meaning] = row[kind] = 1.0
            out.append(row)
        return [out]

    w = zeros(8, 16)
    for i in range(5):
        w[i][i] = 3.2
    for i in range(5, 8):
        w[i][8 + i] = 2.6
    v = zeros(8, 16)
    for i in range(8):
        v[i][i] = v[i][8 + i] = 1.0
    write("04-translation.json", "Cross-attention: which word does this one translate?",
          "Queries come from the Chinese sentence, keys and values from the English one, so the map is "
          "not square. Head 0 compares meanings and aligns the two; head 1 compares word classes, so "
          "that nouns find nouns and modifiers find modifiers.",
          config(8, 2, 8, 8, positional=NO_PE), ["我喜欢这只黑猫"],
          {"seed": 42, "W_O": "normal:0.35"},
          {"X_embed": rows(chinese), "X_memory": rows(english), "W_Q": w, "W_K": w, "W_V": v},
          memory_text=["I like this black cat"])

    write("05-saturation.json", "Why scores are divided by the root of d_k",
          "With d_k = 256 the scores have a deviation near 16, and without scaling the softmax picks one "
          "key and drops the rest: almost every row is one cell. Set the scaling to 1/√d_k and the "
          "rows come back; drag d_k to watch the collapse begin.",
          config(64, 4, 256, 16, scaling={"mode": "none"}),
          ["a softmax with large scores listens to one key and forgets the others"],
          {"seed": 3, "W_Q": "normal:0.1", "W_K": "normal:0.1"})

    write("06-mask-after-softmax.json", "A common mistake: masking after the softmax",
          "Here hidden weights are set to 0 after the softmax. The triangle looks right, but rows no "
          "longer sum to 1: what the hidden keys took is lost, most of all in the first rows. Compare "
          "the six ways in the Masks view.",
          config(32, 4, 8, 8, mask={"causal": True, "application": "multiply_weights"}),
          ["the first words lose the most when the mask comes too late"],
          {"seed": 11, "W_Q": "normal:0.2", "W_K": "normal:0.2"})

    write("07-positions-alone.json", "Positions alone",
          "All words are the same and their embeddings are zero, so only the positional encoding is "
          "left. Queries and keys are the encoding itself: the score depends on the distance i − j "
          "alone, and every diagonal has one colour. Drag the base and watch the band widen.",
          config(32, 1, 32, 32), ["la la la la la la la la la la la la la la la la"],
          {"seed": 42, "X_embed": "zeros", "W_Q": "identity:1.6", "W_K": "identity", "W_V": "identity",
           "W_O": "identity"})

    w_q, w_k = zeros(32, 32), zeros(32, 32)
    shift_head(w_q, w_k, 0, range(8), 32, -1, 24.0)
    write("08-previous-word.json", "A head that copies the previous word",
          "Queries are turned back by one position (a rotation of each sine and cosine pair), so every "
          "word finds the one before it and copies its value: the first half of an induction head. With "
          "the causal mask the first word has only itself.",
          config(32, 1, 32, 32, mask={"causal": True}),
          ["one fish two fish red fish blue fish"],
          {"seed": 42, "X_embed": "normal:0.05", "W_V": "identity", "W_O": "identity"},
          {"W_Q": w_q, "W_K": w_k})

    keep = [[0 if j == 0 else 1 for j in range(6)] for _ in range(6)]
    write("09-empty-row.json", "A row with nothing to look at",
          "The causal mask leaves the first word only itself, and the custom mask hides that key too, as "
          "padding on the left does. A row without a visible key has no softmax: it is shown as zeros "
          "and named below. Set the empty row to nan to see what the bare formula gives, and how far it "
          "spreads.",
          config(32, 4, 8, 8, mask={"causal": True, "custom": True}),
          ["nobody hears the first word here"],
          {"seed": 5, "W_Q": "normal:0.22", "W_K": "normal:0.22"}, {"mask_keep": keep})

    # Eight heads: the four habits, and what goes wrong with heads.
    arrays = {}
    for key in ("W_Q", "W_K"):
        arrays[key] = [row + [0.0] * 64 for row in habits[key]]
    for key in ("b_Q", "b_K"):
        arrays[key] = habits[key] + [0.0] * 64
    for key in ("W_Q", "W_K"):
        for row in arrays[key]:
            row[64:80] = row[0:16]  # head 4 looks like head 0, and is cut off below
            row[80:96] = row[16:32]  # head 5 is head 1
            row[96:112] = row[48:64]  # head 6 is head 3, its scores 50 times as large
            if key == "W_K":
                row[112:128] = row[16:32]  # head 7 has keys, and asks for nothing
        if key == "W_Q":
            for row in arrays[key]:
                row[96:112] = [50.0 * v for v in row[96:112]]
    for key in ("b_Q", "b_K"):
        arrays[key][64:80] = arrays[key][0:16]
    w_v, w_o = zeros(64, 128), zeros(128, 64)
    for i in range(64):
        w_v[i][i] = w_v[i][64 + i] = 1.0
        w_o[i][i] = 1.0
        w_o[64 + i][i] = 0.0 if i < 16 else 0.5
    write("10-sick-heads.json", "Heads that are sick",
          "Four healthy habits, and beside them four heads with something wrong. Head 4 has a W_O of "
          "zero: it is dead. Head 5 is head 1 again, so one of them would do. Head 6 has scores fifty "
          "times as large: its softmax is saturated and lets next to no gradient through. Head 7 has "
          "queries of zero and looks at all words alike. Open the Heads view, move the thresholds, and "
          "see what taking a head out would change.",
          {**config(64, 8, 16, 16), "gradient": {"upstream": "output"}},
          ["the cat sat on the mat because the cat was tired"],
          {"seed": 42, "X_embed": "normal:0.08"},
          {**arrays, "W_V": w_v, "W_O": w_o})


if __name__ == "__main__":
    main()
