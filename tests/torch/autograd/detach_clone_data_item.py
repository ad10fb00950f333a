import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
d = x.detach()
print(d, d.requires_grad, d.is_leaf)  # expect: tensor([1., 2., 3.]) False True
d[0] = 10.0  # the same numbers
print(x)  # expect: tensor([10.,  2.,  3.], requires_grad=True)
c = x.clone()
print(c, c.is_leaf)  # expect: tensor([10.,  2.,  3.], grad_fn=<CloneBackward0>) False
c.sum().backward()
print(x.grad)  # expect: tensor([1., 1., 1.])

safe = x.detach().clone()
safe[1] = -1.0
print(x, safe)  # expect: tensor([10.,  2.,  3.], requires_grad=True) tensor([10., -1.,  3.])
x.data[2] = 7.0
print(x, x.data, x.data.requires_grad)  # expect: tensor([10.,  2.,  7.], requires_grad=True) tensor([10.,  2.,  7.]) False
x.data = torch.tensor([4.0, 5.0])
print(x, x.is_leaf)  # expect: tensor([4., 5.], requires_grad=True) True

# What was detached is a constant in the derivative.
x = torch.tensor([2.0, 3.0], requires_grad=True)
(x * x.detach()).sum().backward()
print(x.grad)  # expect: tensor([2., 3.])
loss = (x ** 2).sum()
print(loss.item(), type(loss.item()), float(loss), loss)  # expect: 13.0 <class 'float'> 13.0 tensor(13., grad_fn=<SumBackward0>)
print(f"{loss:.2f} {loss.item():.2f}", x.tolist())  # expect: 13.00 13.00 [2.0, 3.0]

y = x * 2
y.detach_()
print(y, y.is_leaf)  # expect: tensor([4., 6.]) True
print(x.detach().numpy(), torch.tensor(x.detach()).requires_grad)  # expect: [2. 3.] False
total = 0
for step in range(3):
    total += (x * step).sum().item()
print(total)  # expect: 15.0
straight = x + (x.round() - x).detach()  # the straight-through trick
x.grad = None
straight.sum().backward()
print(x.grad)  # expect: tensor([1., 1.])
x.numpy()  # expect RuntimeError: Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.
