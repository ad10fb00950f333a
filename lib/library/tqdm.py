"""A loop that shows how far it is: a bar on a terminal, nothing where a program's output is read."""

import sys
from time import perf_counter as _now


def _clock(seconds):
    minutes, seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes:02}:{seconds:02}"


class tqdm:
    def __init__(self, iterable=None, desc=None, total=None, leave=True, file=None, ncols=None, mininterval=0.1,
                 maxinterval=10.0, miniters=None, ascii=None, disable=False, unit="it", unit_scale=False,
                 dynamic_ncols=False, smoothing=0.3, bar_format=None, initial=0, position=None, postfix=None, **others):
        if total is None and hasattr(iterable, "__len__"):
            total = len(iterable)
        self.iterable, self.desc, self.total, self.leave, self.unit, self.n = iterable, desc or "", total, leave, unit, initial
        self.mininterval, self._file, self._postfix = mininterval, file or sys.stderr, ""
        self.disable = bool(disable) or not self._file.isatty()
        self._start, self._shown, self._width, self._closed = _now(), -1.0, 0, False
        if postfix:
            self.set_postfix(postfix)

    def __iter__(self):
        for item in self.iterable:
            yield item
            self.update()
        self.close()

    def __len__(self):
        return self.total if self.iterable is None else len(self.iterable)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.close()

    def update(self, n=1):
        self.n += n
        if not self.disable and _now() - self._shown >= self.mininterval:
            self.refresh()

    def __str__(self):
        took = _now() - self._start
        speed = f"{self.n / took:.2f}{self.unit}/s" if took > 0 and self.n else f"?{self.unit}/s"
        label = self.desc + ": " if self.desc and not self.desc.endswith(": ") else self.desc
        if self.total:
            share = min(self.n / self.total, 1)
            bar = "█" * int(20 * share)
            left = _clock(took / self.n * (self.total - self.n)) if self.n else "?"
            return f"{label}{share:4.0%}|{bar:20}| {self.n}/{self.total} [{_clock(took)}<{left}, {speed}{self._postfix}]"
        return f"{label}{self.n}{self.unit} [{_clock(took)}, {speed}{self._postfix}]"

    def refresh(self, nolock=False):
        if not self.disable:
            text = str(self)
            self._file.write("\r" + text + " " * (self._width - len(text)))
            self._shown, self._width = _now(), len(text)

    def close(self):
        if not self._closed and not self.disable:
            self.refresh()
            self._file.write("\n" if self.leave else "\r" + " " * self._width + "\r")
        self._closed = True

    def set_description(self, desc=None, refresh=True):
        self.desc = desc + ": " if desc else ""
        if refresh:
            self.refresh()

    set_description_str = set_description

    def set_postfix(self, ordered_dict=None, refresh=True, **keywords):
        values = dict(ordered_dict or {}, **keywords)
        self.set_postfix_str(", ".join(
            f"{name}={value:.3g}" if isinstance(value, float) else f"{name}={value}" for name, value in values.items()))

    def set_postfix_str(self, s="", refresh=True):
        self._postfix = ", " + s if s else ""
        if refresh:
            self.refresh()

    @staticmethod
    def write(s, file=None, end="\n", nolock=False):
        print(s, file=file or sys.stdout, end=end)


def trange(*args, **kwargs):
    return tqdm(range(*args), **kwargs)
