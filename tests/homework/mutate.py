#!/usr/bin/env python3
"""mutate.py FOLDER [--seed N] [--pairs N] [--jobs N] [--only NAME]

Makes the corpus of wrong homework: applies every mutation of corpus/ to every program
of right/ that it fits, also neutral rewrites and pairs of mistakes. Each program is run
under real PyTorch beside its right original with the same parameters, and kept only if
the difference that its label promises shows. FOLDER gets the programs and manifest.json;
score.py measures a checker against them.
"""

import argparse
import collections
import json
import os
import shutil
import sys

sys.dont_write_bytecode = True
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from corpus import make


def write(folder, programs):
    """The programs under names that give nothing away, and manifest.json."""
    if os.path.isdir(f"{folder}/programs"):
        shutil.rmtree(f"{folder}/programs")
    os.makedirs(f"{folder}/programs")
    manifest = []
    for number, c in enumerate(programs):
        entry = c.pop("entry")
        source = c.pop("source")
        path = f"programs/{number:05}.py"
        with open(f"{folder}/{path}", "w", encoding="utf-8") as f:
            f.write(source)
        manifest.append(dict(file=path, assignment=entry["assignment"],
                             style=entry["style"], **c))
    with open(f"{folder}/manifest.json", "w", encoding="utf-8") as f:
        json.dump(manifest, f, indent=0)
    return manifest


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pairs", type=int, default=8, help="per right program")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", help="right programs whose name holds this")
    parser.add_argument("--dropped", action="store_true", help="list what was dropped")
    options = parser.parse_args()
    kept, dropped = make.build(options.seed, options.pairs, options.jobs, options.only)
    if options.dropped:
        for c in dropped:
            print("dropped", c["key"], c["verdict"], c["shows"], c["error"])
    manifest = write(options.folder, kept)
    counts = collections.Counter((c["kind"], c["verdict"]) for c in manifest)
    for (kind, verdict), count in sorted(counts.items()):
        print(f"{count:5} {kind}, {verdict}")
    ids = collections.Counter(l["ids"][0] for c in manifest for l in c["labels"] if l["ids"])
    print(len(ids), "misconceptions;", len(dropped), "candidates that show nothing")
    if options.dropped:
        for name, a, b in make.unparted(manifest):
            print("same numbers", a["key"], a["labels"][0]["ids"], b["key"], b["labels"][0]["ids"],
                  a["error"] or "")
        for name, count in sorted(ids.items()):
            print(f"{count:5} {name}")


if __name__ == "__main__":
    main()
