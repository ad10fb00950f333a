# Token by token with kept keys and values gives what one pass gives.
import torch
import torch.nn as nn

torch.manual_seed(123)
qkv = nn.Linear(6, 18, bias=False)
x = torch.rand(1, 4, 6)


def attend(q, k, v, first):
    scores = q @ k.mT / 6 ** 0.5
    late = torch.arange(k.shape[1])[None] > torch.arange(first, first + q.shape[1])[:, None]
    return scores.masked_fill(late, -torch.inf).softmax(-1) @ v


whole = attend(*qkv(x).chunk(3, dim=-1), first=0)
keys, values, steps = None, None, []
for t in range(4):
    q, k, v = qkv(x[:, t : t + 1]).chunk(3, dim=-1)
    keys = k if keys is None else torch.cat([keys, k], dim=1)
    values = v if values is None else torch.cat([values, v], dim=1)
    steps.append(attend(q, keys, values, first=t))
print(torch.allclose(torch.cat(steps, dim=1), whole, atol=1e-6))  # expect: True
print(keys.shape, whole)  # expect: torch.Size([1, 4, 6]) tensor([[[-0.2870,  0.3340, -0.1395,  0.0187,  0.7843, -0.0032],
# expect:          [-0.4208,  0.2616,  0.0768,  0.1117,  0.4815,  0.0960],
# expect:          [-0.3174,  0.3201,  0.0291,  0.1335,  0.5953,  0.0208],
# expect:          [-0.3666,  0.3196,  0.0301,  0.1829,  0.5728,  0.0044]]],
# expect:        grad_fn=<UnsafeViewBackward0>)
