import torch
import torch.nn as nn


nn.Linear(2, 2).to(torch.int64)  # expect TypeError: nn.Module.to only accepts floating point or complex dtypes, but got desired dtype=torch.int64
