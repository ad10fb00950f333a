import torch
from torch import nn
import torch.nn.functional as F

a = torch.tensor([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]], requires_grad=True)
b = torch.tensor([[1.0, 1.0], [0.0, 1.0], [-1.0, 0.5]])
c = torch.tensor([[0.0, 1.0], [1.0, 0.0], [1.0, 0.0]])
print(nn.CosineEmbeddingLoss(margin=0.2)(a, b, torch.tensor([1, -1, -1])))  # expect: tensor(0.3643, grad_fn=<MeanBackward0>)
print(F.cosine_embedding_loss(a, b, torch.tensor([1, -1, 1]), reduction="none"))  # expect: tensor([0.2929, 1.0000, 1.3162], grad_fn=<AddBackward0>)
print(nn.TripletMarginLoss(margin=0.5)(a, b, c))  # expect: tensor(0.5491, grad_fn=<MeanBackward0>)
print(F.triplet_margin_loss(a, b, c, swap=True, reduction="none"))  # expect: tensor([1.0000, 0.5858, 2.0616], grad_fn=<ClampMinBackward0>)
print(F.pairwise_distance(a, b), nn.PairwiseDistance(p=1, keepdim=True)(a, b).shape)  # expect: tensor([1.0000, 1.0000, 2.0616], grad_fn=<NormBackward1>) torch.Size([3, 1])
(nn.TripletMarginLoss()(a, b, c) + nn.CosineEmbeddingLoss()(a, b, torch.tensor([1, -1, 1]))).backward()
print(a.grad)  # expect: tensor([[-0.2357, -0.3333],
# expect:         [ 0.0000,  0.0000],
# expect:         [ 0.4815, -0.4106]])
print(nn.SmoothL1Loss(beta=0.5)(a, b), nn.HuberLoss(delta=0.5)(a, b), nn.SmoothL1Loss(reduction="sum")(a, b))  # expect: tensor(0.5833, grad_fn=<SmoothL1LossBackward0>) tensor(0.2917, grad_fn=<HuberLossBackward0>) tensor(2.6250, grad_fn=<SmoothL1LossBackward0>)
print(nn.SmoothL1Loss(), nn.HuberLoss(), nn.TripletMarginLoss(), nn.CosineEmbeddingLoss(), nn.PairwiseDistance())  # expect: SmoothL1Loss() HuberLoss() TripletMarginLoss() CosineEmbeddingLoss() PairwiseDistance()
