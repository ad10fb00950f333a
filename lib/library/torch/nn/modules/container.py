"""Modules that hold others, in order or by name; and the same for parameters."""

import collections
import operator

import torch
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


def _position(modules, idx):
    """An index from 0 on; one below 0 counts from the end."""
    idx = operator.index(idx)
    if not -len(modules) <= idx < len(modules):
        raise IndexError(f"index {idx} is out of range")
    return idx % len(modules)


def _check_iterable(owner, values, of=""):
    if not hasattr(values, "__iter__"):
        raise TypeError(f"{owner} should be called with an iterable{of}, but got "
                        + type(values).__name__)


class _Ordered(Module):
    """What Sequential and ModuleList share: modules in order, mostly named "0", "1", ..."""

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(list(self._modules.values()))

    def _become(self, modules):
        self._modules.clear()
        for i, module in enumerate(modules):
            self._modules[str(i)] = module

    def __delitem__(self, idx):
        modules = list(self)
        del modules[idx if isinstance(idx, slice) else _position(self, idx)]
        self._become(modules)

    def append(self, module):
        self.add_module(str(len(self)), module)
        return self

    def insert(self, index, module):
        modules = list(self)
        modules.insert(index, module)
        self._become(modules)
        return self

    def pop(self, key=-1):
        module = self[key]
        del self[key]
        return module

    def __add__(self, other):
        return type(self)().extend([*self, *other])

    def __iadd__(self, other):
        return self.extend(other)


class Sequential(_Ordered):
    """Modules one after the other: each gets what the one before it gave. Their names are
    "0", "1", ... or those of an OrderedDict."""

    def __init__(self, *args):
        super().__init__()
        if len(args) == 1 and isinstance(args[0], collections.OrderedDict):
            for name, module in args[0].items():
                self.add_module(name, module)
        else:
            self.extend(args)

    def forward(self, input):
        for module in self:
            input = module(input)
        return input

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return self.__class__(collections.OrderedDict(list(self._modules.items())[idx]))
        return list(self._modules.values())[_position(self, idx)]

    def __setitem__(self, idx, module):
        setattr(self, list(self._modules)[_position(self, idx)], module)

    def extend(self, sequential):
        for module in sequential:
            self.append(module)
        return self


class ModuleList(_Ordered):
    """A list whose modules count as this module's own: their parameters are found. It has
    no forward(): whoever owns it says what happens with them."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return self.__class__(list(self)[idx])
        return self._modules[str(_position(self, idx))]

    def __setitem__(self, idx, module):
        setattr(self, str(_position(self, idx)), module)

    def extend(self, modules):
        _check_iterable("ModuleList.extend", modules)
        for module in list(modules):
            self.append(module)
        return self


class _ByName(Module):
    """What ModuleDict and ParameterDict share; _names is a dict with their keys."""

    def __len__(self):
        return len(self._names)

    def __iter__(self):
        return iter(self._names)

    def __contains__(self, key):
        return key in self._names

    def keys(self):
        return self._names.keys()

    def values(self):
        return [self[key] for key in self._names]

    def items(self):
        return [(key, self[key]) for key in self._names]

    def update(self, given):
        _check_iterable(f"{self._get_name()}.update", given, " of key/value pairs")
        pairs = given.items() if isinstance(given, (dict, _ByName)) else given
        for key, value in list(pairs):
            self[key] = value


class ModuleDict(_ByName):
    """A dict whose modules count as this module's own."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.update(modules)

    @property
    def _names(self):
        return self._modules

    def __getitem__(self, key):
        return self._modules[key]

    def __setitem__(self, key, module):
        self.add_module(key, module)

    def __delitem__(self, key):
        del self._modules[key]

    def pop(self, key):
        return self._modules.pop(key)


def _as_parameter(value):
    """A tensor becomes a parameter, unless it is one; anything else stays what it is."""
    if isinstance(value, torch.Tensor) and not isinstance(value, Parameter):
        return Parameter(value, requires_grad=value.is_floating_point())
    return value


def _described(key, value, dtype):
    """The line of one entry when a ParameterList or ParameterDict is printed."""
    if not isinstance(value, torch.Tensor):
        return f"  ({key}): Object of type: {type(value).__name__}"
    kind = "Parameter" if isinstance(value, Parameter) else "Tensor"
    sizes = "x".join(str(n) for n in value.shape)
    return f"  ({key}): {kind} containing: [{dtype} of size {sizes}]"


class ParameterList(Module):
    """A list whose tensors count as this module's own parameters."""

    def __init__(self, values=None):
        super().__init__()
        self._size = 0
        if values is not None:
            self.extend(values)

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return self.__class__(list(self)[idx])
        return getattr(self, str(_position(self, idx)))

    def __setitem__(self, idx, param):
        setattr(self, str(_position(self, idx)), _as_parameter(param))

    def __len__(self):
        return self._size

    def __iter__(self):
        return iter([getattr(self, str(i)) for i in range(self._size)])

    def append(self, value):
        setattr(self, str(self._size), _as_parameter(value))
        self._size += 1
        return self

    def extend(self, values):
        _check_iterable("ParameterList.extend", values)
        for value in list(values):
            self.append(value)
        return self

    def __iadd__(self, parameters):
        return self.extend(parameters)

    def extra_repr(self):
        return "\n".join(_described(i, value, getattr(value, "dtype", ""))
                         for i, value in enumerate(self))


class ParameterDict(_ByName):
    """A dict whose tensors count as this module's own parameters."""

    def __init__(self, parameters=None):
        super().__init__()
        self._names = {}
        if parameters is not None:
            self.update(parameters)

    def __getitem__(self, key):
        return getattr(self, key)

    def __setitem__(self, key, value):
        if not isinstance(key, str):
            raise TypeError("Index given to ParameterDict cannot be used as a key as it is not a "
                            f"string (type is '{type(key).__name__}'). Open an issue on github if "
                            "you need non-string keys.")
        self._names[key] = None
        setattr(self, key, _as_parameter(value))

    def extra_repr(self):
        return "\n".join(_described(key, value, torch.typename(value))
                         for key, value in self.items())
