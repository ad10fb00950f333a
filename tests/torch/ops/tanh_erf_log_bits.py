import torch

x = torch.linspace(-3, 3, 1024)
print(torch.tanh(x).view(torch.int32).sum())  # expect: tensor(-14000808744)
print(torch.erf(x).view(torch.int32).sum())  # expect: tensor(-13102736975)
print(torch.log1p(x.abs()).view(torch.int32).sum())  # expect: tensor(1085969685751)
print(torch.expm1(x).view(torch.int32).sum())  # expect: tensor(-6346926601)
print(torch.log2(x.abs() + 1).view(torch.int32).sum())  # expect: tensor(1090520425886)
print(torch.tanh(torch.tensor([-20.0, -0.0, 0.3, 9.0])).tolist())  # expect: [-1.0, -0.0, 0.29131263494491577, 1.0]
