"""The programs of wrong/, written by hand after real ones, with their labels."""

import json
import os

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "wrong")


def read():
    """manifest.json there: {file: {assignment, style, verdict, labels}}; a line
    of a label is given by its number or by a piece of its text."""
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
        found.append({"key": f"wrong/{name}", "from": name, "kind": "by hand",
                      "verdict": entry.get("verdict", "wrong"), "labels": labels,
                      "shows": entry.get("shows", []), "error": None,
                      "source": source, "entry": entry})
    return found
