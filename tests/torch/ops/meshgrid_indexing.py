import torch

a, b = torch.meshgrid(torch.arange(2), torch.arange(3), indexing="ij")
print(a, b, torch.meshgrid(torch.arange(2), torch.arange(3), indexing="xy")[0].shape)  # expect: tensor([[0, 0, 0],
# expect:         [1, 1, 1]]) tensor([[0, 1, 2],
# expect:         [0, 1, 2]]) torch.Size([3, 2])
