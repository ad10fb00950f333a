import torch
import torch.nn as nn


print([nn.ReLU(), nn.ReLU(inplace=True), nn.LeakyReLU(0.2), nn.ELU(), nn.GELU(), nn.SiLU(), nn.Tanh()])  # expect: [ReLU(), ReLU(inplace=True), LeakyReLU(negative_slope=0.2), ELU(alpha=1.0), GELU(approximate='none'), SiLU(), Tanh()]
print([nn.LogSoftmax(dim=1), nn.Softmax(-1), nn.Identity(), nn.Flatten()])  # expect: [LogSoftmax(dim=1), Softmax(dim=-1), Identity(), Flatten(start_dim=1, end_dim=-1)]
print([nn.CrossEntropyLoss(), nn.MSELoss(), nn.NLLLoss(), nn.L1Loss(), nn.BCEWithLogitsLoss()])  # expect: [CrossEntropyLoss(), MSELoss(), NLLLoss(), L1Loss(), BCEWithLogitsLoss()]
