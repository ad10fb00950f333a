from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Sized

for value in ([1], (1,), "a", {"a": 1}, {1}, iter([1]), (i for i in "a"), print, 3, range(2), None):
    print(type(value).__name__, *[a.__name__ for a in (Iterable, Iterator, Sized, Sequence, Mapping, Callable)
                                  if isinstance(value, a)])


class Batches(Iterable):
    def __iter__(self):
        return iter([1, 2])


def pairs(items: Sequence[int], f: Callable[[int], int], default: Mapping[str, int] | None = None) -> Iterator[int]:
    return map(f, items)


print(list(Batches()), isinstance(Batches(), Iterable), isinstance(3, Hashable), list(pairs([1, 2], str)))


class Even(type):
    def __instancecheck__(cls, value):
        return value % 2 == 0


class Number(metaclass=Even):
    pass


print(isinstance(4, Number), isinstance(3, Number), isinstance(3, (str, Number)), isinstance(2, (str, Number)))
# expect: list Iterable Sized Sequence
# expect: tuple Iterable Sized Sequence
# expect: str Iterable Sized Sequence
# expect: dict Iterable Sized Mapping
# expect: set Iterable Sized
# expect: list_iterator Iterable Iterator
# expect: generator Iterable Iterator
# expect: builtin_function_or_method Callable
# expect: int
# expect: range Iterable Sized Sequence
# expect: NoneType
# expect: [1, 2] True True ['1', '2']
# expect: True False False True
