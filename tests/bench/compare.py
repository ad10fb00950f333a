"""Times ours and PyTorch's, one after the other and over again, on the same cores.

compare.py FOLDER [--threads 1,2] [--only WORD] [--rounds N] [--markdown FILE]

FOLDER is where mha-tutor is built, with MHA_BENCH. A ratio is PyTorch's median time
through ours: above 1, ours is faster. Both run the same program text in a process of
their own (worker.cpp, pytorch.py), but for the fused layer, which is a call of its
own. Who is not measured is stopped: OpenBLAS's threads stay awake after their work.
"""

import argparse
import glob
import os
import pty
import signal
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import cases

ENOUGH = 0.1  # seconds that one measurement takes at least


class Worker:
    """A process that answers commands, and is awake only while it is asked."""

    def __init__(self, command, threads, env=None):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, env=env)
        self.ask(f"threads {threads}")

    def ask(self, *lines):
        self.process.send_signal(signal.SIGCONT)
        self.process.stdin.write("\n".join(lines) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if answer.startswith("error") or not answer:
            sys.exit(f"compare: {answer or 'a worker stopped'}")
        self.process.send_signal(signal.SIGSTOP)
        return answer

    def memory(self):
        return int(self.ask("memory"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGCONT)
        self.process.stdin.close()
        self.process.wait()


class Bench:
    """The workers of both sides, made anew for each case."""

    def __init__(self, folder, blas, threads, rounds):
        self.exe = os.path.join(folder, "tests", "bench", "bench_worker")
        self.app = os.path.join(folder, "app", "mha-tutor")
        self.threads, self.rounds = threads, rounds
        self.env = dict(os.environ, OPENBLAS_NUM_THREADS=str(threads),
                        OMP_NUM_THREADS=str(threads))
        if at := glob.glob(f"/usr/lib/*/openblas-{blas}"):
            self.env["LD_LIBRARY_PATH"] = ":".join(at)

    def ours(self, program=None):
        worker = Worker([self.exe], self.threads)
        return self.given(worker, program) if program else worker

    def theirs(self, program):
        return self.given(Worker([sys.executable, "-B", os.path.join(HERE, "pytorch.py")],
                                 self.threads, self.env), program)

    def given(self, worker, program):
        worker.ask("program", program + cases.REPEAT, "end")
        return worker

    def sgemm(self):
        """(the library's name, its best rate)"""
        # It hangs on where a process's memory happens to lie: the best of some.
        rates = []
        for _ in range(4):
            with self.theirs(cases.SGEMM) as theirs:
                rates.append(cases.SGEMM_FLOPS / self.medians((theirs, "repeat"))[0])
                files = theirs.ask("blas")
        return files, max(rates)

    def medians(self, *sides):
        """Seconds of one run of each (worker, what it runs), measured in turn."""
        def run(side, times):
            worker, what = side
            return float(worker.ask(f"{what} {times}"))
        times = []
        for side in sides:
            run(side, 1)
            times.append(max(1, int(ENOUGH / max(run(side, 1), 1e-7))))
        seen = [[] for _ in sides]
        for _ in range(self.rounds):
            for side, n, to in zip(sides, times, seen):
                if n > 1:
                    run(side, max(1, n // 4))  # cores that rested wake up slowly
                to.append(run(side, n))
        return [statistics.median(s) for s in seen]


class Table:
    """Rows on the screen as they come, and of all numbers of threads for Markdown."""

    def __init__(self, only):
        self.only = only
        self.threads = None
        self.rows = {}  # group: name: threads: (ours, PyTorch's or None, remark)

    def wants(self, group, name):
        return self.only in f"{group} {name}"

    def begin(self, threads):
        self.threads, self.group = threads, None

    def add(self, group, name, mine, other=None, remark=""):
        if group != self.group:
            self.end_group()
            self.group = group
            print(f"\n{group}\n{'':44}{'ours':>10}{'PyTorch':>11}{'ratio':>8}")
        cells = f"{other * 1e3:8.3f} ms{other / mine:8.2f}" if other else " " * 19
        print(f"  {name:<42}{mine * 1e3:8.3f} ms{cells}   {remark}".rstrip(), flush=True)
        by_name = self.rows.setdefault(group, {})
        by_name.setdefault(name, {})[self.threads] = (mine, other, remark)

    def ratios(self, group, threads):
        rows = [row[threads] for row in self.rows.get(group, {}).values() if threads in row]
        ratios = [other / mine for mine, other, _ in rows if other]
        if len(ratios) < 2:
            return ""
        return (f"least {min(ratios):.2f}, median {statistics.median(ratios):.2f}, "
                f"mean {statistics.mean(ratios):.2f}")

    def end_group(self):
        if said := self.group and self.ratios(self.group, self.threads):
            print(f"  ratios: {said}")

    def markdown(self):
        out = []
        for group, by_name in self.rows.items():
            threads = sorted({n for row in by_name.values() for n in row})
            heads = [f"{who}, {n} thread{'s' if n > 1 else ''}"
                     for n in threads for who in ("ours", "PyTorch", "ratio")]
            out += [f"**{group}**, in ms", "", "| " + " | ".join(["", *heads, ""]) + " |",
                    "|---" + "|---:" * len(heads) + "|---|"]
            for name, row in by_name.items():
                cells, remarks = [name], []
                for n in threads:
                    mine, other, remark = row.get(n, (None, None, ""))
                    cells += [f"{mine * 1e3:.3f}" if mine else "",
                              f"{other * 1e3:.3f}" if other else "",
                              f"**{other / mine:.2f}**" if other else ""]
                    remarks += [remark] if remark else []
                out.append("| " + " | ".join([*cells, " / ".join(remarks)]) + " |")
            said = [f"{n} thread{'s' if n > 1 else ''}: {self.ratios(group, n)}"
                    for n in threads if self.ratios(group, n)]
            out += ["", "Ratios with " + "; with ".join(said) + ".", ""] if said else [""]
        return "\n".join(out)


def megabytes(n):
    return f"{n / 1e6:.0f} MB"


def fused_layers(bench, table, sgemm):
    group = "the fused layer beside the layer op by op"
    for size in cases.LAYERS:
        if not table.wants(group, str(size)):
            continue
        with bench.ours() as ours, bench.theirs(cases.layer_program(size)) as theirs, \
                bench.theirs(cases.module_program(size)) as module:
            ours.ask("fused {} {} {} {}".format(*size))
            mine, other, whole = bench.medians((ours, "forward"), (theirs, "repeat"),
                                               (module, "repeat"))
            rate = cases.layer_flops(size) / mine
            table.add(group, str(size), mine, other,
                      f"{rate / 1e9:.0f} GFLOP/s, {rate / sgemm:.0%} of sgemm; memory "
                      f"{megabytes(ours.memory())} and {megabytes(theirs.memory())}; "
                      f"nn.MultiheadAttention {whole * 1e3:.1f} ms, {whole / mine:.2f}")


def lengths(bench, table):
    group = "the fused layer as the length grows"
    before = None
    for tokens in cases.LENGTHS:
        name = str((1, tokens, 768, 12))
        if not table.wants(group, name):
            continue
        with bench.ours() as ours:
            empty = ours.memory()
            ours.ask(f"fused 1 {tokens} 768 12")
            now = (bench.medians((ours, "forward"))[0], ours.memory() - empty)
            remark = megabytes(now[1])
            if before:
                remark += f"; time x {now[0] / before[0]:.2f}, memory x {now[1] / before[1]:.2f}"
            before = now
            table.add(group, name, now[0], None, remark)


def programs(bench, table):
    listed = [("the layer op by op, here and there", str(s), cases.layer_program(s))
              for s in cases.SMALL_LAYERS + cases.LAYERS[:3]]
    listed += [("single ops", name, text) for name, text in cases.ops()]
    listed += [("small tensors and plain Python", name, text) for name, text in cases.loops()]
    for group, name, text in listed:
        if table.wants(group, name):
            with bench.ours(text) as ours, bench.theirs(text) as theirs:
                table.add(group, name,
                          *bench.medians((ours, "repeat"), (theirs, "repeat")))


def trainings(bench, table):
    group = "a training step: forward, backward, AdamW"
    for name, text in cases.training_programs():
        if table.wants(group, name):
            with bench.ours(text) as ours, bench.theirs(text) as theirs:
                times = bench.medians((ours, "repeat"), (theirs, "repeat"))
                table.add(group, name, *times,
                          f"memory {megabytes(ours.memory())} and {megabytes(theirs.memory())}")


def process_seconds(command, env, awaited=None):
    """From the start of a process to its end, or until these words are on its terminal."""
    screen, terminal = pty.openpty()
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdin=terminal, env=env,
                               stdout=terminal if awaited else subprocess.DEVNULL)
    os.close(terminal)
    seen = b""
    while awaited and awaited not in seen:
        try:
            seen += os.read(screen, 1 << 16)
        except OSError:  # its end has closed the terminal
            sys.exit(f"compare: {' '.join(command)} ended and had not said {awaited.decode()!r}")
    if not awaited:
        process.wait()
    taken = time.perf_counter() - begin
    process.kill()
    failed = process.wait() != 0 and not awaited
    os.close(screen)
    if failed:
        sys.exit(f"compare: {' '.join(command)} failed")
    return taken


def processes(bench, table):
    group = "whole processes, beside python3 -c 'import torch'"

    with tempfile.TemporaryDirectory() as home:
        env = dict(os.environ, HOME=home, XDG_STATE_HOME=home, TERM="xterm")
        for name, words, awaited in cases.processes():
            if table.wants(group, name):
                seen = [(process_seconds([bench.app, *words], env, awaited),
                         process_seconds([sys.executable, "-c", "import torch"], env))
                        for _ in range(bench.rounds)]
                table.add(group, name, *(statistics.median(side) for side in zip(*seen)))


def run(options, table, threads):
    bench = Bench(options.folder, options.openblas, threads, options.rounds)
    table.begin(threads)
    blas, sgemm = bench.sgemm()
    print(f"\n{threads} thread{'s' if threads > 1 else ''}; PyTorch's products are made by {blas}: "
          f"{sgemm / 1e9:.0f} GFLOP/s at (4096, 768) @ (768, 768)")
    if f"openblas-{options.openblas}" not in blas:
        print(f"note: this is not OpenBLAS's build for {options.openblas}, which was asked for")
    fused_layers(bench, table, sgemm)
    lengths(bench, table)
    programs(bench, table)
    trainings(bench, table)
    if threads == int(options.threads.split(",")[0]):
        processes(bench, table)
    table.end_group()


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--only", metavar="WORD", default="", help="cases whose name, or whose group's, holds it")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--openblas", choices=["openmp", "pthread"], default="openmp",
                        help="whose threads it takes: PyTorch's own or more of them, "
                             "which costs PyTorch much with two threads on two cores")
    parser.add_argument("--markdown", metavar="FILE", help="writes the table to it, too")
    options = parser.parse_args()
    table = Table(options.only)
    for n in options.threads.split(","):
        run(options, table, int(n))
    if not table.rows:
        sys.exit(f"compare: no case's name holds {options.only!r}")
    if options.markdown:
        with open(options.markdown, "w", encoding="utf-8") as f:
            f.write(table.markdown())


if __name__ == "__main__":
    main()
