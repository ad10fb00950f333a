import torch
import torch.nn.functional as F
from torch import nn


def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {str(e).splitlines()[0][:150]}"


w = torch.ones(2, requires_grad=True)
layer = nn.Linear(2, 2)
print(error(lambda: w.detach().backward()))  # expect: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
print(error(lambda: w.argmax().backward()))  # expect: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
print(error(lambda: (w > 0).float().sum().backward()))  # expect: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
print(error(lambda: torch.tensor(3).backward()))  # expect: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
print(error(lambda: F.cross_entropy(layer(torch.ones(1, 2)), torch.tensor([0])).item().backward()))  # expect: AttributeError: 'float' object has no attribute 'backward'
print(error(lambda: layer(torch.ones(1, 2)).backward()))  # expect: RuntimeError: grad can be implicitly created only for scalar outputs
print(error(lambda: w.sum().backward(gradient=torch.ones(2))))  # expect: RuntimeError: Mismatch in shape: grad_output[0] has a shape of torch.Size([2]) and output[0] has a shape of torch.Size([]).
print(error(lambda: w.sum().backward(torch.ones(1))))  # expect: RuntimeError: Mismatch in shape: grad_output[0] has a shape of torch.Size([1]) and output[0] has a shape of torch.Size([]).
print(error(lambda: w.backward(torch.ones(2, dtype=torch.float64))))  # expect: None
print(error(lambda: torch.autograd.grad(w.sum(), layer.weight)))  # expect: RuntimeError: One of the differentiated Tensors appears to not have been used in the graph. Set allow_unused=True if this is the desired behavior.
print(error(lambda: torch.autograd.grad(w, w)))  # expect: RuntimeError: grad can be implicitly created only for scalar outputs
print(error(lambda: torch.tensor([1.0], requires_grad=True).numpy()))  # expect: RuntimeError: Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.
print(error(lambda: (w * 2).numpy()))  # expect: RuntimeError: Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.
print(error(lambda: float(w)))  # expect: ValueError: only one element tensors can be converted to Python scalars
print(error(lambda: w.requires_grad_(False).sum().backward()), w.requires_grad_(True).requires_grad)  # expect: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn True
print(error(lambda: setattr(w * 2, "requires_grad", False)))  # expect: RuntimeError: you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a subgraph that doesn't require differentiation u
print(error(lambda: setattr(w, "grad", torch.ones(3))))  # expect: RuntimeError: assigned grad has data of a different size
print(error(lambda: setattr(w, "grad", 1.0))[:9])  # expect: TypeError
print(error(lambda: setattr(layer, "weight", torch.ones(2, 2))))  # expect: TypeError: cannot assign 'torch.FloatTensor' as parameter 'weight' (torch.nn.Parameter or None expected)
print(error(lambda: torch.optim.SGD(layer, lr=0.1)))  # expect: TypeError: 'Linear' object is not iterable
print(error(lambda: torch.optim.SGD(layer.weight, lr=0.1)))  # expect: TypeError: params argument given to the optimizer should be an iterable of Tensors or dicts, but got torch.FloatTensor
print(error(lambda: torch.optim.Adam([0.5])))  # expect: TypeError: optimizer can only optimize Tensors, but one of the params is float
print(error(lambda: torch.optim.Adam([w], lr=0.1).step(1, 2))[:9])  # expect: TypeError
print(error(lambda: (w * 2).grad))  # expect: None
print(error(lambda: nn.Parameter(w * 2).is_leaf))  # expect: True
