import torch

x = torch.tensor([[0.5, -1.0], [2.0, 3.0]], requires_grad=True)
y = x * 2
y.clamp_(0.0, 4.0)
y.sum().backward()
print(y.detach(), x.grad)  # expect: tensor([[1., 0.],
# expect:         [4., 4.]]) tensor([[2., 0.],
# expect:         [2., 0.]])
z = x * 1
z.clip_(min=0.0)
z.pow(2).sum().backward()
print(x.grad)  # expect: tensor([[3., 0.],
# expect:         [6., 6.]])
(x // 2).sum().backward()  # expect RuntimeError: derivative for aten::floor_divide is not implemented
