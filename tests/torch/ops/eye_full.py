import torch

print(torch.eye(2), torch.eye(2, 3), torch.full((2,), 7), torch.full((1, 2), 1.5), torch.full((2,), True))  # expect: tensor([[1., 0.],
# expect:         [0., 1.]]) tensor([[1., 0., 0.],
# expect:         [0., 1., 0.]]) tensor([7, 7]) tensor([[1.5000, 1.5000]]) tensor([True, True])
