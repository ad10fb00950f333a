import torch

x = torch.zeros(2, 3)
y = x.view(3, 2)
y[0, 0] = 7
print(x)  # expect: tensor([[7., 0., 0.],
# expect:         [0., 0., 0.]])
print(x.data_ptr() == y.data_ptr())  # expect: True
