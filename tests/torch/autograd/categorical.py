import torch
from torch.distributions import Categorical
from torch.distributions.categorical import Categorical as same

logits = torch.tensor([[0.0, 1.0, 2.0], [1.0, 1.0, 1.0]], requires_grad=True)
choice = Categorical(logits=logits)
print(choice.probs)  # expect: tensor([[0.0900, 0.2447, 0.6652],
# expect:         [0.3333, 0.3333, 0.3333]], grad_fn=<SoftmaxBackward0>)
print(choice.logits)  # expect: tensor([[-2.4076, -1.4076, -0.4076],
# expect:         [-1.0986, -1.0986, -1.0986]], grad_fn=<SubBackward0>)
print(choice.entropy(), choice.mode)  # expect: tensor([0.8324, 1.0986], grad_fn=<NegBackward0>) tensor([2, 0])
action = torch.tensor([2, 0])
print(choice.log_prob(action))  # expect: tensor([-0.4076, -1.0986], grad_fn=<SqueezeBackward1>)
(-choice.log_prob(action) * torch.tensor([1.0, -0.5])).sum().backward()
print(logits.grad)  # expect: tensor([[ 0.0900,  0.2447, -0.3348],
# expect:         [ 0.3333, -0.1667, -0.1667]])
coin = Categorical(torch.tensor([1.0, 3.0]))
print(coin.probs, coin, same is Categorical)  # expect: tensor([0.2500, 0.7500]) Categorical(probs: torch.Size([2])) True
print(coin.log_prob(torch.tensor([[0, 1], [1, 1]])), coin.batch_shape, coin.param_shape)  # expect: tensor([[-1.3863, -0.2877],
# expect:         [-0.2877, -0.2877]]) torch.Size([]) torch.Size([2])
torch.manual_seed(0)
print(coin.sample((2, 3)).shape, Categorical(torch.ones(4, 2)).sample((5,)).shape)  # expect: torch.Size([2, 3]) torch.Size([5, 4])
print(Categorical(torch.tensor([0.0, 0.0, 1.0])).sample((3,)), Categorical(probs=torch.tensor([0.5, 0.5])).sample().dim())  # expect: tensor([2, 2, 2]) 0
torch.manual_seed(1)
print(Categorical(torch.tensor([0.1, 0.2, 0.7])).sample((12,)))  # expect: tensor([0, 1, 1, 1, 2, 1, 2, 2, 2, 2, 2, 2])
errors = []
for make in (lambda: coin.log_prob(torch.tensor(2)), lambda: Categorical(logits=torch.tensor([float("nan"), 1.0])),
             lambda: Categorical(torch.tensor([-1.0, 3.0])), lambda: Categorical(torch.tensor(1.0))):
    try:
        make()
    except ValueError as e:
        errors.append(str(e))
print("\n".join(errors))  # expect: Expected value argument (Tensor of shape ()) to be within the support (IntegerInterval(lower_bound=0, upper_bound=1)) of the distribution Categorical(probs: torch.Size([2]), logits: torch.Size([2])), but found invalid values:
# expect: 2
# expect: Expected parameter logits (Tensor of shape (2,)) of distribution Categorical(logits: torch.Size([2])) to satisfy the constraint IndependentConstraint(Real(), 1), but found invalid values:
# expect: tensor([nan, nan])
# expect: Expected parameter probs (Tensor of shape (2,)) of distribution Categorical(probs: torch.Size([2])) to satisfy the constraint Simplex(), but found invalid values:
# expect: tensor([-0.5000,  1.5000])
# expect: `probs` parameter must be at least one-dimensional.
Categorical()  # expect ValueError: Either `probs` or `logits` must be specified, but not both.
