import torch
import torch.nn.functional as F

x = torch.ones(2, 3, requires_grad=True)
w = torch.ones(3, 3, requires_grad=True)


def name(t):
    return type(t.grad_fn).__name__, t.grad_fn.name()


print(name(x + 1), name(x - x), name(-x), name(x * x), name(x / 2))  # expect: ('AddBackward0', 'AddBackward0') ('SubBackward0', 'SubBackward0') ('NegBackward0', 'NegBackward0') ('MulBackward0', 'MulBackward0') ('DivBackward0', 'DivBackward0')
print(name(x @ w), name(x @ w[0]), name(w[0] @ w[1]), name(x.T), name(torch.bmm(x[None], w[None])))  # expect: ('MmBackward0', 'MmBackward0') ('MvBackward0', 'MvBackward0') ('DotBackward0', 'DotBackward0') ('PermuteBackward0', 'PermuteBackward0') ('BmmBackward0', 'BmmBackward0')
print(name(x.exp()), name(x.log()), name(x ** 2), name(x.sqrt()), name(x.abs()))  # expect: ('ExpBackward0', 'ExpBackward0') ('LogBackward0', 'LogBackward0') ('PowBackward0', 'PowBackward0') ('SqrtBackward0', 'SqrtBackward0') ('AbsBackward0', 'AbsBackward0')
print(name(x.sum()), name(x.sum(0)), name(x.mean()), name(x.max()), name(x.max(1).values), name(x.var()))  # expect: ('SumBackward0', 'SumBackward0') ('SumBackward1', 'SumBackward1') ('MeanBackward0', 'MeanBackward0') ('MaxBackward1', 'MaxBackward1') ('MaxBackward0', 'MaxBackward0') ('VarBackward0', 'VarBackward0')
print(name(x.view(6)), name(x.permute(1, 0)), name(x[0]), name(x[:, 1:]), name(x[[0, 1]]))  # expect: ('ViewBackward0', 'ViewBackward0') ('PermuteBackward0', 'PermuteBackward0') ('SelectBackward0', 'SelectBackward0') ('SliceBackward0', 'SliceBackward0') ('IndexBackward0', 'IndexBackward0')
print(name(x.expand(4, 2, 3)), name(x.unsqueeze(0)), name(torch.cat([x, x])), name(torch.stack([x, x])))  # expect: ('ExpandBackward0', 'ExpandBackward0') ('UnsqueezeBackward0', 'UnsqueezeBackward0') ('CatBackward0', 'CatBackward0') ('StackBackward0', 'StackBackward0')
print(name(F.softmax(x, -1)), name(F.log_softmax(x, -1)), name(F.relu(x)), name(F.gelu(x)), name(torch.tanh(x)))  # expect: ('SoftmaxBackward0', 'SoftmaxBackward0') ('LogSoftmaxBackward0', 'LogSoftmaxBackward0') ('ReluBackward0', 'ReluBackward0') ('GeluBackward0', 'GeluBackward0') ('TanhBackward0', 'TanhBackward0')
print(name(x.masked_fill(x > 2, 0.0)), name(torch.where(x > 2, x, x)), name(x.tril()), name(x.clone()))  # expect: ('MaskedFillBackward0', 'MaskedFillBackward0') ('WhereBackward0', 'WhereBackward0') ('TrilBackward0', 'TrilBackward0') ('CloneBackward0', 'CloneBackward0')
print(name(F.layer_norm(x, (3,))), name(F.linear(x, w, w[0])), name(F.embedding(torch.tensor([0]), w)))  # expect: ('NativeLayerNormBackward0', 'NativeLayerNormBackward0') ('AddmmBackward0', 'AddmmBackward0') ('EmbeddingBackward0', 'EmbeddingBackward0')
print(name(F.cross_entropy(x, torch.tensor([0, 1]))), name(F.mse_loss(x, x)), name(x.double()), name(x.cumsum(0)))  # expect: ('NllLossBackward0', 'NllLossBackward0') ('MseLossBackward0', 'MseLossBackward0') ('ToCopyBackward0', 'ToCopyBackward0') ('CumsumBackward0', 'CumsumBackward0')
print(name(x.split(2, dim=1)[0]), name(x.chunk(2, dim=1)[0]), name(x.unbind()[0]), name(torch.einsum("ij,jk->ik", x, w)))  # expect: ('SplitBackward0', 'SplitBackward0') ('SplitBackward0', 'SplitBackward0') ('UnbindBackward0', 'UnbindBackward0') ('ViewBackward0', 'ViewBackward0')
y = (x * 2).sum()
print(y.grad_fn.next_functions[0][0].name(), y.grad_fn.next_functions[0][1], len(y.grad_fn.next_functions))  # expect: MulBackward0 0 1
middle = F.softmax(x @ w / 3 ** 0.5, dim=-1).mean().grad_fn
names = []
while len(names) < 4:
    names.append(middle.name())
    middle = middle.next_functions[0][0]
print(names)  # expect: ['MeanBackward0', 'SoftmaxBackward0', 'DivBackward0', 'MmBackward0']
