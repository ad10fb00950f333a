import torch
import torch.nn as nn

try:
    nn.Linear(2, 2).load_state_dict({"weight": torch.zeros(2, 2)})
except RuntimeError as e:
    print(e)  # expect: Error(s) in loading state_dict for Linear:
# expect: 	Missing key(s) in state_dict: "bias".
