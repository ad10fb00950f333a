import torch.nn as nn

layer = nn.Linear(2, 2)
print(layer.weight.detach().numpy().shape)  # expect: (2, 2)
layer.weight.numpy()  # expect RuntimeError: Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.
