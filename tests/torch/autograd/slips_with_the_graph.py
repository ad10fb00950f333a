# What people type by mistake around backward(), optimizers and losses.
import torch
import torch.nn.functional as F
from torch import nn


def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {str(e).splitlines()[0][:120]}"


def forgotten_brackets():
    with torch.no_grad:
        pass


x = torch.tensor([[0.5, -1.0], [2.0, 0.25]], requires_grad=True)
w = torch.tensor([1.0, 2.0], requires_grad=True)
print(error(lambda: (x > 0).all().backward()))  # expect: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
print(error(lambda: [x.sum()].backward()))  # expect: AttributeError: 'list' object has no attribute 'backward'
print(error(lambda: x.sum().item().backward()))  # expect: AttributeError: 'float' object has no attribute 'backward'
print(error(lambda: nn.Linear(1, 1).backward()))  # expect: AttributeError: 'Linear' object has no attribute 'backward'
print(error(lambda: nn.Linear(1, 1).step()))  # expect: AttributeError: 'Linear' object has no attribute 'step'
print(error(lambda: torch.optim.SGD([x], learning_rate=0.1)))  # expect: TypeError: SGD.__init__() got an unexpected keyword argument 'learning_rate'
print(error(lambda: torch.optim.Adam([x * 1])))  # expect: ValueError: can't optimize a non-leaf Tensor
print(error(lambda: torch.optim.Adam([x]).step()))  # expect: None
print(error(lambda: F.cross_entropy(x, torch.tensor([0.0, 1.0]))))  # expect: RuntimeError: expected scalar type Long but found Float
print(error(lambda: F.cross_entropy(x, torch.tensor([0, 2]))))  # expect: IndexError: Target 2 is out of bounds.
print(error(lambda: F.cross_entropy(x, torch.tensor([0]))))  # expect: ValueError: Expected input batch_size (2) to match target batch_size (1).
print(error(lambda: F.cross_entropy(torch.tensor([0, 1]), x)))  # expect: RuntimeError: "log_softmax_lastdim_kernel_impl" not implemented for 'Long'
print(error(lambda: F.cross_entropy(x, torch.tensor([0, 1]), reduction="avg")))  # expect: ValueError: avg is not a valid value for reduction
print(error(lambda: F.binary_cross_entropy(x, torch.ones(2, 2))))  # expect: RuntimeError: all elements of input should be between 0 and 1
print(error(lambda: F.binary_cross_entropy_with_logits(x, torch.ones(2))))  # expect: ValueError: Target size (torch.Size([2])) must be the same as input size (torch.Size([2, 2]))
print(error(lambda: x.__setitem__(0, 1.0)))  # expect: RuntimeError: a view of a leaf Variable that requires grad is being used in an in-place operation.
print(error(lambda: setattr(x, "grad", torch.ones(2))))  # expect: RuntimeError: assigned grad has data of a different size
print(error(lambda: x.grad.zero_()))  # expect: AttributeError: 'NoneType' object has no attribute 'zero_'
print(error(lambda: torch.zeros(2, dtype=torch.int64, requires_grad=True)))  # expect: RuntimeError: Only Tensors of floating point and complex dtype can require gradients
print(error(lambda: nn.Parameter(torch.tensor([1, 2]))))  # expect: RuntimeError: Only Tensors of floating point and complex dtype can require gradients
print(error(lambda: 1 if w else 0))  # expect: RuntimeError: Boolean value of Tensor with more than one value is ambiguous
print(error(lambda: torch.ones(3)[w]))  # expect: IndexError: tensors used as indices must be long, byte or bool tensors
print(error(lambda: f"{w:.2f}"))  # expect: TypeError: unsupported format string passed to Tensor.__format__
print(error(lambda: f"{w[0]:.2f} {w[0]}"), "%.2f" % w[0])  # expect: 1.00 1.0 1.00
print(error(lambda: max(w, w)))  # expect: RuntimeError: Boolean value of Tensor with more than one value is ambiguous
print(error(lambda: x.sum().backward(gradient=None, retain_graph=True)))  # expect: None
print(error(lambda: torch.autograd.grad(x * 2, x)))  # expect: RuntimeError: grad can be implicitly created only for scalar outputs
print(error(lambda: nn.utils.clip_grad_norm_([], 1.0)))  # expect: tensor(0.)
print(error(lambda: setattr(w, "is_leaf", True)))  # expect: AttributeError: attribute 'is_leaf' of 'torch._C._TensorBase' objects is not writable
print(error(lambda: torch.set_grad_enabled()))  # expect: TypeError: set_grad_enabled.__init__() missing 1 required positional argument: 'mode'
forgotten_brackets()  # expect TypeError: 'type' object does not support the context manager protocol
