"""Constants with names: each name in the body of an Enum becomes its only object of that value."""


class auto:
    """A value to be counted on: 1, 2, 3."""


def _is_member(name, value):
    is_method = isinstance(value, (property, classmethod, staticmethod, type(_is_member)))
    return not name.startswith("_") and not is_method


class EnumMeta(type):
    def __new__(metacls, cls, bases, classdict, **kwds):
        values = {name: value for name, value in classdict.items() if _is_member(name, value)}
        rest = {name: value for name, value in classdict.items() if name not in values}
        for base in bases:
            if getattr(base, "__members__", None):
                raise TypeError(f"<enum {cls!r}> cannot extend {base!r}")
        if str in bases:     # it is a text, but shows itself as an Enum
            for shown in ("__repr__", "__str__", "__format__"):
                rest.setdefault(shown, getattr(bases[-1], shown))
        made = super().__new__(metacls, cls, bases, rest)
        if issubclass(made, (int, float)):
            raise NotImplementedError("an Enum that is also a number is not part of this tutor; use Enum, and .value")
        members, by_value, last = {}, [], 0
        for name, value in values.items():
            if isinstance(value, auto):
                value = last + 1
            last = value
            member = next((m for v, m in by_value if v == value), None)
            if member is None:
                member = str.__new__(made, value) if issubclass(made, str) else object.__new__(made)
                by_value.append((value, member))
                object.__setattr__(member, "_name_", name)
                object.__setattr__(member, "_value_", value)
                if "__init__" in rest:
                    member.__init__(*(value if isinstance(value, tuple) else (value,)))
            members[name] = member
        setattr(made, "_by_value_", by_value)
        setattr(made, "__members__", members)
        for name, member in members.items():
            setattr(made, name, member)
        return made

    def __call__(cls, value):
        for known, member in cls._by_value_:
            if value is member or known == value:
                return member
        raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")

    def __getitem__(cls, name):
        return cls.__members__[name]

    def __getattr__(cls, name):
        raise AttributeError(name)

    def __iter__(cls):
        return (member for _, member in cls._by_value_)

    def __len__(cls):
        return len(cls._by_value_)

    def __contains__(cls, member):
        return isinstance(member, cls)

    def __repr__(cls):
        return f"<enum {cls.__name__!r}>"


class Enum(metaclass=EnumMeta):
    __members__, _by_value_ = {}, []

    @property
    def name(self):
        return self._name_

    @property
    def value(self):
        return self._value_

    def __repr__(self):
        return f"<{type(self).__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        return f"{type(self).__name__}.{self._name_}"

    def __format__(self, format_spec):
        return format(str(self), format_spec)

    def __hash__(self):
        return hash(self._name_)

    def __eq__(self, other):
        return self is other
