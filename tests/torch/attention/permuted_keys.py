import torch

torch.manual_seed(2)
x = torch.randn(2, 5, 8)
k = x.view(2, 5, 2, 4).permute(0, 2, 3, 1)
print(k.shape, k.stride())  # expect: torch.Size([2, 2, 4, 5]) (40, 4, 1, 8)
print((x.view(2, 5, 2, 4).transpose(1, 2) @ k)[0, 1])  # expect: tensor([[ 3.9809, -1.8178, -1.3262,  0.5938,  1.8823],
# expect:         [-1.8178,  1.8199, -0.5554, -1.5303, -0.9263],
# expect:         [-1.3262, -0.5554,  1.9228,  1.8372, -0.9161],
# expect:         [ 0.5938, -1.5303,  1.8372,  4.4437, -1.5254],
# expect:         [ 1.8823, -0.9263, -0.9161, -1.5254,  2.2338]])
