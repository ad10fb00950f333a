"""The programs of wrong/, written by hand after real ones, with their labels."""

import json
import os

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "wrong")


def read():
    """(mended source, candidate) of every program. A line of a label is given by
    a piece of its text; `mend` lists the texts to change for a right program,
    beside which the wrong one is run."""
    with open(f"{FOLDER}/manifest.json", encoding="utf-8") as f:
        entries = json.load(f)
    found = []
    for name, entry in entries.items():
        with open(f"{FOLDER}/{name}", encoding="utf-8") as f:
            source = f.read()
        labels = []
        for given in entry["labels"]:
            lines = []
            for piece in given["lines"]:
                hit = [i for i, text in enumerate(source.splitlines(), 1) if piece in text]
                if not hit:
                    raise ValueError(f"{name}: no line has {piece!r}")
                lines += hit
            labels.append(dict(given, lines=sorted(set(lines))))
        mended = source
        for old, new in entry["mend"]:
            if old not in mended:
                raise ValueError(f"{name}: nothing to mend at {old!r}")
            mended = mended.replace(old, new)
        found.append((mended, {
            "key": f"wrong/{name}", "from": name, "kind": "by hand",
            "verdict": "wrong", "labels": labels, "source": source, "entry": entry}))
    return found
