import torch
import torch.nn.functional as F

torch.manual_seed(1)
logits, target = torch.randn(3, 5), torch.tensor([0, 4, 2])
print(F.cross_entropy(logits, target, label_smoothing=0.1))  # expect: tensor(1.5736)
smooth = torch.full((3, 5), 0.02).scatter_(1, target[:, None], 0.92)
print(smooth.sum(1))  # expect: tensor([1.0000, 1.0000, 1.0000])
print(-(smooth * logits.log_softmax(-1)).sum(-1).mean())  # expect: tensor(1.5736)
print(F.cross_entropy(logits, torch.tensor([0, 4, -100]), reduction="none"))  # expect: tensor([1.2563, 1.8035, 0.0000])
