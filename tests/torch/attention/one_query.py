import torch

inputs = torch.tensor([[0.4, 0.1, 0.8], [0.5, 0.8, 0.6], [0.5, 0.8, 0.6]])
query = inputs[1]
scores = torch.empty(inputs.shape[0])
for i, x in enumerate(inputs):
    scores[i] = torch.dot(x, query)
print(scores)  # expect: tensor([0.7600, 1.2500, 1.2500])
weights = torch.softmax(scores, dim=0)
print(weights, weights.sum())  # expect: tensor([0.2345, 0.3828, 0.3828]) tensor(1.)
context = torch.zeros(query.shape)
for i, x in enumerate(inputs):
    context += weights[i] * x
print(context)  # expect: tensor([0.4766, 0.6359, 0.6469])
