"""Classes that hold named values: @dataclass reads them from the annotations of the class,
and gives it __init__, __repr__ and __eq__.

    @dataclass
    class Config:
        d_model: int = 768
        heads: int = 12
"""

from _native import function
from reprlib import recursive_repr
from _tutor import refuse


class _MISSING_TYPE:
    """What stands where no default was given; None may be one."""


MISSING = _MISSING_TYPE()


class FrozenInstanceError(AttributeError):
    pass


class Field:
    """What is known of one annotated name."""

    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = self.type = None
        self.default, self.default_factory = default, default_factory
        self.init, self.repr, self.hash, self.compare = init, repr, hash, compare
        self.metadata = {} if metadata is None else metadata
        self.kw_only = kw_only


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True,
          metadata=None, kw_only=MISSING):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


def _collect(cls, kw_only):
    """The fields of the classes below this one, and its own; a name keeps its first place."""
    found = {}
    for base in cls.__mro__[:0:-1]:
        found.update(base.__dict__.get("__dataclass_fields__", {}))
    for name, kind in cls.__dict__.get("__annotations__", {}).items():
        if "ClassVar" in repr(kind):
            continue
        default = cls.__dict__.get(name, MISSING)
        own = default if isinstance(default, Field) else field(default=default)
        own.name, own.type = name, kind
        if own.kw_only is MISSING:
            own.kw_only = kw_only
        if own.default is not MISSING and type(own.default).__hash__ is None:
            raise ValueError(f"mutable default {type(own.default)} for field {name} is not "
                             "allowed: use default_factory")
        if own is default:
            if own.default is MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, own.default)
        found[name] = own
    return found


def _has_default(field):
    return field.default is not MISSING or field.default_factory is not MISSING


def _make_init(cls, fields, frozen):
    positional = [f for f in fields if f.init and not f.kw_only]
    by_keyword = [f for f in fields if f.init and f.kw_only]
    for before, after in zip(positional, positional[1:]):
        if _has_default(before) and not _has_default(after):
            raise TypeError(f"non-default argument {after.name!r} follows default argument")
    parameters = [[f.name + "=None" * _has_default(f) for f in group]
                  for group in (positional, by_keyword)]
    signature = ["self", *parameters[0], *["*"] * bool(by_keyword), *parameters[1]]
    names = [f.name for f in positional + by_keyword]
    store = object.__setattr__ if frozen else setattr

    def init(self, *values):
        given = dict(zip(names, values))
        for field in fields:
            value = given.get(field.name, MISSING)
            if value is MISSING and field.default_factory is not MISSING:
                value = field.default_factory()
            elif value is MISSING:
                value = field.default
            if value is not MISSING:
                store(self, field.name, value)
        if hasattr(cls, "__post_init__"):
            self.__post_init__()
    return function(f"{cls.__qualname__}.__init__", ", ".join(signature), init, MISSING)


def _make_repr(fields):
    @recursive_repr()
    def __repr__(self):
        values = (f"{f.name}={getattr(self, f.name)!r}" for f in fields if f.repr)
        return f"{type(self).__qualname__}({', '.join(values)})"
    return __repr__


def _make_eq(fields):
    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        mine, theirs = [tuple([getattr(x, f.name) for f in fields if f.compare]) for x in (self, other)]
        return mine == theirs
    return __eq__


def _make_hash(fields):
    return lambda self: hash(tuple([getattr(self, f.name) for f in fields
                                    if (f.compare if f.hash is None else f.hash)]))


def _frozen(verb):
    def stop(self, name, *value):
        raise FrozenInstanceError(f"cannot {verb} field {name!r}")
    return stop


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False,
              frozen=False, match_args=True, kw_only=False, slots=False, weakref_slot=False):
    def decorate(cls):
        cls.__dataclass_fields__ = _collect(cls, kw_only)
        fields = list(cls.__dataclass_fields__.values())
        own = set(cls.__dict__)
        cls.__match_args__ = tuple([f.name for f in fields if f.init and not f.kw_only])
        if init:
            cls.__init__ = _make_init(cls, fields, frozen)
        if repr and "__repr__" not in own:
            cls.__repr__ = _make_repr(fields)
        if eq and "__eq__" not in own:
            cls.__eq__ = _make_eq(fields)
        if order:
            refuse("dataclass(order=True)", "sorted(objects, key=lambda x: x.name) sorts by a field")
        if frozen:
            cls.__setattr__, cls.__delattr__ = _frozen("assign to"), _frozen("delete")
        if unsafe_hash or (eq and frozen):
            cls.__hash__ = _make_hash(fields)
        elif eq and "__hash__" not in own:
            cls.__hash__ = None
        return cls
    return decorate if cls is None else decorate(cls)


def is_dataclass(obj):
    return hasattr(obj if isinstance(obj, type) else type(obj), "__dataclass_fields__")


def fields(class_or_instance):
    if not is_dataclass(class_or_instance):
        raise TypeError("must be called with a dataclass type or instance")
    return tuple(class_or_instance.__dataclass_fields__.values())


def _plain(value, make):
    """The value with all dataclasses in it, and those in its containers, as make() has them."""
    if is_dataclass(type(value)):
        return make([(f.name, _plain(getattr(value, f.name), make)) for f in fields(value)])
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*[_plain(item, make) for item in value])
    if isinstance(value, (list, tuple)):
        return type(value)(_plain(item, make) for item in value)
    if isinstance(value, dict):
        return type(value)((_plain(key, make), _plain(item, make)) for key, item in value.items())
    import copy
    return copy.deepcopy(value)


def asdict(obj, *, dict_factory=dict):
    if not is_dataclass(type(obj)):
        raise TypeError("asdict() should be called on dataclass instances")
    return _plain(obj, dict_factory)


def replace(obj, /, **changes):
    """A new object with these fields changed."""
    if not is_dataclass(type(obj)):
        raise TypeError("replace() should be called on dataclass instances")
    for field in fields(obj):
        if field.init:
            changes.setdefault(field.name, getattr(obj, field.name))
    return type(obj)(**changes)
