def attempt(f, *args):
    try:
        print(f(*args))
    except BaseException as e:
        print(f"{type(e).__name__}: {e}")


from typing import *
import typing
print(Optional[int], List[int], Dict[str, int], Tuple[int, ...], Union[int, str], Callable[[int], str], Union[int, None], Optional[List[int]], Sequence[int], Iterable, List, Union[int, int], Literal['a'], Type[int])  # expect: typing.Optional[int] typing.List[int] typing.Dict[str, int] typing.Tuple[int, ...] typing.Union[int, str] typing.Callable[[int], str] typing.Optional[int] typing.Optional[typing.List[int]] typing.Sequence[int] typing.Iterable typing.List <class 'int'> typing.Literal['a'] typing.Type[int]
T = TypeVar('T')
print(T, List[T])  # expect: ~T typing.List[~T]
print(cast(int, 'a'), TYPE_CHECKING, int | List[int], Optional[int] == Union[int, None], Optional[int | str])  # expect: a False typing.Union[int, typing.List[int]] True typing.Union[int, str, NoneType]
class Box(Generic[T]):
    def __init__(self, v: T) -> None: self.v: T = v
print(Box(5).v, Box[int](3).v)  # expect: 5 3
def f(x: Optional[int] = None, *a: 'Foo', **k: Dict[str, Any]) -> "Tuple[int, str]": return x
print(f(3))  # expect: 3
attempt(lambda: List())  # expect: TypeError: Type List cannot be instantiated; use list() instead
print(isinstance([], List), isinstance(5, Union[int, str]))  # expect: True True
attempt(lambda: isinstance([], List[int]))  # expect: TypeError: Subscripted generics cannot be used with class and instance checks
attempt(lambda: Optional[int, str])  # expect: TypeError: typing.Optional requires a single type. Got (<class 'int'>, <class 'str'>).
attempt(lambda: int[5])  # expect: TypeError: type 'int' is not subscriptable
