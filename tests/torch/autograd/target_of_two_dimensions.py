import torch
import torch.nn.functional as F

logits = torch.tensor([[0.5, -1.0], [2.0, 0.25]], requires_grad=True)
F.cross_entropy(logits, torch.tensor([[0], [1]]))  # expect RuntimeError: 0D or 1D target tensor expected, multi-target not supported
