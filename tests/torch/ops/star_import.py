from torch import *
x = tensor([1.0, 2.0])
print(x.sum(), zeros(1), float("1.5"), softmax(x, 0).shape, isinstance(x, Tensor))  # expect: tensor(3.) tensor([0.]) 1.5 torch.Size([2]) True
