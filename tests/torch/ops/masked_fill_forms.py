import torch

x = torch.zeros(2, 2)
m = torch.tensor([[True, False], [False, True]])
print(x.masked_fill(m, -torch.inf), torch.masked_fill(x, m, torch.tensor(3.0)), x.masked_select(m))  # expect: tensor([[-inf, 0.],
# expect:         [0., -inf]]) tensor([[3., 0.],
# expect:         [0., 3.]]) tensor([0., 0.])
x.masked_fill_(mask=m, value=9)
print(x)  # expect: tensor([[9., 0.],
# expect:         [0., 9.]])
