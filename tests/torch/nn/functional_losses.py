import torch
import torch.nn.functional as F


logits = torch.tensor([[1.0, 2.0], [0.5, 0.1]])
print(F.cross_entropy(logits, torch.tensor([1, 0])))  # expect: tensor(0.4131)
print(F.cross_entropy(logits, torch.tensor([[0.5, 0.5], [1.0, 0.0]])))  # expect: tensor(0.6631)
print(F.cross_entropy(logits, torch.tensor([1, 0]), label_smoothing=0.1))  # expect: tensor(0.4481)
print(F.nll_loss(logits, torch.tensor([1, 0]), reduction="sum"))  # expect: tensor(-2.5000)
print(F.mse_loss(logits, torch.zeros(2, 2)), F.l1_loss(logits, torch.zeros(2, 2)))  # expect: tensor(1.3150) tensor(0.9000)
print(F.kl_div(logits.log_softmax(1), logits.softmax(1), reduction="batchmean").abs() < 1e-6)  # expect: tensor(True)
