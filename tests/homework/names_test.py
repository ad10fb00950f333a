"""names_test.py MHA_TUTOR [--number N] [--seed S] [--keep FOLDER]: right programs under random names.

Each program is written as lessons and libraries write it; only the names, the order of the
arguments, the sizes that the constructor takes, where they come from and the form of the mask are
drawn. All are right, and none may be called anything else: what a name stands for must never depend
on the other names.
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile

# Names of constructor arguments and of attributes, by the size that they hold.
ARGUMENTS = {
    "width": "d_in d_model embed_dim dim n_embd hidden_size in_dim d c input_dim emb_dim dim_in C E features width query_dim",
    "memory": "d_memory d_mem context_dim memory_dim kv_dim d_ctx enc_dim cross_dim d_kv mem_dim d_src source_dim",
    "out": "d_out dim_out out_dim inner_dim d_attn all_head_size proj_dim hidden output_dim D n_out",
    "heads": "num_heads n_heads heads h n_head nhead H nh num_attention_heads",
    "each": "head_dim d_head head_size d_k dim_head attention_head_size hs dh dk per_head hd width_per_head",
    "length": "context_length block_size max_len max_tokens T_max n_ctx max_seq_len max_position_embeddings",
    "rate": "dropout p drop_rate attn_drop dropout_p rate attn_pdrop p_drop",
}
ATTRIBUTES = {
    "width": "d_in d_model dim d c embed_dim C width n din",
    "out": "d_out inner all dim d embed_dim D hidden out total width size",
    "heads": "num_heads h heads n_heads H n nh k_heads count",
    "each": "head_dim d d_head d_k hd dk size dim w D dim_per_head head_width k_dim s c",
}
LAYERS = ["W_query W_key W_value", "query key value", "q_proj k_proj v_proj", "wq wk wv", "to_q to_k to_v", "Q K V", "q k v",
          "lin_q lin_k lin_v", "fc_q fc_k fc_v", "w_1 w_2 w_3", "a b cc"]
LAST = "out_proj proj wo W_o out fc to_out output dense o final c_proj mix linear"
INPUT = "x X inputs hidden_states tokens emb seq t u"
MEMORY = "memory mem context y encoder_out enc source kv src m other encoder_hidden_states"
MASK = "mask attn_mask attention_mask key_mask padding valid keep pad_mask"
LENGTHS = "lengths lens valid_len seq_lens"
CLASS = "Attention MHA MultiHeadAttention Att AttentionLayer Layer"

HEAD = """import math
import torch
import torch.nn as nn


