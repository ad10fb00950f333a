import torch
import torch.nn as nn


logits = torch.tensor([[2.0, 0.5, 0.1], [0.2, 0.3, 3.0]])
target = torch.tensor([0, 2])
print(nn.CrossEntropyLoss()(logits, target))  # expect: tensor(0.2186)
print(nn.CrossEntropyLoss(reduction="none")(logits, target))  # expect: tensor([0.3168, 0.1205])
print(nn.CrossEntropyLoss(ignore_index=2, reduction="sum")(logits, target))  # expect: tensor(0.3168)
print(nn.NLLLoss()(logits.log_softmax(dim=1), target))  # expect: tensor(0.2186)
print(nn.MSELoss()(torch.zeros(2), torch.tensor([1.0, 3.0])))  # expect: tensor(5.)
print(nn.L1Loss(reduction="sum")(torch.zeros(2), torch.tensor([1.0, 3.0])))  # expect: tensor(4.)
