class L(list):
    def total(self): return sum(self)
l = L([1, 2, 3])
print(l, l.total(), type(l).__name__, len(l), l + [1], type(l + [1]).__name__, isinstance(l, list), l == [1, 2, 3])  # expect: [1, 2, 3] 6 L 3 [1, 2, 3, 1] list True True
l.append(4)
print(l[1:], type(l[1:]))  # expect: [2, 3, 4] <class 'list'>
class D(dict):
    def __missing__(self, k): return k * 2
d = D(a=1)
print(d, d['a'], d['zz'], type(d).__name__, d.get('q'))  # expect: {'a': 1} 1 zzzz D None
class S(str):
    def shout(self): return self.upper() + '!'
s = S('hi')
print(s, s.shout(), s + 'x', type(s + 'x').__name__, len(s), s == 'hi', {s: 1}['hi'], repr(s), f'{s:>5}')  # expect: hi HI! hix str 2 True 1 'hi'    hi
class T(tuple):
    def __new__(cls, *a): return super().__new__(cls, a)
t = T(1, 2)
print(t, type(t).__name__, t[0], t + (3,), len(t))  # expect: (1, 2) T 1 (1, 2, 3) 2
class Stack(list):
    def __init__(self, *items):
        super().__init__(items)
        self.name = 'stack'
s = Stack(1, 2)
print(s, s.name, s.pop())  # expect: [1] stack 2
