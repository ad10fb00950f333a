import torch
from torch.utils.data import BatchSampler, DataLoader, Dataset, RandomSampler
from torch.utils.data import SequentialSampler, Subset, TensorDataset, default_collate, random_split


class Windows(Dataset):
    """Tokens and the tokens that follow them, as language models are trained."""

    def __init__(self, tokens, length, stride=1):
        self.inputs, self.targets = [], []
        for i in range(0, len(tokens) - length, stride):
            self.inputs.append(torch.tensor(tokens[i:i + length]))
            self.targets.append(torch.tensor(tokens[i + 1:i + length + 1]))

    def __len__(self):
        return len(self.inputs)

    def __getitem__(self, i):
        return self.inputs[i], self.targets[i]


windows = Windows(list(range(40, 60)), 4, 2)
print(len(windows), windows[0])  # expect: 8 (tensor([40, 41, 42, 43]), tensor([41, 42, 43, 44]))
loader = DataLoader(windows, batch_size=3, shuffle=False)
x, y = next(iter(loader))
print(x)  # expect: tensor([[40, 41, 42, 43],
# expect:         [42, 43, 44, 45],
# expect:         [44, 45, 46, 47]])
print(y)  # expect: tensor([[41, 42, 43, 44],
# expect:         [43, 44, 45, 46],
# expect:         [45, 46, 47, 48]])
print(len(loader), len(DataLoader(windows, batch_size=3, drop_last=True)), [len(b) for b, _ in loader])  # expect: 3 2 [3, 3, 2]

torch.manual_seed(123)
shuffled = DataLoader(windows, batch_size=2, shuffle=True, drop_last=True, num_workers=0, pin_memory=False)
print([b[0, 0].item() for b, _ in shuffled], [b[0, 0].item() for b, _ in shuffled])  # expect: [52, 40, 48, 54] [50, 52, 44, 40]
print(torch.rand(2))  # expect: tensor([0.1841, 0.7264])

generator = torch.Generator().manual_seed(7)
print([b.tolist() for b in DataLoader(range(7), batch_size=3, shuffle=True, generator=generator)])  # expect: [[6, 3, 5], [0, 1, 4], [2]]
print([b.tolist() for b in DataLoader(range(7), batch_size=3, shuffle=True, generator=generator)])  # expect: [[0, 5, 1], [2, 4, 3], [6]]

torch.manual_seed(5)
print(list(RandomSampler(range(5))), list(RandomSampler(range(5))))  # expect: [2, 1, 0, 3, 4] [3, 0, 1, 4, 2]
print(list(BatchSampler(SequentialSampler(range(5)), 2, False)))  # expect: [[0, 1], [2, 3], [4]]
print([b.tolist() for b in DataLoader([10, 20, 30, 40], sampler=[3, 0, 1], batch_size=2)])  # expect: [[40, 10], [20]]
print([b.tolist() for b in DataLoader([10, 20, 30, 40], batch_sampler=[[1], [3, 0]])])  # expect: [[20], [40, 10]]

pairs = TensorDataset(torch.arange(6.).view(3, 2), torch.tensor([0, 1, 0]))
print(list(DataLoader(pairs, batch_size=2)))  # expect: [[tensor([[0., 1.],
# expect:         [2., 3.]]), tensor([0, 1])], [tensor([[4., 5.]]), tensor([0])]]
print(pairs[1], Subset(pairs, [2, 0])[0])  # expect: (tensor([2., 3.]), tensor(1)) (tensor([4., 5.]), tensor(0))

torch.manual_seed(3)
a, b = random_split(range(10), [7, 3])
print(list(a), list(b), [len(p) for p in random_split(range(11), [0.5, 0.3, 0.2])])  # expect: [6, 0, 3, 7, 8, 5, 1] [9, 2, 4] [6, 3, 2]

print(default_collate([{"ids": torch.tensor([1, 2]), "n": 2, "text": "a b"}, {"ids": torch.tensor([3, 4]), "n": 1, "text": "c"}]))  # expect: {'ids': tensor([[1, 2],
# expect:         [3, 4]]), 'n': tensor([2, 1]), 'text': ['a b', 'c']}
print(default_collate([0.5, 1.5]), default_collate([(1, [2.0]), (3, [4.0])]), default_collate([True, False]))  # expect: tensor([0.5000, 1.5000], dtype=torch.float64) [tensor([1, 3]), [tensor([2., 4.], dtype=torch.float64)]] tensor([ True, False])

print(list(DataLoader([[1, 2], [3]], collate_fn=lambda batch: [len(item) for item in batch], batch_size=2)))  # expect: [[2, 1]]


def error(make):
    try:
        make()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(error(lambda: DataLoader(range(3), batch_size=0)))  # expect: ValueError: batch_size should be a positive integer value, but got batch_size=0
print(error(lambda: DataLoader(range(0), shuffle=True)))  # expect: ValueError: num_samples should be a positive integer value, but got num_samples=0
print(error(lambda: DataLoader(range(3), shuffle=True, sampler=[1])))  # expect: ValueError: sampler option is mutually exclusive with shuffle
print(error(lambda: DataLoader(range(3), batch_size=2, batch_sampler=[[1]])))  # expect: ValueError: batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last
print(error(lambda: list(DataLoader([torch.zeros(2), torch.zeros(3)], batch_size=2))))  # expect: RuntimeError: stack expects each tensor to be equal size, but got [2] at entry 0 and [3] at entry 1
print(error(lambda: list(DataLoader([object(), object()], batch_size=2))))  # expect: TypeError: default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found <class 'object'>
print(error(lambda: random_split(range(10), [3, 3])))  # expect: ValueError: Sum of input lengths does not equal the length of the input dataset!
print(error(lambda: TensorDataset(torch.zeros(2), torch.zeros(3))))  # expect: AssertionError: Size mismatch between tensors
