"""corpus_test.py MHA_TUTOR [--refresh FOLDER]: a part of the homework corpus,
the same each time, with many misconceptions in it: generates the programs, runs them
under real PyTorch if it is installed, checks them, and compares the scores with floors.

corpus/sample.json lists the programs and the floors; --refresh takes new programs from
a FOLDER made by mutate.py, after mutations were added or changed.
"""

import argparse
import concurrent.futures
import importlib.util
import json
import os
import random
import sys
import tempfile
import zlib

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
import score
from corpus import make, wrong

SAMPLE = f"{HERE}/corpus/sample.json"
SEED, PAIRS, COUNT = 1, 8, 150


def refresh(folder):
    """Lists a new sample; the floors stay."""
    with open(f"{folder}/manifest.json", encoding="utf-8") as f:
        programs = json.load(f)
    by_hand = [p for p in programs if p["kind"] == "by hand"]
    pairs = [p for p in programs if p["kind"] == "pair"][::25]
    right = [p for p in programs if p["kind"] == "original"][::3]
    right += [p for p in programs if p["kind"] == "neutral"][::200]
    rest = [p for p in programs if p["kind"] == "single"]
    picked = by_hand + pairs + right
    picked += score.sample(rest, COUNT - len(picked))
    with open(SAMPLE, encoding="utf-8") as f:
        floors = json.load(f).get("floors", {})
    lines = [f"  {json.dumps(p['key'])}: {json.dumps(p['verdict'])}" for p in picked]
    with open(SAMPLE, "w", encoding="utf-8") as f:
        f.write('{\n"floors": ' + json.dumps(floors) + ',\n"programs": {\n'
                + ",\n".join(sorted(lines)) + "\n}}\n")


def made_of(job):
    """The listed programs that come from one right program, verified."""
    name, keys, real = job
    source, entry = make.read_right()[name]
    found = list(make.singles(name, source, entry))
    if any("+" in key for key in keys):
        found += make.pairs(name, source, entry,
                            random.Random(zlib.crc32(f"{SEED} {name}".encode())), PAIRS)
    found = [c for c in found if c["key"] in keys]
    return verified(source, entry, found, keys, real)


def verified(source, entry, found, keys, real):
    if real:
        found = [c for c in make.verify((source, entry, found)) if make.keep(c)]
    for c in found:
        c["verdict"] = keys[c["key"]]
    return found


def programs(listed, jobs):
    real = importlib.util.find_spec("torch") is not None
    if not real:
        print("no PyTorch here: the programs are not run under it")
    by_file = {}
    for key in listed:
        by_file.setdefault(key.split(":")[0], []).append(key)
    work = [(name, {k: listed[k] for k in keys}, real)
            for name, keys in by_file.items() if not name.startswith("wrong/")]
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        found = [c for some in pool.map(made_of, work) for c in some]
    for mended, c in wrong.read():
        if c["key"] in listed:
            found += verified(mended, c["entry"], [c], listed, real)
    missing = set(listed) - {c["key"] for c in found}
    for key in sorted(missing):
        print(f"{key}: no longer made, or shows nothing; --refresh lists others")
    return sorted(found, key=lambda c: c["key"]), bool(missing)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("exe")
    parser.add_argument("--refresh", metavar="FOLDER")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--every", type=int, default=1, help="every so many; floors hold for all of them")
    options = parser.parse_args()
    if options.refresh:
        return refresh(options.refresh)
    with open(SAMPLE, encoding="utf-8") as f:
        sample = json.load(f)
    listed = dict(list(sample["programs"].items())[::options.every])
    found, missing = programs(listed, options.jobs)
    if not found:
        print("nothing to run")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        for number, c in enumerate(found):
            c.update(file=f"{number:03}.py", assignment=c["entry"]["assignment"],
                     style=c["entry"]["style"])
            with open(f"{folder}/{c['file']}", "w", encoding="utf-8") as f:
                f.write(c["source"])
        failed = missing
        # Half of them name their homework, half do not.
        for title, some, named in (("assignment named", found[::2], True),
                                   ("assignment not named", found[1::2], False)):
            judged = [j for j, _ in score.run(options.exe, folder, some, options.jobs, named)]
            for j in judged:
                for why in j.failures():
                    print(f"{j.program['key']} expected "
                          f"{score.words(j.program) or j.program['verdict']}: {why}")
            score.table(title, judged, sys.stdout)
            if options.every == 1:
                failed |= bool(score.below({title: judged}, sample["floors"]))
            failed |= any(j.problem for j in judged)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
