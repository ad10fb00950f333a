import torch

x = torch.tensor([[1.0, 2.0], [3.0, 5.0]])
print(torch.softmax(x, 1), x.softmax(dim=0), torch.softmax(x, -1, dtype=torch.float64), x.log_softmax(-1))  # expect: tensor([[0.2689, 0.7311],
# expect:         [0.1192, 0.8808]]) tensor([[0.1192, 0.0474],
# expect:         [0.8808, 0.9526]]) tensor([[0.2689, 0.7311],
# expect:         [0.1192, 0.8808]], dtype=torch.float64) tensor([[-1.3133, -0.3133],
# expect:         [-2.1269, -0.1269]])
