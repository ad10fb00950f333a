"""Names of the types that the language itself makes."""

import sys
from reprlib import recursive_repr

NoneType = type(None)
FunctionType = LambdaType = type(lambda: None)
GeneratorType = type(_ for _ in ())
MethodType = type("".join)
BuiltinFunctionType = type(len)
ModuleType = type(sys)
GenericAlias = type(list[int])
UnionType = type(int | str)


class SimpleNamespace:
    """An object with the attributes that it is made with."""

    def __init__(self, /, *others, **attributes):
        if others:
            raise TypeError("no positional arguments expected")
        self.__dict__.update(attributes)

    @recursive_repr("namespace(...)")
    def __repr__(self):
        values = [f"{name}={value!r}" for name, value in vars(self).items()]
        return f"namespace({', '.join(values)})"

    def __eq__(self, other):
        return vars(self) == vars(other) if isinstance(other, SimpleNamespace) else NotImplemented
