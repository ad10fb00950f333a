import torch


def simple_attention(inputs):
    attn_scores = inputs @ inputs.T
    attn_weights = torch.softmax(attn_scores, dim=-1)
    return attn_weights @ inputs


words = torch.tensor([[0.1, 0.9, 0.3], [0.7, 0.2, 0.5], [0.4, 0.6, 0.8], [0.9, 0.1, 0.2]])
print(simple_attention(words))
