import torch
import torch.nn.functional as F

torch.manual_seed(0)
logits = torch.tensor([[2.0, 1.0, 0.0, -1.0], [0.0, 0.0, 5.0, 0.0]], requires_grad=True)
probs = F.softmax(logits, dim=-1)
ids = torch.multinomial(probs, num_samples=1)
print(ids, ids.requires_grad)  # expect: tensor([[1],
# expect:         [2]]) False
print(torch.multinomial(probs[0], 3), torch.multinomial(probs, 6, replacement=True))  # expect: tensor([0, 1, 3]) tensor([[0, 0, 0, 0, 0, 0],
# expect:         [2, 2, 2, 2, 2, 2]])
g = torch.Generator().manual_seed(2147483647)
print(torch.multinomial(torch.tensor([0.6, 0.3, 0.1]), 10, replacement=True, generator=g))  # expect: tensor([1, 1, 1, 0, 0, 2, 2, 0, 1, 1])

# Policy gradient: the logarithm of what was drawn.
log_p = F.log_softmax(logits, dim=-1).gather(1, ids)
reward = torch.tensor([[1.0], [-2.0]])
(-(log_p * reward)).mean().backward()
print(logits.grad)  # expect: tensor([[ 0.3220, -0.3816,  0.0436,  0.0160],
# expect:         [-0.0066, -0.0066,  0.0198, -0.0066]])
one_hot = F.one_hot(ids[:, 0], 4)
print(torch.allclose(logits.grad, (probs - one_hot).detach() * reward / 2, atol=1e-6))  # expect: True


def top_k(logits, k):
    v, _ = torch.topk(logits, k)
    return logits.masked_fill(logits < v[:, [-1]], -float("inf"))


def generate(temperature, k=None):
    torch.manual_seed(1)
    out, state = [], logits.detach()
    for _ in range(8):
        step = top_k(state / temperature, k) if k else state / temperature
        out.append(torch.multinomial(F.softmax(step, -1), 1).flatten().tolist())
    return out


print(generate(1.0))  # expect: [[0, 2], [0, 2], [1, 2], [1, 2], [0, 2], [0, 2], [0, 2], [0, 2]]
print(generate(0.1))  # expect: [[0, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 2]]
print(generate(5.0, k=2))  # expect: [[0, 1], [1, 2], [1, 2], [1, 2], [0, 2], [0, 1], [1, 3], [1, 2]]
counts = torch.bincount(torch.multinomial(torch.tensor([0.1, 0.2, 0.7]), 1000, replacement=True))
print(counts)  # expect: tensor([101, 205, 694])
try:
    torch.multinomial(torch.tensor([0.5, 0.5]), 3)
except RuntimeError as e:
    print(e)  # expect: cannot sample n_sample > prob_dist.size(-1) samples without replacement
torch.multinomial(torch.tensor([-1.0, 2.0]), 1)  # expect RuntimeError: probability tensor contains either `inf`, `nan` or element < 0
