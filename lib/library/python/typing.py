"""Names for annotations: they can be subscripted and show themselves. Nothing is checked."""

from _native import special_form, type_variable as TypeVar

TYPE_CHECKING = False

for _name in ("Optional Union Callable Literal ClassVar Final Annotated Iterable Iterator Sequence "
              "MutableSequence Mapping MutableMapping Collection Container Hashable Sized Generator "
              "Awaitable NoReturn Never Self LiteralString TypeAlias TypeGuard Concatenate Unpack "
              "Required NotRequired Reversible SupportsFloat SupportsInt SupportsIndex AnyStr").split():
    globals()[_name] = special_form(_name)
for _name, _class in {"Text": str, "List": list, "Dict": dict, "Tuple": tuple, "Set": set,
                      "FrozenSet": frozenset, "Type": type, "DefaultDict": dict,
                      "OrderedDict": dict, "Counter": dict, "Deque": list,
                      "AbstractSet": set}.items():
    globals()[_name] = special_form(_name, _class)
ParamSpec = TypeVarTuple = TypeVar


class Any:
    pass


class Generic:
    """A base; what stands in its brackets changes nothing."""

    def __class_getitem__(cls, parameters):
        return cls


class Protocol(Generic):
    pass


class TypedDict(dict):
    """A dict; what is annotated names its keys."""

    def __init_subclass__(cls, total=True):
        pass


class NamedTupleMeta(type):
    """Makes `class Point(NamedTuple)` a named tuple of what its body annotates."""

    def __new__(meta, name, bases, body):
        if not bases:
            return super().__new__(meta, name, bases, body)
        from collections import namedtuple
        fields = list(body.get("__annotations__", {}))
        defaults = {field: body[field] for field in fields if field in body}
        for before, field in zip(fields, fields[1:]):
            if before in defaults and field not in defaults:
                raise TypeError(f"non-default namedtuple field {field} cannot follow default "
                                f"field {before}")
        made = namedtuple(name, fields, defaults=list(defaults.values()))
        for attribute, value in body.items():
            if attribute not in defaults:
                setattr(made, attribute, value)
        return made


class NamedTuple(metaclass=NamedTupleMeta):
    pass


def cast(typ, val):
    return val


def NewType(name, tp):
    return lambda value: value


def _unchanged(arg):
    return arg


overload = final = no_type_check = runtime_checkable = override = _unchanged
