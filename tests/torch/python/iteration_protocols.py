def attempt(f, *args):
    try:
        print(f(*args))
    except BaseException as e:
        print(f"{type(e).__name__}: {e}")


for i, (x, y) in enumerate(zip([1, 2], 'ab')): print(i, x, y)  # expect: 0 1 a
# expect: 1 2 b
it = iter([1, 2, 3])
print(next(it), list(it), next(it, 'end'))  # expect: 1 [2, 3] end
z = zip([1, 2], [3, 4])
print(list(z), list(z))  # expect: [(1, 3), (2, 4)] []
m = map(str, [1])
print(next(m))  # expect: 1
attempt(next, m)  # expect: StopIteration:
class Seq:
    def __len__(self): return 3
    def __getitem__(self, i):
        if i >= 3: raise IndexError(i)
        return i * 10
print(list(Seq()), 10 in Seq(), list(reversed(Seq())), sum(Seq()), max(Seq()), [*Seq()], sorted(Seq(), reverse=True))  # expect: [0, 10, 20] True [20, 10, 0] 30 20 [0, 10, 20] [20, 10, 0]
class It:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n > 3: raise StopIteration
        return self.n
print(list(It()), sum(It()), tuple(It()), list(zip(It(), It())), list(enumerate(It())), max(It()), 2 in It(), dict(zip('abc', It())), ','.join(map(str, It())))  # expect: [1, 2, 3] 6 (1, 2, 3) [(1, 1), (2, 2), (3, 3)] [(0, 1), (1, 2), (2, 3)] 3 True {'a': 1, 'b': 2, 'c': 3} 1,2,3
g = (i * i for i in range(4))
print(next(g), list(g), list(g))  # expect: 0 [1, 4, 9] []
print(sum(x for x in range(10) if x % 2), any(c == 'a' for c in 'cab'))  # expect: 25 True
