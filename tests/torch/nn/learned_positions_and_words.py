import torch
import torch.nn as nn

torch.manual_seed(123)
words, places = nn.Embedding(10, 3), nn.Embedding(4, 3)
ids = torch.tensor([[1, 5, 9, 0], [2, 2, 2, 2]])
x = words(ids) + places(torch.arange(ids.shape[1]))
print(x)  # expect: tensor([[[-1.5058,  1.2531, -1.4372],
# expect:          [-0.4475, -2.5406,  0.3080],
# expect:          [-0.0788,  1.5069,  0.0980],
# expect:          [ 1.3415,  0.2421, -0.1153]],
# expect:
# expect:         [[-1.1374,  0.5253, -1.3304],
# expect:          [ 0.9361, -1.5948,  0.8966],
# expect:          [-0.1230,  1.0294,  0.9586],
# expect:          [ 0.7845,  0.0407,  0.9553]]], grad_fn=<AddBackward0>)
print(x[1] - words.weight[2])  # expect: tensor([[-0.9178,  0.9045, -2.0975],
# expect:         [ 1.1558, -1.2157,  0.1295],
# expect:         [ 0.0967,  1.4086,  0.1915],
# expect:         [ 1.0041,  0.4198,  0.1882]], grad_fn=<SubBackward0>)
