"""Iterators made of iterators, each item when it is asked for."""

import operator
from _native import iterator


def _iterator(make):
    """The generator that make() returns shows itself as an object of itertools."""
    def made(*args, **keywords):
        return iterator("itertools." + make.__name__, make(*args, **keywords))
    made.__name__ = made.__qualname__ = make.__name__
    made.__doc__ = make.__doc__
    return made


_end = object()     # what next() gives after the last item


def _each(iterables):
    for iterable in iterables:
        yield from iterable


@_iterator
def chain(*iterables):
    return _each(iterables)


chain.from_iterable = _iterator(lambda iterable, /: _each(iter(iterable)))


@_iterator
def count(start=0, step=1):
    while True:
        yield start
        start += step


@_iterator
def repeat(object, times=None):
    while times is None or times > 0:
        yield object
        times = times and times - 1


@_iterator
def cycle(iterable, /):
    def again(items):
        saved = []
        for item in items:
            saved.append(item)
            yield item
        while saved:
            yield from saved
    return again(iter(iterable))


@_iterator
def islice(iterable, /, *bounds):
    if not 1 <= len(bounds) <= 3:
        few = not bounds
        raise TypeError(f"islice expected at {'least 2' if few else 'most 4'} arguments, got {len(bounds) + 1}")
    start, stop, step = (None, *bounds, None) if len(bounds) == 1 else (*bounds, None)[:3]
    for bound in start, stop:
        if bound is not None and (not isinstance(bound, int) or bound < 0):
            which = "Stop argument" if len(bounds) == 1 else "Indices"
            raise ValueError(f"{which} for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    if step is not None and (not isinstance(step, int) or step < 1):
        raise ValueError("Step for islice() must be a positive integer or None.")

    def between(items, wanted, step):
        at = 0
        while True:
            for _ in range(wanted - at):        # what lies between is used up
                if next(items, _end) is _end:
                    return
            if stop is not None and wanted >= stop:
                return
            item = next(items, _end)
            if item is _end:
                return
            yield item
            at = wanted + 1
            wanted = wanted + step if stop is None else min(wanted + step, stop)
    return between(iter(iterable), start or 0, step or 1)


@_iterator
def accumulate(iterable, func=operator.add, *, initial=None):
    def totals(items, total):
        total = next(items, _end) if total is None else total
        if total is _end:
            return
        yield total
        for item in items:
            total = (func or operator.add)(total, item)
            yield total
    return totals(iter(iterable), initial)


@_iterator
def takewhile(predicate, iterable, /):
    def taken(items):
        for item in items:
            if not predicate(item):
                return
            yield item
    return taken(iter(iterable))


@_iterator
def zip_longest(*iterables, fillvalue=None):
    def rows(sources):
        while True:
            row = [next(items, _end) for items in sources]
            if all(item is _end for item in row):
                return
            yield tuple([fillvalue if item is _end else item for item in row])
    return rows([iter(iterable) for iterable in iterables])


# ------------------------------------------------------------ all that can be chosen

@_iterator
def product(*iterables, repeat=1):
    if repeat < 0:
        raise ValueError("repeat argument cannot be negative")

    def rows(pools):
        at = [0] * len(pools)                   # turned like the wheels of a counter
        while all(pools):
            yield tuple([pool[i] for pool, i in zip(pools, at)])
            for wheel in reversed(range(len(pools))):
                at[wheel] = (at[wheel] + 1) % len(pools[wheel])
                if at[wheel]:
                    break
            else:
                return
    return rows([tuple(iterable) for iterable in iterables] * repeat)


def _size(r):
    if r < 0:
        raise ValueError("r must be non-negative")
    return r


@_iterator
def permutations(iterable, r=None):
    def rows(pool, r):
        if r == 0:
            yield ()
            return
        for i, item in enumerate(pool):
            for row in rows(pool[:i] + pool[i + 1:], r - 1):
                yield item, *row
    pool = tuple(iterable)
    r = len(pool) if r is None else _size(r)
    return rows(pool, r) if r <= len(pool) else iter(())


def _chosen(pool, r, step):
    """Rows of r items in the order of the pool; with step = 0 the same one more than once."""
    last = [len(pool) - 1 - (r - 1 - i) * step for i in range(r)]
    at = [i * step for i in range(r)]
    if r and last[0] < 0:
        return
    while True:
        yield tuple([pool[i] for i in at])
        for i in reversed(range(r)):
            if at[i] < last[i]:
                break
        else:
            return
        at[i:] = [at[i] + 1 + k * step for k in range(r - i)]


@_iterator
def combinations(iterable, r):
    return _chosen(tuple(iterable), _size(r), 1)


@_iterator
def starmap(function, iterable, /):
    return (function(*arguments) for arguments in iterable)


@_iterator
def pairwise(iterable, /):
    def pairs(items):
        for before in items:
            for item in items:
                yield before, item
                before = item
    return pairs(iter(iterable))


@_iterator
def groupby(iterable, key=None):
    """Runs of items that have the same key; a run is read before it is handed out."""
    def runs(items):
        group, common = [], None
        for item in items:
            own = item if key is None else key(item)
            if group and own != common:
                yield common, iter(group)
                group = []
            common = own
            group.append(item)
        if group:
            yield common, iter(group)
    return runs(iter(iterable))
