"""scripts_test.py MHA_TUTOR [--number N] [--seed S] [--keep FOLDER]: attention written as scripts.

Each script goes from a text, or from finished queries, keys and values, as far as its author likes:
with or without a batch, heads (as an axis, or one after the other), a mask, dropout, the join and a
last layer. Names, sizes and spellings are drawn. Every one must be called right, whether the
homework is named or not; and with one line changed for the worse, wrong.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

HEAD = "import math\nimport torch\nimport torch.nn.functional as F\nfrom torch import nn\n\n"
# Of which so many must be found to be wrong, and at their line.
CAUGHT, AT_LINE = 0.95, 0.85
NAMES = {
    "x": "x inputs X emb hidden seq entrada eingabe feats src",
    "q": "q Q query queries Query consulta xq",
    "k": "k K key keys Key clave xk",
    "v": "v V value values Value valor xv",
    "s": "scores attn_scores sim logits energy dots puntajes",
    "w": "weights attn probs p alpha A gewichte",
    "c": "context ctx out o z y mixed kontext",
}


class Script:
    """One script: its lines, and the changes that make it wrong, by line."""

    def __init__(self, draw):
        self.draw = draw
        self.lines, self.worse = [], []
        for name, words in NAMES.items():
            setattr(self, name, draw.choice(words.split()))
        self.batched, self.heads = draw.random() < 0.5, draw.choice(["none", "axis", "axis", "loop"])
        self.masked = draw.choice(["no", "later", "later", "padding"] if self.batched else ["no", "later"])
        self.from_text = self.heads == "loop" or draw.random() < 0.7
        self.number = 1 if self.heads == "none" else draw.choice([2, 3, 4])
        self.tokens, self.each, self.wide = draw.choice([4, 5, 6]), draw.choice([3, 7, 8]), draw.choice([9, 10, 11])
        # Sizes that differ, so that an axis for another shows.
        if self.tokens == self.number or self.tokens == self.each:
            self.tokens = 5
        self.homework = "attention-steps"
        if self.masked == "padding":
            self.homework = "fused-qkv" if self.from_text else "scaled-dot-product"
        elif not self.from_text and self.heads == "none":
            self.homework = "single-head"
        self.write()

    def one(self, *options):
        return self.draw.choice(options)

    def add(self, line, *worse):
        """A line, and what may stand in its place by mistake."""
        self.worse += [(len(self.lines), wrong) for wrong in worse]
        self.lines.append(line)

    def write(self):
        total, lead = self.number * self.each, "2, " if self.batched else ""
        if self.one(0, 1):
            self.add(f"torch.manual_seed({self.one(0, 42, 123)})")
        if self.from_text:
            self.project(lead, total)
        else:
            shape = f"{lead}{self.number}, {self.tokens}, {self.each}" if self.heads == "axis" else f"{lead}{self.tokens}, {total}"
            for name in (self.q, self.k, self.v):
                self.add(f"{name} = torch.randn({shape})")
        if self.from_text and self.heads == "axis":
            turn = ".transpose(1, 2)" if self.batched else ".transpose(0, 1)"
            for name in (self.q, self.k, self.v):
                self.add(f"{name} = {name}.{self.one('view', 'reshape')}({lead}{self.tokens}, {self.number}, {self.each}){turn}")
        joined = False
        if self.heads == "loop":
            self.add("each = []")
            self.add(f"for n in range({self.number}):")
            for name in (self.q, self.k, self.v):
                self.add(f"    {name}_n = {name}[..., n * {self.each}:(n + 1) * {self.each}]")
            self.head("    ", f"{self.q}_n", f"{self.k}_n", f"{self.v}_n")
            self.add(f"    each.append({self.c})")
            self.add(f"{self.c} = torch.cat(each, dim=-1)")
        else:
            self.head("", self.q, self.k, self.v)
            joined = self.heads == "axis" and (self.masked == "padding" or self.one(0, 1, 1))
            if joined:
                self.join(total)
        if (self.heads == "loop" or joined) and self.from_text and (self.masked == "padding" or self.one(0, 1)):
            self.add(f"last = nn.Linear({total}, {total})")
            self.add(f"{self.c} = last({self.c})")
        self.add(f"print({self.c}.shape)")

    def project(self, lead, total):
        self.add(f"{self.x} = torch.randn({lead}{self.tokens}, {self.wide})")
        layers = [f"{self.one('W', 'to', 'proj')}_{i}" for i in "qkv"]
        kind = self.one("layer", "parameter", "tensor")
        for layer in layers:
            made = {"layer": f"nn.Linear({self.wide}, {total}, bias=False)", "tensor": f"torch.randn({self.wide}, {total})",
                    "parameter": f"nn.Parameter(torch.rand({self.wide}, {total}))"}[kind]
            self.add(f"{layer} = {made}")
        for name, layer in zip((self.q, self.k, self.v), layers):
            self.add(f"{name} = {layer}({self.x})" if kind == "layer" else f"{name} = {self.x} @ {layer}")

    def head(self, indent, q, k, v):
        root = self.one(f"{self.each if self.heads != 'none' else self.number * self.each} ** 0.5", f"{k}.shape[-1] ** 0.5", f"math.sqrt({q}.size(-1))")
        bare = root.replace(" ** 0.5", "").replace("math.sqrt", "")
        self.add(f"{indent}{self.s} = {q} @ {k}.{self.one('transpose(-2, -1)', 'mT')}")
        self.add(f"{indent}{self.s} = {self.s} / {root}", f"{indent}{self.s} = {self.s} / {bare}", f"{indent}{self.s} = {self.s} * {root}")
        self.mask(indent)
        softmax = self.one("torch.softmax({}, dim={})", "F.softmax({}, dim={})", "{}.softmax({})", "nn.Softmax(dim={1})({0})")
        wrong = [] if self.masked == "padding" else [f"{indent}{self.w} = {softmax.format(self.s, -2)}"]
        self.add(f"{indent}{self.w} = {softmax.format(self.s, -1)}", *wrong)
        if self.one(0, 0, 1):
            self.add(f"{indent}print({self.w}.sum(dim=-1))")
        if self.one(0, 0, 0, 1):
            self.add(f"{indent}{self.w} = nn.Dropout(0.1).eval()({self.w})")
        self.add(f"{indent}{self.c} = {self.w} @ {v}")

    def mask(self, indent):
        if self.masked == "later":
            keep = f"torch.ones({self.tokens}, {self.tokens}).tril()"
            self.add(f"{indent}{self.s} = {self.s}.masked_fill({keep} == 0, -torch.inf)", f"{indent}{self.s} = {self.s}.masked_fill({keep} == 1, -1e9)")
        if self.masked == "padding":
            axes = "[:, None, None, :]" if self.heads == "axis" else "[:, None, :]"
            self.add(f"{indent}is_word = torch.arange({self.tokens}) < torch.tensor([{self.tokens}, 2])[:, None]")
            self.add(self.one(f"{indent}{self.s} = {self.s}.masked_fill(~is_word{axes}, -1e9)",
                              f"{indent}{self.s} = torch.where(is_word{axes}, {self.s}, torch.tensor(-1e9))"))

    def join(self, total):
        turn, shape = ("transpose(1, 2)", f"2, {self.tokens}, {total}") if self.batched else ("transpose(0, 1)", f"{self.tokens}, {total}")
        how = self.one(f"reshape({shape})", f"contiguous().view({shape})", "flatten(-2)")
        self.add(f"{self.c} = {self.c}.{turn}.{how}", f"{self.c} = {self.c}.{how}")

    def text(self, change=None):
        lines = list(self.lines)
        if change:
            lines[change[0]] = change[1]
        return HEAD + "\n".join(lines) + "\n"


def has_last_layer(script):
    return any(line.startswith("last = ") for line in script.lines)


def reports(exe, folder, *name):
    run = subprocess.run([exe, "check", folder, *name, "--json"], capture_output=True, text=True)
    found, rest = [], run.stdout
    while rest:
        report, end = json.JSONDecoder().raw_decode(rest)
        found.append(report)
        rest = rest[end:].lstrip()
    assert len(found) == len(os.listdir(folder)), run.stdout + run.stderr
    return {os.path.basename(report["file"]): report for report in found}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("exe")
    parser.add_argument("--number", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="a folder for the scripts")
    options = parser.parse_args()
    draw = random.Random(options.seed)
    failed = caught = at_line = changed = 0
    with tempfile.TemporaryDirectory() as temporary:
        by_homework, lines = {}, {}
        while sum(map(len, by_homework.values())) < options.number:
            script = Script(draw)
            # A padded text without a last layer answers no homework.
            if script.homework == "fused-qkv" and not has_last_layer(script):
                continue
            by_homework.setdefault(script.homework, []).append(script)
        for homework, scripts in by_homework.items():
            right, wrong = (os.path.join(options.keep or temporary, homework, kind) for kind in ("right", "wrong"))
            os.makedirs(right)
            os.makedirs(wrong)
            for i, script in enumerate(scripts):
                change = draw.choice(script.worse)
                lines[homework, f"{i:03}.py"] = change[0] + 1 + HEAD.count("\n")
                for folder, text in ((right, script.text()), (wrong, script.text(change))):
                    with open(f"{folder}/{i:03}.py", "w", encoding="utf-8") as f:
                        f.write(text)
            for name in ([homework], []):
                for file, report in reports(options.exe, right, *name).items():
                    if report["verdict"] != "right":
                        failed += 1
                        print(f"{homework}, {'named' if name else 'not named'}: {report['verdict']}\n{open(os.path.join(right, file)).read()}")
            for file, report in reports(options.exe, wrong, homework).items():
                changed += 1
                caught += report["verdict"] == "wrong"
                at_line += report["verdict"] == "wrong" and (report["fault"] or {}).get("line") == lines[homework, file]
    print(f"{options.number} scripts: {failed} reports that are not right; {caught} of {changed} wrong ones found, {at_line} at their line")
    sys.exit(failed > 0 or caught < CAUGHT * changed or at_line < AT_LINE * changed)


if __name__ == "__main__":
    main()
