"""Iterators made of iterators, each item when it is asked for."""

import operator
from _native import iterator


def _iterator(make):
    """The generator that make() returns shows itself as an object of itertools."""
    def made(*args, **keywords):
        return iterator("itertools." + make.__name__, make(*args, **keywords))
    made.__name__ = made.__qualname__ = make.__name__
    return made


@_iterator
def chain(*iterables):
    for iterable in iterables:
        yield from iterable


def _from_iterable(iterable):
    for each in iterable:
        yield from each


chain.from_iterable = _from_iterable


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
    saved = []
    for item in iterable:
        saved.append(item)
        yield item
    while saved:
        yield from saved


@_iterator
def islice(iterable, /, *bounds):
    wanted = slice(*bounds)
    if any(n is not None and (not isinstance(n, int) or n < 0) for n in bounds):
        which = "Stop argument" if len(bounds) == 1 else "Indices"
        raise ValueError(f"{which} for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    return _sliced(iter(iterable), wanted.start or 0, wanted.stop, wanted.step or 1)


def _sliced(items, start, stop, step):
    at = 0
    while stop is None or at < stop:
        item = next(items, _end)
        if item is _end:
            return
        if at >= start and (at - start) % step == 0:
            yield item
        at += 1


_end = object()     # what next() gives after the last item


@_iterator
def accumulate(iterable, func=operator.add, *, initial=None):
    items = iter(iterable)
    total = next(items, _end) if initial is None else initial
    if total is _end:
        return
    yield total
    for item in items:
        total = func(total, item)
        yield total


@_iterator
def zip_longest(*iterables, fillvalue=None):
    sources = [iter(iterable) for iterable in iterables]
    while True:
        row = [next(items, _end) for items in sources]
        if all(item is _end for item in row):
            return
        yield tuple([fillvalue if item is _end else item for item in row])


@_iterator
def pairwise(iterable, /):
    items = iter(iterable)
    before = next(items, _end)
    for item in items:
        yield before, item
        before = item


# ------------------------------------------------------------ all that can be chosen


@_iterator
def product(*iterables, repeat=1):
    pools = [tuple(iterable) for iterable in iterables] * repeat
    at = [0] * len(pools)                   # turned like the wheels of a counter
    while all(pools):
        yield tuple([pool[i] for pool, i in zip(pools, at)])
        for wheel in reversed(range(len(pools))):
            at[wheel] = (at[wheel] + 1) % len(pools[wheel])
            if at[wheel]:
                break
        else:
            return


def _chosen(pool, r, left):
    """Rows of r items; left(pool, i) are those that may follow item i of the pool."""
    if r == 0:
        yield ()
        return
    for i, item in enumerate(pool):
        for row in _chosen(left(pool, i), r - 1, left):
            yield item, *row


@_iterator
def permutations(iterable, r=None):
    pool = tuple(iterable)
    return _chosen(pool, len(pool) if r is None else r, lambda pool, i: pool[:i] + pool[i + 1:])


@_iterator
def combinations(iterable, r):
    return _chosen(tuple(iterable), r, lambda pool, i: pool[i + 1:])
