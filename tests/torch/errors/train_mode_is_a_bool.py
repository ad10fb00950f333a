import torch
import torch.nn as nn


nn.Linear(2, 2).train("yes")  # expect ValueError: training mode is expected to be boolean
