import torch
import torch.nn.functional as F

x = torch.tensor([0.5, -1.0, 2.0, 0.0], requires_grad=True)
y = torch.tensor([0.0, -1.0, 0.0, 1.0])


def show(loss):
    return loss, torch.autograd.grad(loss.sum(), x)[0]


print(*show(F.mse_loss(x, y)))  # expect: tensor(1.3125, grad_fn=<MseLossBackward0>) tensor([ 0.2500,  0.0000,  1.0000, -0.5000])
print(*show(F.mse_loss(x, y, reduction="sum")))  # expect: tensor(5.2500, grad_fn=<MseLossBackward0>) tensor([ 1.,  0.,  4., -2.])
print(*show(F.l1_loss(x, y)))  # expect: tensor(0.8750, grad_fn=<MeanBackward0>) tensor([ 0.2500,  0.0000,  0.2500, -0.2500])
labels = torch.tensor([1.0, 0.0, 1.0, 0.0])
print(*show(F.binary_cross_entropy_with_logits(x, labels)))  # expect: tensor(0.4019, grad_fn=<BinaryCrossEntropyWithLogitsBackward0>) tensor([-0.0944,  0.0672, -0.0298,  0.1250])
print(*show(F.binary_cross_entropy(torch.sigmoid(x), labels)))  # expect: tensor(0.4019, grad_fn=<BinaryCrossEntropyBackward0>) tensor([-0.0944,  0.0672, -0.0298,  0.1250])
print(*show(F.kl_div(F.log_softmax(x, 0), torch.tensor([0.1, 0.2, 0.3, 0.4]), reduction="sum")))  # expect: tensor(0.6125, grad_fn=<SumBackward0>) tensor([ 0.0584, -0.1646,  0.4101, -0.3039])
print(*show(F.cosine_similarity(x, y, dim=0)))  # expect: tensor(0.3086, grad_fn=<SumBackward1>) tensor([-0.0294, -0.2498, -0.1176,  0.3086])
q = F.log_softmax(x, -1)
print(*show((q.exp() * (q - torch.tensor([0.25] * 4).log())).sum()))  # expect: tensor(0.5080, grad_fn=<SumBackward0>) tensor([-0.1528, -0.0871,  0.3806, -0.1407])
entropy = -(F.softmax(x, 0) * F.log_softmax(x, 0)).sum()
print(*show(entropy))  # expect: tensor(0.8783, grad_fn=<NegBackward0>) tensor([ 0.1528,  0.0871, -0.3806,  0.1407])
print(*show(((x - y) ** 2).mean().sqrt()))  # expect: tensor(1.1456, grad_fn=<SqrtBackward0>) tensor([ 0.1091,  0.0000,  0.4364, -0.2182])
print(*show(F.softplus(x) * y))  # expect: tensor([ 0.0000, -0.3133,  0.0000,  0.6931], grad_fn=<MulBackward0>) tensor([ 0.0000, -0.2689,  0.0000,  0.5000])
