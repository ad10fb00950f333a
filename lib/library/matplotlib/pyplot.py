"""Figures that show() draws as text: imshow() as numbers with shades, bar() and hist() as bars, plot() as a line.

What only decorates (colours, legends, grids) is accepted and not drawn.
"""

import sys

import torch
from matplotlib import _AnyName, cm, rcParams
from matplotlib._svg import svg as _svg

try:
    from _pictures import draw as _draw, save as _save
except ImportError:
    _draw = _save = None      # nobody looks: in a check, in a lesson

style = _AnyName()
style.use = lambda name: None

_figures = []


def _tensor(values):
    return torch.as_tensor(values).detach()


def _words(labels, length):
    """The labels as words, where there is one for each of them."""
    words = [str(label) for label in labels] if labels is not None else []
    return words if len(words) == length else []


class Axes:
    """One plot of a figure."""

    def __init__(self, figure):
        self.figure, self._plots = figure, []
        self._titles = {"title": "", "x": "", "y": ""}
        self._labels = {"x": None, "y": None}

    # What is drawn.

    def imshow(self, X, *args, **kwargs):
        values = _tensor(X)
        if values.dim() != 2:
            raise NotImplementedError(f"imshow() of {tuple(values.shape)} is not part of this tutor: it draws a matrix (rows, columns)")
        self._plots.append(("heatmap", values, None, None))
        return self

    matshow = pcolormesh = imshow

    def bar(self, x, height, *args, label=None, **kwargs):
        heights = _tensor(height).reshape(-1)
        named = len(list(x)) == heights.numel() if hasattr(x, "__len__") else False
        self._plots.append(("bars", heights, x if named else None, label))
        return self

    def barh(self, y, width, *args, **kwargs):
        return self.bar(y, width, **kwargs)

    def hist(self, x, bins=10, *args, label=None, **kwargs):
        values = _tensor(x).reshape(-1).float()
        low, high = values.min().item(), values.max().item()
        edges = [low + (high - low) * i / bins for i in range(bins + 1)]
        at = ((values - low) * bins / ((high - low) or 1)).long().clamp(0, bins - 1)
        counts = torch.stack([(at == i).sum() for i in range(bins)])
        self._plots.append(("bars", counts, [f"{a:.3g} to {b:.3g}" for a, b in zip(edges, edges[1:])], label))
        return counts, edges, self

    def plot(self, *args, label=None, **kwargs):
        numbers = [a for a in args if not isinstance(a, str)]
        for i in range(0, len(numbers), 2):
            pair = numbers[i:i + 2]
            self._plots.append(("line", _tensor(pair[-1]).reshape(-1), pair[0] if len(pair) == 2 else None, label))
        return [self]

    semilogy = plot

    def scatter(self, *args, **kwargs):
        print("note: scatter() draws nothing here; print the points, or imshow() their distances", file=sys.stderr)
        return self

    # What is written beside it.

    def set_title(self, label, *args, **kwargs):
        self._titles["title"] = label

    def set_xlabel(self, label, *args, **kwargs):
        self._titles["x"] = label

    def set_ylabel(self, label, *args, **kwargs):
        self._titles["y"] = label

    def set_xticks(self, ticks=None, labels=None, *args, **kwargs):
        self._labels["x"] = labels if labels is not None else self._labels["x"]

    def set_yticks(self, ticks=None, labels=None, *args, **kwargs):
        self._labels["y"] = labels if labels is not None else self._labels["y"]

    def set_xticklabels(self, labels, *args, **kwargs):
        self._labels["x"] = labels

    def set_yticklabels(self, labels, *args, **kwargs):
        self._labels["y"] = labels

    def set(self, **settings):
        for name, value in settings.items():
            getattr(self, "set_" + name)(value)

    def get_figure(self):
        return self.figure

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(f"'Axes' object has no attribute '{name}'")
        return _decoration(name)

    _words = staticmethod(_words)

    def _show(self):
        for kind, values, x, label in self._plots:
            y_name, x_name = ("rows", "columns") if kind == "heatmap" else ("y", "x")
            title = "; ".join(part for part in (
                self._titles["title"], label, self._titles["y"] and f"{y_name}: {self._titles['y']}",
                self._titles["x"] and f"{x_name}: {self._titles['x']}") if part)
            if kind == "heatmap":
                _draw(kind, values, title, _words(self._labels["y"], len(values)), _words(self._labels["x"], values.size(1)))
            else:
                # Few points stand better beside their numbers.
                _draw("line" if kind == "line" and len(values) > 12 else "bars", values, title, [], _words(self._labels["x"] or x, len(values)))


