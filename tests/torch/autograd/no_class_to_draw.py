import torch

torch.manual_seed(0)
print(torch.multinomial(torch.tensor([[0.0, 1.0], [2.0, 0.0]]), 1))  # expect: tensor([[1],
# expect:         [0]])
errors = []
for weights, n, again in [([0.0, 0.0], 1, False), ([0.0, 0.0], 2, True), ([1.0, float("nan")], 1, False),
                          ([1.0, -1.0], 1, False), ([1.0, 1.0], 3, False)]:
    try:
        torch.multinomial(torch.tensor(weights), n, again)
    except RuntimeError as e:
        errors.append(str(e))
print("\n".join(errors))  # expect: invalid multinomial distribution (sum of probabilities <= 0)
# expect: invalid multinomial distribution (sum of probabilities <= 0)
# expect: probability tensor contains either `inf`, `nan` or element < 0
# expect: probability tensor contains either `inf`, `nan` or element < 0
# expect: cannot sample n_sample > prob_dist.size(-1) samples without replacement
torch.multinomial(torch.tensor([[0.5, 0.5], [0.0, 0.0]]), 1)  # expect RuntimeError: invalid multinomial distribution (sum of probabilities <= 0)
