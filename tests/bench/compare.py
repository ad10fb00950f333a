"""Times ours and PyTorch's, one after the other and over again, on the same cores.

compare.py WORKER [--threads 1,2] [--only WORD] [--rounds N] [--markdown FILE]

A ratio is PyTorch's median time through ours: above 1, ours is faster. PyTorch
runs in this process, with OpenBLAS, ours in WORKER (tests/bench/worker.cpp); both
run the same program text, but for the fused layer, which is a call of its own.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cases

ENOUGH = 0.02  # seconds that one measurement takes at least
# OpenBLAS's threads stay awake for some time after their work, on the cores that
# the next measurement needs.
PAUSE = 0.2


class Ours:
    def __init__(self, exe, threads):
        self.process = subprocess.Popen([exe], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.ask(f"threads {threads}")

    def ask(self, *lines):
        self.process.stdin.write("\n".join(lines) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if answer.startswith("error") or not answer:
            sys.exit(f"compare: {answer or 'the worker stopped'}")
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def theirs(program):
    """A function that runs `case` so often: seconds of one run."""
    names = {}
    exec(program, names)
    case = names["case"]

    def run(times):
        begin = time.perf_counter()
        for _ in range(times):
            case()
        return (time.perf_counter() - begin) / times
    return run


def measured(sides, rounds):
    """The median seconds of each side, measured in turn."""
    times = []
    for run in sides:
        run(1)
        times.append(max(1, int(ENOUGH / max(run(1), 1e-7))))
    seen = [[] for _ in sides]
    for _ in range(rounds):
        for run, n, to in zip(sides, times, seen):
            time.sleep(PAUSE)
            run(n)  # cores that rested wake up slowly
            to.append(run(n))
    return [statistics.median(s) for s in seen]


def sgemm_rate(rounds):
    """FLOP/s of OpenBLAS here, at the size of the projections."""
    import torch
    a, b = torch.randn(4096, 768), torch.randn(768, 768)

    def run(times):
        begin = time.perf_counter()
        for _ in range(times):
            a @ b
        return (time.perf_counter() - begin) / times
    return 2 * 4096 * 768 * 768 / measured([run], rounds)[0]


def called(worker):
    return lambda times: float(worker.ask(f"call case {times}"))


def forward(worker):
    return lambda times: float(worker.ask(f"forward {times}"))


def all_cases(exe, threads):
    """(group, name, ours, theirs, FLOP or None, the worker)"""
    for size in cases.LAYERS:
        worker = Ours(exe, threads)
        worker.ask("fused {} {} {} {}".format(*size))
        yield ("the fused layer beside the layer op by op", str(size), forward(worker),
               cases.layer_program(size), cases.layer_flops(size), worker)
    programs = [("the layer op by op, here and there", str(s), cases.layer_program(s))
                for s in cases.SMALL_LAYERS + cases.LAYERS[:3]]
    programs += [("single ops", name, text) for name, text in cases.ops()]
    programs += [("small tensors and plain Python", name, text) for name, text in cases.loops()]
    for group, name, text in programs:
        worker = Ours(exe, threads)
        worker.ask("program", text, "end")
        yield group, name, called(worker), text, None, worker


def run(options, threads):
    import torch
    torch.set_num_threads(threads)
    with open("/proc/self/maps", encoding="utf-8") as f:
        if "openblas" not in f.read():
            print("note: PyTorch does not compute with OpenBLAS here")
    rate = sgemm_rate(options.rounds)
    rows = []
    print(f"\n{threads} thread{'s' if threads > 1 else ''}; OpenBLAS does "
          f"{rate / 1e9:.0f} GFLOP/s in a product of (4096, 768) and (768, 768)")
    group_now = None
    for group, name, ours, text, flops, worker in all_cases(options.worker, threads):
        if options.only and options.only not in f"{group} {name}":
            worker.close()
            continue
        mine, other = measured([ours, theirs(text)], options.rounds)
        worker.close()
        if group != group_now:
            print(f"\n{group}\n{'':44}{'ours':>10}{'PyTorch':>11}{'ratio':>8}")
            group_now = group
        share = f"{flops / mine / 1e9:8.0f} GFLOP/s, {flops / mine / rate:.0%}" if flops else ""
        print(f"  {name:<42}{mine * 1e3:8.3f} ms{other * 1e3:8.3f} ms{other / mine:8.2f}{share}",
              flush=True)
        rows.append((threads, group, name, mine, other, flops, rate))
    return rows


def markdown(rows):
    out = ["| | threads | ours | PyTorch | ratio | GFLOP/s | of sgemm |",
           "|---|---|---|---|---|---|---|"]
    for threads, group, name, mine, other, flops, rate in rows:
        speed = f"{flops / mine / 1e9:.0f} | {flops / mine / rate:.0%}" if flops else " | "
        out.append(f"| {group}: {name} | {threads} | {mine * 1e3:.3f} ms | {other * 1e3:.3f} ms "
                   f"| {other / mine:.2f} | {speed} |")
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("worker")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--only", metavar="WORD", help="cases whose name holds it")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--markdown", metavar="FILE", help="adds the table to it, too")
    options = parser.parse_args()
    wanted = options.threads.split(",")
    if len(wanted) > 1:
        # OpenBLAS reads how many threads it has once, before it is loaded.
        for n in wanted:
            again = [sys.executable, "-B", os.path.abspath(__file__), options.worker,
                     "--threads", n, "--rounds", str(options.rounds)]
            again += ["--only", options.only] if options.only else []
            again += ["--markdown", options.markdown] if options.markdown else []
            subprocess.run(again, check=True, env=dict(
                os.environ, OPENBLAS_NUM_THREADS=n, OMP_NUM_THREADS=n))
        return
    if os.environ.get("OPENBLAS_NUM_THREADS") != wanted[0]:
        os.execve(sys.executable, [sys.executable, "-B", *sys.argv], dict(
            os.environ, OPENBLAS_NUM_THREADS=wanted[0], OMP_NUM_THREADS=wanted[0]))
    rows = run(options, int(wanted[0]))
    if options.markdown:
        with open(options.markdown, "a", encoding="utf-8") as f:
            f.write(markdown(rows) + "\n")


if __name__ == "__main__":
    main()
