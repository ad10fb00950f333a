"""Objects for the `with` statement."""

import functools


class nullcontext:
    """Does nothing; for where another may stand: `torch.no_grad() if fast else nullcontext()`."""

    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *raised):
        return None


class _Block:
    """A generator as a context manager: the block runs where it yields."""

    def __init__(self, generator):
        self._generator = generator

    def __enter__(self):
        try:
            return next(self._generator)
        except StopIteration:
            pass
        raise RuntimeError("generator didn't yield")

    def __exit__(self, kind, error, trace):
        try:
            if kind is None:
                next(self._generator)
            else:
                self._generator.throw(error)
        except StopIteration as end:
            return kind is not None and end is not error
        except BaseException as raised:
            if raised is error:
                return False
            raise
        raise RuntimeError("generator didn't stop" if kind is None
                           else "generator didn't stop after throw()")


def contextmanager(function):
    """A context manager of a function with one yield: what stands before it is done on
    entering the block, what stands after it on leaving."""
    @functools.wraps(function)
    def make(*args, **kwargs):
        return _Block(function(*args, **kwargs))
    return make
