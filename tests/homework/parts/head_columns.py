import torch

Q, K, V = torch.randn(5, 4), torch.randn(5, 4), torch.randn(5, 4)
scores = Q @ K.T / Q.shape[-1] ** 0.5
weights = torch.softmax(scores, dim=0)
print(weights @ V)
