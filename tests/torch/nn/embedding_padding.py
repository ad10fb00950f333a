import torch
import torch.nn as nn


torch.manual_seed(2)
table = nn.Embedding(4, 2, padding_idx=0)
print(table)  # expect: Embedding(4, 2, padding_idx=0)
print(table(torch.tensor([[0, 1], [3, 0]])))  # expect: tensor([[[ 0.0000,  0.0000],
# expect:          [-0.3195, -1.2050]],
# expect:
# expect:         [[ 0.5731,  0.5409],
# expect:          [ 0.0000,  0.0000]]], grad_fn=<EmbeddingBackward0>)
fixed = nn.Embedding.from_pretrained(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
print(fixed(torch.tensor([1])), fixed.weight.requires_grad)  # expect: tensor([[3., 4.]]) False
