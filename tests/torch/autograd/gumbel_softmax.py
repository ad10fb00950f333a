import torch
import torch.nn.functional as F

torch.manual_seed(0)
scores = torch.tensor([[1.0, 2.0, 0.0], [0.0, 0.0, 3.0]], requires_grad=True)
soft = F.gumbel_softmax(scores, tau=0.5)
print(soft)  # expect: tensor([[1.5272e-02, 9.1748e-01, 6.7249e-02],
# expect:         [9.3979e-04, 5.6306e-03, 9.9343e-01]], grad_fn=<SoftmaxBackward0>)
hard = F.gumbel_softmax(scores, hard=True)
print(hard)  # expect: tensor([[0., 1., 0.],
# expect:         [0., 0., 1.]], grad_fn=<AddBackward0>)
(hard * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
print(scores.grad)  # expect: tensor([[-0.2607,  0.2107,  0.0500],
# expect:         [-0.0526, -0.0143,  0.0669]])
print(F.gumbel_softmax(torch.zeros(2, 4), tau=2.0, hard=True, dim=0).sum(0))  # expect: tensor([1., 1., 1., 1.])