_saved = []      # the figures that --plots has written, in the order of their numbers


class Figure:
    def __init__(self):
        self.axes, self._columns, self._written = [], 1, None

    def _add(self):
        self.axes.append(Axes(self))
        return self.axes[-1]

    def add_subplot(self, *args, **kwargs):
        if len(args) == 3:
            self._columns = args[1]
        elif len(args) == 1 and args[0] > 99:
            self._columns = args[0] // 10 % 10
        return self._add()

    def gca(self):
        return self.axes[-1] if self.axes else self._add()

    def suptitle(self, t, **kwargs):
        self._title = t

    def show(self):
        if _draw:
            if hasattr(self, "_title"):
                print(self._title)
            for axes in self.axes:
                axes._show()
            self._write()

    def _write(self):
        text = _svg(self) if _save and self.axes else None
        if text is None or text == self._written:
            return
        if self not in _saved:
            _saved.append(self)
        _save(_saved.index(self) + 1, text)
        self._written = text

    def savefig(self, *args, **kwargs):
        self._write()
        if not _save:
            print("note: savefig() writes no file here; show() draws in the terminal", file=sys.stderr)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(f"'Figure' object has no attribute '{name}'")
        return _decoration(name)


class _Grid(list):
    """The axes of subplots(), as an array of one or two axes."""

    @property
    def flat(self):
        return [axes for row in self for axes in (row if isinstance(row, list) else [row])]

    def flatten(self):
        return self.flat

    ravel = flatten

    def __getitem__(self, index):
        return self[index[0]][index[1]] if isinstance(index, tuple) else super().__getitem__(index)


_DECORATIONS = """annotate axhline axis axvline canvas clear clim colorbar errorbar fill_between get_xticklabels
    get_yticklabels grid hlines invert_xaxis invert_yaxis legend locator_params margins minorticks_on patch set_aspect
    set_axis_off set_dpi set_facecolor set_size_inches set_visible set_xlim set_xscale set_ylim set_yscale spines
    subplots_adjust text tick_params tight_layout vlines xaxis yaxis""".split()


class _Ignored:
    """What a decoration gives: it can be called and asked for more, which does as little."""

    def __call__(self, *args, **kwargs):
        return self

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return self

    def __getitem__(self, index):
        return self

    def __iter__(self):
        return iter(())


def _decoration(name):
    if name not in _DECORATIONS:
        raise AttributeError(f"matplotlib's {name} is not part of this tutor")
    return _Ignored()


def figure(*args, **kwargs):
    _figures.append(Figure())
    return _figures[-1]


def gcf():
    return _figures[-1] if _figures else figure()


def gca():
    return gcf().gca()


def subplot(*args, **kwargs):
    return gcf().add_subplot(*args)


def subplots(nrows=1, ncols=1, *, squeeze=True, **kwargs):
    made = figure()
    made._columns = ncols
    rows = [[made._add() for _ in range(ncols)] for _ in range(nrows)]
    if squeeze and nrows == ncols == 1:
        return made, rows[0][0]
    if squeeze and 1 in (nrows, ncols):
        return made, _Grid([axes for row in rows for axes in row])
    return made, _Grid(rows)


def show(*args, **kwargs):
    while _figures:
        _figures.pop(0).show()


def close(fig=None):
    _figures.clear()


def savefig(*args, **kwargs):
    gcf().savefig()


def suptitle(t, **kwargs):
    gcf().suptitle(t)


def _of_axes(name):
    def call(*args, **kwargs):
        return getattr(gca(), name)(*args, **kwargs)
    call.__name__ = name
    return call


title, xlabel, ylabel = _of_axes("set_title"), _of_axes("set_xlabel"), _of_axes("set_ylabel")
xticks, yticks = _of_axes("set_xticks"), _of_axes("set_yticks")
for _name in """imshow matshow pcolormesh bar barh hist plot semilogy scatter legend grid axis text
        annotate""".split():
    globals()[_name] = _of_axes(_name)
for _name in """colorbar tight_layout subplots_adjust xlim ylim xscale yscale axhline axvline vlines hlines
        fill_between errorbar clim set_cmap get_cmap ion ioff pause draw setp rc tick_params cla clf""".split():
    globals()[_name] = _Ignored()
