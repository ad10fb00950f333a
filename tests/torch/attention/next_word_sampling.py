import torch

torch.manual_seed(123)
logits = torch.tensor([4.51, 0.89, -1.90, 6.75, 1.63, -1.62, -1.89, 6.28, 1.79])
print(torch.softmax(logits / 0.1, -1))  # expect: tensor([1.8530e-10, 3.5189e-26, 2.6890e-38, 9.9099e-01, 5.7569e-23, 4.4220e-37,
# expect:         2.9718e-38, 9.0133e-03, 2.8514e-22])
top, _ = logits.topk(3)
print(torch.where(logits < top[-1], -torch.inf, logits).softmax(-1))  # expect: tensor([0.0615, 0.0000, 0.0000, 0.5775, 0.0000, 0.0000, 0.0000, 0.3610, 0.0000])
print([torch.multinomial(logits.softmax(-1), 1).item() for _ in range(12)])  # expect: [3, 3, 7, 7, 7, 7, 3, 3, 3, 7, 3, 7]
order, index = logits.sort(descending=True)
drop = order.softmax(-1).cumsum(-1) > 0.9
drop[1:], drop[0] = drop[:-1].clone(), False
print(index[drop])  # expect: tensor([0, 8, 4, 1, 5, 6, 2])