"""


class Names:
    """Random names, no two of one kind alike."""

    def __init__(self, draw):
        self.draw = draw
        self.argument = self.distinct(ARGUMENTS)
        while True:
            self.attribute = self.distinct(ATTRIBUTES)
            self.layers = draw.choice(LAYERS).split()
            self.last = self.one(LAST)
            if len({*self.attribute.values(), *self.layers, self.last}) == 8:
                break
        self.x, self.memory, self.mask = self.one(INPUT), self.one(MEMORY), self.one(MASK)
        self.cls = self.one(CLASS)

    def one(self, words):
        return self.draw.choice(words.split() if isinstance(words, str) else words)

    def distinct(self, table):
        while True:
            names = {key: self.one(words) for key, words in table.items()}
            if len(set(names.values())) == len(names):
                return names

    def sizes(self):
        """What the constructor takes, the width of all heads together, and the lines that keep sizes."""
        a, kept = self.argument, self.attribute
        form = self.one(["each", "all", "all", "one"])
        taken = {"each": [a["width"], a["heads"], a["each"]], "all": [a["width"], a["out"], a["heads"]],
                 "one": [a["width"], a["heads"]]}[form]
        total = {"each": f"{a['heads']} * {a['each']}", "all": a["out"], "one": a["width"]}[form]
        each = a["each"] if form == "each" else f"{total} // {a['heads']}"
        lines = [f"self.{kept['heads']} = {a['heads']}", f"self.{kept['each']} = {each}"]
        self.draw.shuffle(lines)
        if form != "one" and self.draw.random() < 0.4:
            lines.append(f"self.{kept['out']} = {total}")
            total = f"self.{kept['out']}"
        if self.draw.random() < 0.25:
            lines.insert(0, f"self.{kept['width']} = {a['width']}")
        if self.draw.random() < 0.3:
            self.draw.shuffle(taken)
        return taken, total, lines


def hidden(names, mask, scores, kind):
    """Lines that hide in `scores` what `mask` does not keep: of a text (pad), or of each query (table)."""
    lines = []
    if kind == "lengths":
        lines.append(f"{mask} = torch.arange({scores}.size(-1))[None, :] < {mask}[:, None]")
    if kind != "table":
        mask = names.one([f"{mask}[:, None, None, :]", f"{mask}.unsqueeze(1).unsqueeze(2)", f"{mask}.view({mask}.size(0), 1, 1, -1)"])
    infinity = names.one(["float('-inf')", "-torch.inf", "-1e9", f"torch.finfo({scores}.dtype).min"])
    return lines + names.one([
        [f"{scores} = {scores}.masked_fill({mask} == 0, {infinity})"],
        [f"{scores} = {scores}.masked_fill(~{mask}.bool(), {infinity})"],
        [f"{scores} = torch.where({mask}.bool(), {scores}, torch.full_like({scores}, {infinity}))"],
        [f"extra = (1.0 - {mask}.to({scores}.dtype)) * -1e9", f"{scores} = {scores} + extra"],
        [f"{scores}.masked_fill_({mask} == 0, {infinity})"],
        [f"extra = torch.zeros_like({scores}).masked_fill({mask} == 0, {infinity})", f"{scores} = {scores} + extra"]])


def masked(names, kind):
    """A parameter for a mask, which may be left out or not, and the lines that apply it to `scores`."""
    name = names.one(LENGTHS) if kind == "lengths" else names.mask
    lines = hidden(names, name, "scores", kind)
    if names.draw.random() < 0.3:
        return f", {name}", lines
    return f", {name}=None", [f"if {name} is not None:"] + ["    " + line for line in lines]


def configured(names, taken):
    """The sizes as arguments, or as fields of a configuration: a class before, what is taken, and the prefix."""
    if names.draw.random() < 0.7 or any("=" in t for t in taken):
        return "", taken, ""
    config = names.one("cfg config args hp")
    values = {"width": 12, "out": 12, "heads": 3, "each": 4, "length": 16, "memory": 10}
    fields = "".join(f"    {t}: int = {next(v for k, v in values.items() if names.argument[k] == t)}\n" for t in taken)
    return f"from dataclasses import dataclass\n\n\n@dataclass\nclass Sizes:\n{fields}\n\n", [config], config + "."


def written(names, taken, lines, called, forward):
    before, taken, prefix = configured(names, taken)
    if prefix:
        fields = [word for word in names.argument.values()]
        lines = [re.sub(r"(?<![.\w'])(" + "|".join(fields) + r")(?![\w'])(?!\s*=[^=])", prefix + r"\1", line) for line in lines]
    star = ["*"] if names.draw.random() < 0.15 else []
    note = names.one(["", "", ": int"])
    taken = [t if "=" in t else t + note for t in taken]
    taken.sort(key=lambda t: "=" in t)
    text = [f"{before}class {names.cls}(nn.Module):", f"    def __init__(self, {', '.join(star + taken)}):", "        super().__init__()"]
    text += ["        " + line for line in lines] + ["", f"    def forward(self, {called}):"]
    return "\n".join(text + ["        " + line for line in forward]) + "\n"


def heads(names, causal):
    """Multi-head attention from three layers, with or without a causal mask."""
    taken, total, lines = names.sizes()
    a, x = names.argument, names.x
    number, each = f"self.{names.attribute['heads']}", f"self.{names.attribute['each']}"
    mask = "torch.ones(T, T).triu(1).bool()"
    if causal and names.draw.random() < 0.7:
        taken.insert(names.draw.randrange(len(taken) + 1), a["length"])
        lines.append(f"self.register_buffer('later', torch.triu(torch.ones({a['length']}, {a['length']}), diagonal=1).bool())")
        mask = "self.later[:T, :T]"
    if causal:
        taken.append(a["rate"] + "=0.0")
        lines.append(f"self.drop = nn.Dropout({a['rate']})")
    lines += [f"self.{n} = nn.Linear({a['width']}, {total})" for n in names.layers]
    lines.append(f"self.{names.last} = nn.Linear({total}, {total})")
    split = names.one([f".view(B, T, {number}, {each}).transpose(1, 2)", f".reshape(B, T, {number}, -1).permute(0, 2, 1, 3)",
                       f".unflatten(-1, ({number}, {each})).transpose(1, 2)"])
    forward = [f"B, T, _ = {x}.shape"] + [f"{n} = self.{layer}({x}){split}" for n, layer in zip(("qs", "ks", "vs"), names.layers)]
    scale = names.one(["/ ks.shape[-1] ** 0.5", "* ks.size(-1) ** -0.5", f"/ {each} ** 0.5", "/ math.sqrt(qs.size(-1))"])
    forward.append(f"scores = qs @ ks.transpose(-2, -1) {scale}")
    if causal:
        forward.append(f"scores = scores.masked_fill({mask}, float('-inf'))")
    called = x
    if names.draw.random() < 0.3:
        more, hiding = masked(names, names.one(["pad", "lengths"]))
        called, forward = called + more, forward + hiding
    forward.append("shares = torch.softmax(scores, dim=-1)")
    if causal:
        forward.append("shares = self.drop(shares)")
    forward += ["joined = (shares @ vs).transpose(1, 2).flatten(2)", f"return self.{names.last}(joined)"]
    return HEAD + written(names, taken, lines, called, forward)


def cross(names):
    """Attention to another text, perhaps with a mask for its padding."""
    taken, total, lines = names.sizes()
    a = names.argument
    number, each = f"self.{names.attribute['heads']}", f"self.{names.attribute['each']}"
    memory = a["width"]
    if names.draw.random() < 0.7:
        memory = a["memory"]
        taken.insert(names.draw.randrange(len(taken) + 1), memory)
    lines += [f"self.{n} = nn.Linear({memory if i else a['width']}, {total})" for i, n in enumerate(names.layers)]
    lines.append(f"self.{names.last} = nn.Linear({total}, {total})")
    forward = [f"B, T, _ = {names.x}.shape"]
    forward += [f"{n} = self.{layer}({names.memory if i else names.x}).view(B, -1, {number}, {each}).transpose(1, 2)"
                for i, (n, layer) in enumerate(zip(("qs", "ks", "vs"), names.layers))]
    forward.append("scores = qs @ ks.transpose(-2, -1) / ks.shape[-1] ** 0.5")
    called = f"{names.x}, {names.memory}"
    if names.draw.random() < 0.6:
        more, hiding = masked(names, names.one(["pad", "pad", "lengths"]))
        called, forward = called + more, forward + hiding
    forward += ["joined = (scores.softmax(-1) @ vs).transpose(1, 2).reshape(B, T, -1)", f"return self.{names.last}(joined)"]
    return HEAD + written(names, taken, lines, called, forward)


def fused(names):
    """One layer for queries, keys and values, and any mask."""
    taken, total, lines = names.sizes()
    a, x, layer = names.argument, names.x, names.one("qkv qkv_proj c_attn in_proj to_qkv W proj_in fused W_qkv big")
    number, each = f"self.{names.attribute['heads']}", f"self.{names.attribute['each']}"
    lines += [f"self.{layer}_ = nn.Linear({a['width']}, 3 * ({total}))", f"self.{names.last} = nn.Linear({total}, {total})",
              f"self.drop = nn.Dropout({a['rate']})"]
    forward = [f"B, T, _ = {x}.shape"] + names.one([
        [f"qs, ks, vs = self.{layer}_({x}).view(B, T, 3, {number}, {each}).permute(2, 0, 3, 1, 4)"],
        [f"qs, ks, vs = self.{layer}_({x}).chunk(3, dim=-1)"] +
        [f"{n} = {n}.view(B, T, {number}, {each}).transpose(1, 2)" for n in ("qs", "ks", "vs")]])
    called, hiding = masked(names, names.one(["table", "pad", "lengths"]))
    forward += [f"scores = qs @ ks.transpose(-2, -1) / {each} ** 0.5", *hiding, "shares = self.drop(scores.softmax(-1))",
                "joined = (shares @ vs).transpose(1, 2).flatten(2)", f"return self.{names.last}(joined)"]
    return HEAD + written(names, taken + [a["rate"] + "=0.0"], lines, x + called, forward)


def single(names):
    """Self-attention of one head, from layers."""
    a, x = names.argument, names.x
    lines = [f"self.{names.attribute['out']} = {a['out']}"] if names.draw.random() < 0.4 else []
    lines += [f"self.{n} = nn.Linear({a['width']}, {a['out']}, bias=qkv_bias)" for n in names.layers]
    forward = [f"{n} = self.{layer}({x})" for n, layer in zip(("qs", "ks", "vs"), names.layers)]
    forward += ["scores = qs @ ks.transpose(-2, -1)", "return torch.softmax(scores / ks.shape[-1] ** 0.5, dim=-1) @ vs"]
    return HEAD + written(names, [a["width"], a["out"], "qkv_bias=False"], lines, x, forward)


KINDS = {"multi-head": lambda names: heads(names, causal=True), "multi-head-plain": lambda names: heads(names, causal=False),
         "cross-attention": cross, "fused-qkv": fused, "self-attention-linear": single}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("exe")
    parser.add_argument("--number", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="a folder for the programs")
    options = parser.parse_args()
    draw = random.Random(options.seed)
    failed = 0
    with tempfile.TemporaryDirectory() as temporary:
        for kind, program in KINDS.items():
            folder = os.path.join(options.keep or temporary, kind)
            os.makedirs(folder)
            for i in range(options.number // len(KINDS)):
                with open(f"{folder}/{i:03}.py", "w", encoding="utf-8") as f:
                    f.write(program(Names(draw)))
            run = subprocess.run([options.exe, "check", folder, kind, "--json"], capture_output=True, text=True)
            reports = [json.loads(line) for line in run.stdout.splitlines()]
            assert len(reports) == options.number // len(KINDS), run.stdout + run.stderr
            for report in reports:
                if report["verdict"] == "right":
                    continue
                failed += 1
                print(f"{kind}: {report['verdict']}")
                with open(os.path.join(folder, os.path.basename(report["file"])), encoding="utf-8") as f:
                    print(f.read())
    print(f"{failed} of {options.number} are not called right")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
