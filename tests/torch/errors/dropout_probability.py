import torch
import torch.nn as nn


nn.Dropout(1.5)  # expect ValueError: dropout probability has to be between 0 and 1, but got 1.5
