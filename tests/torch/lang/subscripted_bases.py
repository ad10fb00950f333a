from typing import Dict, Generic, List, Optional, TypeVar

T = TypeVar("T")


class Registry(Dict[str, type]):
    def register(self, cls):
        self[cls.__name__] = cls
        return cls


class Heads(List[int], Generic[T]):
    pass


class Plain(dict[str, int]):
    pass


registry = Registry()


@registry.register
class Attention:
    pass


print(registry, isinstance(registry, dict))  # expect: {'Attention': <class '__main__.Attention'>} True
print(Heads([1, 2]) + [3], Plain(a=1)["a"])  # expect: [1, 2, 3] 1
try:
    class Wrong(Optional[int]):
        pass
except TypeError as e:
    print(e)  # expect: Cannot subclass typing.Optional[int]
