"""What a value can do, for annotations and isinstance(): told by its methods, or by its type."""


class _Ability(type):
    def __instancecheck__(cls, value):
        if cls in type(value).__mro__ or isinstance(value, cls._types):
            return True
        return cls._needs is not None and hasattr(value, cls._needs)

    def __getitem__(cls, parameters):
        return cls


def _ability(name, needs=None, types=()):
    globals()[name] = _Ability(name, (), {"_needs": needs, "_types": types})


for _name, _needs in {"Iterable": "__iter__", "Iterator": "__next__", "Generator": "send",
                      "Sized": "__len__", "Callable": "__call__", "Hashable": "__hash__",
                      "Container": "__contains__", "Collection": "__len__",
                      "Reversible": "__reversed__"}.items():
    _ability(_name, _needs)
_ability("Sequence", types=(list, tuple, str, range))
_ability("MutableSequence", types=(list,))
_ability("Mapping", types=(dict,))
_ability("MutableMapping", types=(dict,))
_ability("Set", types=(set, frozenset))
_ability("MutableSet", types=(set,))
