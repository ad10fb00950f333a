import torch

x = torch.arange(6).view(2, 3)
t = x.transpose(0, 1)
r = t.reshape(6)
r[0] = 100
print(r)  # expect: tensor([100,   3,   1,   4,   2,   5])
print(x)  # expect: tensor([[0, 1, 2],
# expect:         [3, 4, 5]])
print(x.reshape(3, 2).data_ptr() == x.data_ptr(), r.data_ptr() == x.data_ptr())  # expect: True False
