import torch
import torch.nn as nn


print([nn.ReLU(), nn.ReLU(inplace=True), nn.LeakyReLU(0.2), nn.ELU(), nn.GELU(), nn.SiLU(), nn.Tanh()])  # expect: [ReLU(), ReLU(inplace=True), LeakyReLU(negative_slope=0.2), ELU(alpha=1.0), GELU(approximate='none'), SiLU(), Tanh()]
print([nn.Softplus(), nn.Hardtanh(), nn.LogSoftmax(dim=1), nn.Softmax(-1), nn.Identity(), nn.Flatten()])  # expect: [Softplus(beta=1, threshold=20), Hardtanh(min_val=-1.0, max_val=1.0), LogSoftmax(dim=1), Softmax(dim=-1), Identity(), Flatten(start_dim=1, end_dim=-1)]
print([nn.CrossEntropyLoss(), nn.MSELoss(), nn.NLLLoss(), nn.L1Loss(), nn.BCEWithLogitsLoss()])  # expect: [CrossEntropyLoss(), MSELoss(), NLLLoss(), L1Loss(), BCEWithLogitsLoss()]
