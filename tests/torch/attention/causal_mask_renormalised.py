import torch

torch.manual_seed(3)
weights = torch.softmax(torch.randn(4, 4), dim=-1)
masked = weights * torch.tril(torch.ones(4, 4))
print(masked / masked.sum(dim=-1, keepdim=True))  # expect: tensor([[1.0000, 0.0000, 0.0000, 0.0000],
# expect:         [0.7214, 0.2786, 0.0000, 0.0000],
# expect:         [0.3199, 0.2481, 0.4320, 0.0000],
# expect:         [0.3555, 0.1750, 0.2532, 0.2163]])
