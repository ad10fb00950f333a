import torch
import torch.nn as nn

torch.manual_seed(10)
e = nn.Embedding(5, 3)
print(e(torch.tensor([4, 0, 4])))  # expect: tensor([[ 2.2678,  1.3615,  0.0157],
# expect:         [-0.6014, -1.0122, -0.3023],
# expect:         [ 2.2678,  1.3615,  0.0157]], grad_fn=<EmbeddingBackward0>)
