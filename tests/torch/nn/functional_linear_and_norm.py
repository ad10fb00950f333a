import torch
import torch.nn.functional as F


x = torch.tensor([[1.0, 2.0], [3.0, 5.0]])
print(F.linear(x, torch.eye(2), torch.tensor([1.0, 0.0])))  # expect: tensor([[2., 2.],
# expect:         [4., 5.]])
print(F.layer_norm(x, (2,)))  # expect: tensor([[-1.0000,  1.0000],
# expect:         [-1.0000,  1.0000]])
print(F.normalize(x), F.normalize(x, p=1.0, dim=0))  # expect: tensor([[0.4472, 0.8944],
# expect:         [0.5145, 0.8575]]) tensor([[0.2500, 0.2857],
# expect:         [0.7500, 0.7143]])
print(F.cosine_similarity(x, x.flip(0), dim=-1))  # expect: tensor([0.9971, 0.9971])
