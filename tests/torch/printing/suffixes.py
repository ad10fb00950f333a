import torch

x = torch.ones(2, requires_grad=True)
print(x, x * 2, (x * 2).detach())  # expect: tensor([1., 1.], requires_grad=True) tensor([2., 2.], grad_fn=<MulBackward0>) tensor([2., 2.])
print(torch.ones(2, dtype=torch.float64), torch.ones(2, dtype=torch.int32))  # expect: tensor([1., 1.], dtype=torch.float64) tensor([1, 1], dtype=torch.int32)
print(torch.ones(2, 9, requires_grad=True) / 3)  # expect: tensor([[0.3333, 0.3333, 0.3333, 0.3333, 0.3333, 0.3333, 0.3333, 0.3333, 0.3333],
# expect:         [0.3333, 0.3333, 0.3333, 0.3333, 0.3333, 0.3333, 0.3333, 0.3333, 0.3333]],
# expect:        grad_fn=<DivBackward0>)
