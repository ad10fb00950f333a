import warnings
import torch
import torch.nn.functional as F

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    loss = F.mse_loss(torch.zeros(2, 1), torch.ones(2))
print(loss, caught[0].message)  # expect: tensor(1.) Using a target size (torch.Size([2])) that is different to the input size (torch.Size([2, 1])). This will likely lead to incorrect results due to broadcasting. Please ensure they have the same size.
