import torch

torch.manual_seed(0)
data = torch.arange(20)


def get_batches(data, block, batch):
    n = (len(data) - 1) // (block * batch)
    for i in range(n):
        xs, ys = [], []
        for b in range(batch):
            at = (i * batch + b) * block
            xs.append(data[at:at + block])
            ys.append(data[at + 1:at + block + 1])
        yield torch.stack(xs), torch.stack(ys)


for step, (x, y) in enumerate(get_batches(data, 4, 2)):
    print(step, x.tolist(), y.tolist())


class Loader:
    def __init__(self, data, size, epochs):
        self.data, self.size, self.epochs = data, size, epochs

    def __len__(self):
        return len(self.data) // self.size

    def __iter__(self):
        for epoch in range(self.epochs):
            for i in range(len(self)):
                yield epoch, self.data[i * self.size:(i + 1) * self.size]


loader = Loader(data.float(), 8, epochs=2)
print(len(loader))
for epoch, x in loader:
    print(epoch, x.mean().item())


def params(modules):
    for m in modules:
        yield from m.parameters()


layers = [torch.nn.Linear(3, 4), torch.nn.Linear(4, 2, bias=False)]
print(sum(p.numel() for p in params(layers)))

# expect: 0 [[0, 1, 2, 3], [4, 5, 6, 7]] [[1, 2, 3, 4], [5, 6, 7, 8]]
# expect: 1 [[8, 9, 10, 11], [12, 13, 14, 15]] [[9, 10, 11, 12], [13, 14, 15, 16]]
# expect: 2
# expect: 0 3.5
# expect: 0 11.5
# expect: 1 3.5
# expect: 1 11.5
# expect: 24
