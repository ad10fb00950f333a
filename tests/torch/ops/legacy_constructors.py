import torch

print(torch.Tensor([1, 2]), torch.Tensor(2, 3).shape, torch.FloatTensor([1, 2]), torch.LongTensor([1, 2]), torch.Tensor([[1], [2]]).dtype)  # expect: tensor([1., 2.]) torch.Size([2, 3]) tensor([1., 2.]) tensor([1, 2]) torch.float32
