def attempt(f, *args):
    try:
        print(f(*args))
    except BaseException as e:
        print(f"{type(e).__name__}: {e}")


from collections import Counter, deque
c = Counter('banana')
print(c, c['a'], c['zz'], c.most_common(), c.most_common(1), c.total(), sorted(c.elements()))  # expect: Counter({'a': 3, 'n': 2, 'b': 1}) 3 0 [('a', 3), ('n', 2), ('b', 1)] [('a', 3)] 6 ['a', 'a', 'a', 'b', 'n', 'n']
c.update('bb')
c['q'] = -1
print(c, c + Counter('a'), c - Counter('b'), c & Counter('ab'), c | Counter('zz'), Counter(a=2), Counter(), Counter({'x': 1}) == {'x': 1})  # expect: Counter({'b': 3, 'a': 3, 'n': 2, 'q': -1}) Counter({'a': 4, 'b': 3, 'n': 2}) Counter({'a': 3, 'b': 2, 'n': 2}) Counter({'b': 1, 'a': 1}) Counter({'b': 3, 'a': 3, 'n': 2, 'z': 2}) Counter({'a': 2}) Counter() True
c.subtract('a')
print(c)  # expect: Counter({'b': 3, 'a': 2, 'n': 2, 'q': -1})
q = deque([1, 2, 3], maxlen=3)
q.append(4)
print(q, len(q), q[0], q.popleft(), q.pop(), q)  # expect: deque([3], maxlen=3) 3 2 2 4 deque([3], maxlen=3)
q.appendleft(0)
q.extend([8, 9])
q.extendleft([5, 6])
print(q, list(q), 5 in q)  # expect: deque([6, 5, 3], maxlen=3) [6, 5, 3] True
q.rotate(1)
print(q, q.maxlen)  # expect: deque([3, 6, 5], maxlen=3) 3
d = deque()
attempt(d.pop)  # expect: IndexError: pop from an empty deque
print(d, deque('ab'), deque([1]) == deque([1]), deque([1, 2]).count(1))  # expect: deque([]) deque(['a', 'b']) True 1
attempt(lambda: deque([1])[3])  # expect: IndexError: deque index out of range
