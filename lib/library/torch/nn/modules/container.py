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


def _renumber(owner, modules):
    """Makes these the modules of a Sequential or ModuleList, as "0", "1", ..."""
    owner._modules.clear()
    for i, module in enumerate(modules):
        owner._modules[str(i)] = module


class Sequential(Module):
    """Modules one after the other: each gets what the one before it gave. Their names are
    "0", "1", ... or those of an OrderedDict."""

    def __init__(self, *args):
        super().__init__()
        if len(args) == 1 and isinstance(args[0], collections.OrderedDict):
            for name, module in args[0].items():
                self.add_module(name, module)
        else:
            for i, module in enumerate(args):
                self.add_module(str(i), module)

    def forward(self, input):
        for module in self:
            input = module(input)
        return input

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(list(self._modules.values()))

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return self.__class__(collections.OrderedDict(list(self._modules.items())[idx]))
        return list(self._modules.values())[_position(self, idx)]

    def __setitem__(self, idx, module):
        setattr(self, list(self._modules)[_position(self, idx)], module)

    def __delitem__(self, idx):
        modules = list(self)
        del modules[idx if isinstance(idx, slice) else _position(self, idx)]
        _renumber(self, modules)

    def append(self, module):
        self.add_module(str(len(self)), module)
        return self

    def pop(self, key=-1):
        module = self[key]
        del self[key]
        return module

    def insert(self, index, module):
        if not isinstance(module, Module):
            raise AssertionError(f"module should be of type: {Module}")
        if not -len(self) <= index <= len(self):
            raise IndexError(f"Index out of range: {index}")
        modules = list(self)
        modules.insert(index, module)
        _renumber(self, modules)
        return self

    def extend(self, sequential):
        for module in sequential:
            self.append(module)
        return self

    def _checked(self, other):
        if not isinstance(other, Sequential):
            raise ValueError("add operator supports only objects of Sequential class, but "
                             f"{type(other)} is given.")
        return other

    def __add__(self, other):
        return Sequential().extend(self).extend(self._checked(other))

    def __iadd__(self, other):
        return self.extend(self._checked(other))

    def __mul__(self, other):
        if other <= 0:
            raise ValueError(f"Non-positive multiplication factor {other} for {type(self)}")
        product = Sequential()
        for _ in range(other):
            product.extend(self)
        return product

    def __rmul__(self, other):
        return self * other


class ModuleList(Module):
    """A list whose modules count as this module's own: their parameters are found. It has
    no forward(): whoever owns it says what happens with them."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(list(self._modules.values()))

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return self.__class__(list(self)[idx])
        return self._modules[str(_position(self, idx))]

    def __setitem__(self, idx, module):
        setattr(self, str(_position(self, idx)), module)

    def __delitem__(self, idx):
        modules = list(self)
        del modules[idx if isinstance(idx, slice) else _position(self, idx)]
        _renumber(self, modules)

    def append(self, module):
        self.add_module(str(len(self)), module)
        return self

    def pop(self, key=-1):
        module = self[key]
        del self[key]
        return module

    def insert(self, index, module):
        modules = list(self)
        modules.insert(index, module)
        _renumber(self, modules)
        return self

    def extend(self, modules):
        if not hasattr(modules, "__iter__"):
            raise TypeError("ModuleList.extend should be called with an iterable, but got "
                            + type(modules).__name__)
        for module in list(modules):
            self.append(module)
        return self

    def __iadd__(self, modules):
        return self.extend(modules)

    def __add__(self, other):
        return ModuleList().extend(self).extend(other)


class ModuleDict(Module):
    """A dict whose modules count as this module's own."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key):
        return self._modules[key]

    def __setitem__(self, key, module):
        self.add_module(key, module)

    def __delitem__(self, key):
        del self._modules[key]

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules)

    def __contains__(self, key):
        return key in self._modules

    def clear(self):
        self._modules.clear()

    def pop(self, key):
        return self._modules.pop(key)

    def keys(self):
        return self._modules.keys()

    def items(self):
        return self._modules.items()

    def values(self):
        return self._modules.values()

    def update(self, modules):
        if not hasattr(modules, "__iter__"):
            raise TypeError("ModuleDict.update should be called with an iterable of key/value "
                            "pairs, but got " + type(modules).__name__)
        if isinstance(modules, (dict, ModuleDict)):
            modules = modules.items()
        for number, pair in enumerate(list(modules)):
            pair = list(pair)
            if len(pair) != 2:
                raise ValueError(f"ModuleDict update sequence element #{number} has length "
                                 f"{len(pair)}; 2 is required")
            self.add_module(pair[0], pair[1])


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

    def _key(self, idx):
        return str(_position(self, idx))

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return self.__class__(list(self)[idx])
        return getattr(self, self._key(idx))

    def __setitem__(self, idx, param):
        setattr(self, self._key(idx), _as_parameter(param))

    def __len__(self):
        return self._size

    def __iter__(self):
        return iter([getattr(self, str(i)) for i in range(self._size)])

    def append(self, value):
        setattr(self, str(self._size), _as_parameter(value))
        self._size += 1
        return self

    def extend(self, values):
        if not hasattr(values, "__iter__"):
            raise TypeError("ParameterList.extend should be called with an iterable, but got "
                            + type(values).__name__)
        for value in list(values):
            self.append(value)
        return self

    def __iadd__(self, parameters):
        return self.extend(parameters)

    def extra_repr(self):
        return "\n".join(_described(i, value, getattr(value, "dtype", ""))
                         for i, value in enumerate(self))

    def __call__(self, *args, **kwargs):
        raise RuntimeError("ParameterList should not be called.")


class ParameterDict(Module):
    """A dict whose tensors count as this module's own parameters."""

    def __init__(self, parameters=None):
        super().__init__()
        self._keys = {}
        if parameters is not None:
            self.update(parameters)

    def _checked(self, key):
        if not isinstance(key, str):
            raise TypeError("Index given to ParameterDict cannot be used as a key as it is not a "
                            f"string (type is '{type(key).__name__}'). Open an issue on github if "
                            "you need non-string keys.")
        return key

    def __getitem__(self, key):
        return getattr(self, self._checked(key))

    def __setitem__(self, key, value):
        self._keys[self._checked(key)] = None
        setattr(self, key, _as_parameter(value))

    def __delitem__(self, key):
        del self._keys[key]
        delattr(self, key)

    def __len__(self):
        return len(self._keys)

    def __iter__(self):
        return iter(self._keys)

    def __contains__(self, key):
        return key in self._keys

    def keys(self):
        return self._keys.keys()

    def values(self):
        return [self[key] for key in self._keys]

    def items(self):
        return [(key, self[key]) for key in self._keys]

    def update(self, parameters):
        if isinstance(parameters, (dict, ParameterDict)):
            parameters = parameters.items()
        for key, value in list(parameters):
            self[key] = value

    def extra_repr(self):
        return "\n".join(_described(key, value, torch.typename(value))
                         for key, value in self.items())

    def __call__(self, *args, **kwargs):
        raise RuntimeError("ParameterDict should not be called.")
