"""A figure as an SVG text: what `run --plots` writes to a file."""

import math

_WIDTH, _HEIGHT = 420, 320                # of one plot
_LEFT, _TOP, _RIGHT, _BOTTOM = 70, 34, 20, 50
_COLOURS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#e377c2")
_SHADES = ((247, 251, 255), (107, 174, 214), (8, 48, 107))     # from the least to the largest


def _escaped(text):
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _text(x, y, text, anchor="middle", size=11, **more):
    others = "".join(f' {name}="{value}"' for name, value in more.items())
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"{others}>{_escaped(text)}</text>'


def _rect(x, y, width, height, fill):
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}"/>'


def _range(values):
    """The least and the largest of the numbers that are finite."""
    finite = [v for v in values if math.isfinite(v)] or [0.0]
    low, high = min(finite), max(finite)
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _shade(share):
    part, end = (share * 2, 1) if share < 0.5 else (share * 2 - 1, 2)
    mixed = [round(a + (b - a) * part) for a, b in zip(_SHADES[end - 1], _SHADES[end])]
    return "#{:02x}{:02x}{:02x}".format(*mixed)


def _heatmap(values, rows, columns, inside):
    left, top, width, height = inside
    matrix = values.tolist()
    across, down = width / max(1, len(matrix[0]) if matrix else 1), height / max(1, len(matrix))
    low, high = _range([v for row in matrix for v in row])
    out = []
    for i, row in enumerate(matrix):
        for j, value in enumerate(row):
            share = min(1.0, max(0.0, (value - low) / (high - low))) if value == value else None
            x, y = left + j * across, top + i * down
            out.append(_rect(x, y, across, down, "#bbbbbb" if share is None else _shade(share)))
            if across >= 30 and down >= 14:
                dark = share is not None and share > 0.6
                out.append(_text(x + across / 2, y + down / 2 + 4, f"{value:.2f}", fill="white" if dark else "black"))
    for j, word in enumerate(columns):
        out.append(_text(left + (j + 0.5) * across, top + height + 14, word))
    for i, word in enumerate(rows):
        out.append(_text(left - 5, top + (i + 0.5) * down + 4, word, "end"))
    return out


def _scale(low, high, inside):
    """The least and the largest number beside the vertical axis, and where a number stands."""
    left, top, width, height = inside
    at = lambda v: top + height - (min(high, max(low, v)) - low) / (high - low) * height
    return [_text(left - 5, at(v) + 4, f"{v:.3g}", "end") for v in (low, high)], at


def _bars(plots, words, inside):
    left, top, width, height = inside
    most = max(len(plot[1]) for plot in plots)
    low, high = _range([0.0] + [v for plot in plots for v in plot[1].tolist()])
    out, at = _scale(low, high, inside)
    each = width / max(1, most)
    for n, plot in enumerate(plots):
        thin = each * 0.8 / len(plots)
        for i, value in enumerate(plot[1].tolist()):
            if math.isfinite(value):
                y, zero = at(max(value, 0.0)), at(min(value, 0.0))
                out.append(_rect(left + i * each + each * 0.1 + n * thin, y, thin, zero - y, _COLOURS[n % len(_COLOURS)]))
    out.extend(_text(left + (i + 0.5) * each, top + height + 14, word) for i, word in enumerate(words))
    return out


def _lines(plots, inside):
    left, top, width, height = inside
    xs = []
    for kind, values, x, label in plots:
        given = [float(v) for v in x] if x is not None and len(x) == len(values) else range(len(values))
        xs.append([float(v) for v in given])
    first, last = _range([v for each in xs for v in each])
    out, at = _scale(*_range([v for plot in plots for v in plot[1].tolist()]), inside)
    for n, plot in enumerate(plots):
        points = [(left + (x - first) / (last - first) * width, at(y)) for x, y in zip(xs[n], plot[1].tolist()) if math.isfinite(y)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        out.append(f'<polyline points="{path}" fill="none" stroke="{_COLOURS[n % len(_COLOURS)]}" stroke-width="1.5"/>')
    out.extend(_text(x, top + height + 14, f"{v:.4g}") for x, v in ((left, first), (left + width, last)))
    return out


def _axes(axes, x, y):
    inside = (x + _LEFT, y + _TOP, _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM)
    left, top, width, height = inside
    plots = {kind: [plot for plot in axes._plots if plot[0] == kind] for kind in ("heatmap", "bars", "line")}
    out = []
    for plot in plots["heatmap"][-1:]:
        rows, columns = (axes._words(axes._labels[name], n) for name, n in (("y", len(plot[1])), ("x", plot[1].size(1))))
        out.extend(_heatmap(plot[1], rows, columns, inside))
    if plots["bars"]:
        words = axes._labels["x"] or plots["bars"][0][2]
        out.extend(_bars(plots["bars"], axes._words(words, len(plots["bars"][0][1])), inside))
    if plots["line"]:
        out.extend(_lines(plots["line"], inside))
    out.append(f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="none" stroke="#444"/>')
    drawn = plots["bars"] or plots["line"]
    for n, plot in enumerate(drawn):
        if plot[3]:
            out.append(_text(left + width - 6, top + 14 + 14 * n, plot[3], "end", fill=_COLOURS[n % len(_COLOURS)]))
    middle = top + height / 2
    out.append(_text(left + width / 2, y + 22, axes._titles["title"], size=14))
    out.append(_text(left + width / 2, y + _HEIGHT - 14, axes._titles["x"], size=12))
    out.append(_text(x + 14, middle, axes._titles["y"], size=12, transform=f"rotate(-90 {x + 14} {middle})"))
    return [part for part in out if not part.endswith("></text>")]


def svg(figure):
    columns = max(1, min(figure._columns, len(figure.axes)))
    rows = -(-len(figure.axes) // columns)
    head = 30 if hasattr(figure, "_title") else 0
    width, height = columns * _WIDTH, rows * _HEIGHT + head
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif">',
           _rect(0, 0, width, height, "white")]
    if head:
        out.append(_text(width / 2, 22, figure._title, size=16))
    for i, axes in enumerate(figure.axes):
        out.extend(_axes(axes, i % columns * _WIDTH, i // columns * _HEIGHT + head))
    return "\n".join(out + ["</svg>\n"])
