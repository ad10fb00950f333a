"""How long a function takes."""

from time import perf_counter as default_timer


def _timed(stmt, number):
    if not callable(stmt):
        raise NotImplementedError("timeit with a text is not part of this tutor; give it a function")
    start = default_timer()
    for _ in range(number):
        stmt()
    return default_timer() - start


def timeit(stmt, setup=lambda: None, timer=default_timer, number=1000000):
    """Seconds for `number` calls of a function."""
    _timed(setup, 1)
    return _timed(stmt, number)
