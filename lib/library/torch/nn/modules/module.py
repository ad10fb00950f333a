"""nn.Module, of which every layer is made: its parameters, buffers and modules, and what is
done to all of them. Calling one, and how attributes are kept, is C++."""

import torch
from _native import OrderedDict
from torch._C._nn import Module as Core
from _tutor import refuse


def _joined(prefix, name):
    return prefix + "." + name if prefix else name


class _IncompatibleKeys(tuple):
    missing_keys = property(lambda self: self[0])
    unexpected_keys = property(lambda self: self[1])

    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return (f"_IncompatibleKeys(missing_keys={self.missing_keys}, "
                f"unexpected_keys={self.unexpected_keys})")


class Module(Core):
    """The base of all layers: self.NAME = ... of a parameter or a module counts as its own."""

    # --------------------------------------------------- what it is made of

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(memo, _joined(prefix, name), remove_duplicate)

    def modules(self):
        for _, module in self.named_modules():
            yield module

    def named_children(self):
        seen = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def children(self):
        for _, module in self.named_children():
            yield module

    def _named_members(self, kind, prefix, recurse, remove_duplicate):
        """Parameters or buffers of the module and all below it, each tensor once."""
        seen = set()
        modules = [(prefix, self)]
        if recurse:
            modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        for owner, module in modules:
            for name, member in list(getattr(module, kind).items()):
                if member is None or id(member) in seen:
                    continue
                if remove_duplicate:
                    seen.add(id(member))
                yield _joined(owner, name), member

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        yield from self._named_members("_parameters", prefix, recurse, remove_duplicate)

    def parameters(self, recurse=True):
        for _, parameter in self.named_parameters(recurse=recurse):
            yield parameter

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        yield from self._named_members("_buffers", prefix, recurse, remove_duplicate)

    def buffers(self, recurse=True):
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    # ---------------------------------------------------------- by its path

    def get_submodule(self, target):
        module = self
        for name in target.split(".") if target else []:
            if not hasattr(module, name):
                raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
            module = getattr(module, name)
            if not isinstance(module, Module):
                raise AttributeError(f"`{name}` is not an nn.Module")
        return module

    # -------------------------------------------------- done to all of them

    def train(self, mode=True):
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=True):
        for parameter in self.parameters():
            if parameter.grad is not None:
                if set_to_none:
                    parameter.grad = None
                else:
                    parameter.grad.detach_().zero_()

    def apply(self, fn):
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def _apply(self, convert):
        """Replaces the numbers of parameters and buffers by what convert() makes of them."""
        for parameter in self.parameters():
            grad = parameter.grad
            parameter.data = convert(parameter.data)
            if grad is not None:
                parameter.grad = convert(grad)
        for module in self.modules():
            for name, buffer in list(module._buffers.items()):
                if buffer is not None:
                    module._buffers[name] = convert(buffer)
        return self

    def to(self, *args, **kwargs):
        dtype = None
        for given in [*args, *kwargs.values()]:
            if isinstance(given, torch.Tensor):
                dtype = given.dtype
            elif isinstance(given, (torch.dtype, type)):
                dtype = torch.empty(0, dtype=given).dtype
            elif given is not None and not isinstance(given, bool):
                torch.empty(0, device=given)      # refuses a device that is not there
        if dtype is None:
            return self
        if not dtype.is_floating_point:
            raise TypeError("nn.Module.to only accepts floating point or complex dtypes, but got "
                            f"desired dtype={dtype}")
        return self._apply(lambda t: t.to(dtype) if t.is_floating_point() else t)

    def float(self):
        return self.to(torch.float32)

    def double(self):
        return self.to(torch.float64)

    def half(self):
        return self.to(torch.float16)

    def bfloat16(self):
        return self.to(torch.bfloat16)

    def type(self, dst_type):
        return self._apply(lambda t: t.type(dst_type))

    def cpu(self):
        return self

    def cuda(self, device=None):
        return self._apply(lambda t: t.cuda(device))

    # ------------------------------------------------------------ its state

    def _own_state(self):
        """What a module itself saves: parameters, then buffers that persist."""
        for name, member in [*self._parameters.items(), *self._buffers.items()]:
            if member is not None and name not in self._non_persistent_buffers_set:
                yield name, member

    def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
        # They may come one after the other, too.
        destination, prefix, keep_vars = (*args, *(destination, prefix, keep_vars)[len(args):])
        if destination is None:
            destination = OrderedDict()
        for name, member in self._own_state():
            destination[prefix + name] = member if keep_vars else member.detach()
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(destination=destination, prefix=prefix + name + ".",
                                  keep_vars=keep_vars)
        return destination

    def _load(self, state_dict, prefix, missing, unexpected, errors):
        own = dict(self._own_state())
        for name, member in own.items():
            key = prefix + name
            if key not in state_dict:
                missing.append(key)
                continue
            source = state_dict[key]
            if not isinstance(source, torch.Tensor):
                errors.append(f'While copying the parameter named "{key}", expected torch.Tensor '
                              f"or Tensor-like object from checkpoint but received {type(source)}")
                continue
            if source.shape != member.shape:
                errors.append(f"size mismatch for {key}: copying a param with shape "
                              f"{source.shape} from checkpoint, the shape in current model is "
                              f"{member.shape}.")
                continue
            with torch.no_grad():
                member.copy_(source)
        for key in state_dict:
            name = key[len(prefix):].split(".")[0]
            if key.startswith(prefix) and name not in own and name not in self._modules:
                unexpected.append(key)
        for name, module in self._modules.items():
            if module is not None:
                module._load(state_dict, prefix + name + ".", missing, unexpected, errors)

    def load_state_dict(self, state_dict, strict=True):
        if not isinstance(state_dict, dict):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        missing, unexpected, wrong, errors = [], [], [], []
        self._load(state_dict, "", missing, unexpected, wrong)
        for keys, kind in [(missing, "Missing"), (unexpected, "Unexpected")]:
            if strict and keys:
                names = ", ".join(f'"{key}"' for key in keys)
                errors.append(f"{kind} key(s) in state_dict: {names}. ")
        errors += wrong
        if errors:
            raise RuntimeError(f"Error(s) in loading state_dict for {self._get_name()}:\n\t" +
                               "\n\t".join(errors))
        return _IncompatibleKeys((missing, unexpected))

    # ---------------------------------------------------------------- hooks

    def _register(self, hooks, hook):
        from torch.utils.hooks import RemovableHandle   # read by the programs that need it alone
        return RemovableHandle(hooks, hook)

    def register_forward_hook(self, hook):
        return self._register(self._forward_hooks, hook)

    def register_forward_pre_hook(self, hook):
        return self._register(self._forward_pre_hooks, hook)

    def register_full_backward_hook(self, hook):
        refuse("a hook on the gradients of a module", "x.register_hook() sees those of a tensor")

    register_backward_hook = register_full_backward_hook

    # -------------------------------------------------------------- as text

    def _get_name(self):
        return self.__class__.__name__

    def extra_repr(self):
        return ""

    def __repr__(self):
        lines = self.extra_repr().splitlines()
        if len(lines) == 1 and not self._modules:
            return f"{self._get_name()}({lines[0]})"
        for name, module in self._modules.items():
            lines.append(f"({name}): " + repr(module).replace("\n", "\n  "))
        inside = "\n  " + "\n  ".join(lines) + "\n" if lines else ""
        return f"{self._get_name()}({inside})"

    def __dir__(self):
        names = {*dir(self.__class__), *self.__dict__, *self._parameters, *self._modules,
                 *self._buffers}
        return sorted(name for name in names if not name[:1].isdigit())
