# What an operation saved for backward() must not change until then.
import torch


def error(f):
    try:
        f()
    except RuntimeError as e:
        return str(e)
    return "fine"


x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
print(x._version, torch.zeros(2).add_(1)._version)  # expect: 0 1

y = torch.exp(x)
y.add_(1)  # exp saved its result
print(error(lambda: y.sum().backward()))  # expect: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [3]], which is output 0 of ExpBackward0, is at version 1; expected version 0 instead. Hint: enable anomaly detection to find the operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True).

y = x * 2
z = y ** 2
y.mul_(3)
print(error(lambda: z.sum().backward()))  # expect: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [3]], which is output 0 of MulBackward0, is at version 1; expected version 0 instead. Hint: enable anomaly detection to find the operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True).

y = x * 2
z = y + 1  # a sum saves nothing
y.mul_(3)
print(error(lambda: z.sum().backward()), x.grad)  # expect: fine tensor([2., 2., 2.])

x.grad = None
y = torch.sigmoid(x * 1)
y[0] = 0.0
print(error(lambda: y.sum().backward()))  # expect: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [3]], which is output 0 of SigmoidBackward0, is at version 1; expected version 0 instead. Hint: enable anomaly detection to find the operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True).

x.grad = None
h = x * 1
torch.relu_(h)
h *= 2
print(error(lambda: h.sum().backward()), x.grad)  # expect: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [3]], which is output 0 of ReluBackward0, is at version 2; expected version 1 instead. Hint: enable anomaly detection to find the operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True). None

scores = x.unsqueeze(0) * x.unsqueeze(1)
scores.masked_fill_(torch.ones(3, 3).triu(1).bool(), float("-inf"))
weights = torch.softmax(scores, -1)
x.grad = None
print(error(lambda: weights[:, 0].sum().backward()), x.grad.isfinite().all())  # expect: fine tensor(True)

weights = torch.softmax(x.unsqueeze(0) * x.unsqueeze(1), -1)
weights /= weights.sum(-1, keepdim=True)
print(error(lambda: weights.sum().backward()))  # expect: one of the variables needed for gradient computation has been modified by an inplace operation: [torch.FloatTensor [3, 3]], which is output 0 of SoftmaxBackward0, is at version 1; expected version 0 instead. Hint: enable anomaly detection to find the operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True).

a = torch.ones(2, 2, requires_grad=True)
b = a.clone()
row = b[0]
row.mul_(10)  # a view changes its base
(b * b).sum().backward()
print(b, a.grad)  # expect: tensor([[10., 10.],
# expect:         [ 1.,  1.]], grad_fn=<CopySlices>) tensor([[200., 200.],
# expect:         [  2.,   2.]])
