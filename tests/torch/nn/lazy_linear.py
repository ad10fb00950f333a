import warnings

import torch
import torch.nn as nn

warnings.simplefilter("ignore")
torch.manual_seed(0)
model = nn.Sequential(nn.LazyLinear(3), nn.Tanh(), nn.LazyLinear(2, bias=False))
print(model)
print(model[0].weight, model[0].bias, list(model.state_dict()), len(list(model.parameters())))
for use in (lambda: model[0].weight.shape, lambda: sum(p.numel() for p in model.parameters())):
    try:
        use()
    except (RuntimeError, ValueError) as e:
        print(type(e).__name__, e)
print(model[0].has_uninitialized_params(), model[0].in_features, isinstance(model[0], nn.Linear))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
y = model(torch.ones(2, 4))
print(y, model, type(model[0]), model[0].weight.shape, type(model[0].weight))
y.sum().backward()
optimizer.step()
print(model[2].weight, sum(p.numel() for p in model.parameters()))
# expect: Sequential(
# expect:   (0): LazyLinear(in_features=0, out_features=3, bias=True)
# expect:   (1): Tanh()
# expect:   (2): LazyLinear(in_features=0, out_features=2, bias=False)
# expect: )
# expect: <UninitializedParameter> <UninitializedParameter> ['0.weight', '0.bias', '2.weight'] 3
# expect: RuntimeError Can't access the shape of an uninitialized parameter or buffer. This error usually happens in `load_state_dict` when trying to load an uninitialized parameter into an initialized one. Call `forward` to initialize the parameters before accessing their attributes.
# expect: ValueError Attempted to use an uninitialized parameter in <method 'numel' of 'torch._C._TensorBase' objects>. This error happens when you are using a `LazyModule` or explicitly manipulating `torch.nn.parameter.UninitializedParameter` objects. When using LazyModules Call `forward` with a dummy batch to initialize the parameters before calling torch functions
# expect: True 0 True
# expect: tensor([[-0.1388,  0.2239],
# expect:         [-0.1388,  0.2239]], grad_fn=<MmBackward0>) Sequential(
# expect:   (0): Linear(in_features=4, out_features=3, bias=True)
# expect:   (1): Tanh()
# expect:   (2): Linear(in_features=3, out_features=2, bias=False)
# expect: ) <class 'torch.nn.modules.linear.Linear'> torch.Size([3, 4]) <class 'torch.nn.parameter.Parameter'>
# expect: Parameter containing:
# expect: tensor([[ 0.1731,  0.2289,  0.4168],
# expect:         [-0.2397, -0.2508,  0.2801]], requires_grad=True) 21
model(torch.ones(2, 5))  # expect RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x5 and 4x3)
