import torch
import torch.nn.functional as F

x = torch.tensor([[1.0, 2.0], [0.5, -1.0]], requires_grad=True)
scores = x @ x.T
scores.retain_grad()
print(scores.retains_grad, x.retains_grad)  # expect: True False
weights = F.softmax(scores, dim=-1)
weights.retain_grad()
loss = weights[:, 0].sum()
loss.backward()
print(weights.grad)  # expect: tensor([[1., 0.],
# expect:         [1., 0.]])
print(scores.grad)  # expect: tensor([[ 0.0015, -0.0015],
# expect:         [ 0.0565, -0.0565]])
print(scores.grad.sum(dim=-1).abs().max() < 1e-6)  # expect: tensor(True)
print(x.grad.shape)  # expect: torch.Size([2, 2])

# A second backward adds to it.
again = (x * 2)
again.retain_grad()
again.sum().backward(retain_graph=True)
again.sum().backward()
print(again.grad)  # expect: tensor([[2., 2.],
# expect:         [2., 2.]])

x.retain_grad()  # a leaf keeps its gradient anyway
print(x.retains_grad)  # expect: False
torch.ones(2).retain_grad()  # expect RuntimeError: can't retain_grad on Tensor that has requires_grad=False
