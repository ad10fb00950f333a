import torch
import torch.nn as nn


nn.Linear(2, 2).load_state_dict({"weight": torch.zeros(3, 2), "bias": torch.zeros(2)})  # expect RuntimeError: Error(s) in loading state_dict for Linear:
