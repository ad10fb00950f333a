import torch

w = torch.ones(2, requires_grad=True)
with torch.no_grad():
    y = w * 2
    made = torch.zeros(2, requires_grad=True)
    with torch.enable_grad():
        z = w * 3
print(y.requires_grad, made.requires_grad, made.is_leaf, z.requires_grad, torch.is_grad_enabled())  # expect: False True True True True

for on in (False, True):
    with torch.set_grad_enabled(on):
        on_inside = (w * 2).requires_grad
    assert on_inside is on
torch.set_grad_enabled(False)
off = (w * 2).requires_grad
torch.set_grad_enabled(True)
print(off, (w * 2).requires_grad)  # expect: False True


@torch.no_grad()
def evaluate(model):
    return model(w)


@torch.enable_grad()
def trained(v):
    return v * 2


print(evaluate(lambda v: v * 2).requires_grad, torch.is_grad_enabled())  # expect: False True
with torch.no_grad():
    print(trained(w).requires_grad)  # expect: True
with torch.no_grad():
    w.mul_(0.5)
    w += 1
print(w, w.is_leaf, w.grad_fn)  # expect: tensor([1.5000, 1.5000], requires_grad=True) True None
with torch.no_grad():
    loss = (w * w).sum()
loss.backward()  # expect RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
