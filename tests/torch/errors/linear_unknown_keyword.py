import torch
import torch.nn as nn


nn.Linear(3, 2, biases=False)  # expect TypeError: Linear.__init__() got an unexpected keyword argument 'biases'
