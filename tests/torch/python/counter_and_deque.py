def attempt(f, *args):
    try:
        print(f(*args))
    except BaseException as e:
        print(f"{type(e).__name__}: {e}")


from collections import Counter, deque
c = Counter('banana')
print(c, c['a'], c['zz'], c.most_common(), c.most_common(1))  # expect: Counter({'a': 3, 'n': 2, 'b': 1}) 3 0 [('a', 3), ('n', 2), ('b', 1)] [('a', 3)]
c.update('bb')
c['q'] = -1
print(c, c + Counter('a'), c - Counter('b'), c & Counter('ab'), c | Counter('zz'), Counter(a=2), Counter(), Counter({'x': 1}) == {'x': 1})  # expect: Counter({'b': 3, 'a': 3, 'n': 2, 'q': -1}) Counter({'a': 4, 'b': 3, 'n': 2}) Counter({'a': 3, 'b': 2, 'n': 2}) Counter({'b': 1, 'a': 1}) Counter({'b': 3, 'a': 3, 'n': 2, 'z': 2}) Counter({'a': 2}) Counter() True
q = deque([1, 2, 3], maxlen=3)
q.append(4)
print(q, len(q), q[0], q.popleft(), q.pop(), q)  # expect: deque([3], maxlen=3) 3 2 2 4 deque([3], maxlen=3)
q.appendleft(0)
q.extend([8, 9])
print(q, list(q), 8 in q)  # expect: deque([3, 8, 9], maxlen=3) [3, 8, 9] True
print(q.maxlen)  # expect: 3
d = deque()
attempt(d.pop)  # expect: IndexError: pop from an empty deque
print(d, deque('ab'), deque([1]) == deque([1]), deque([1, 2]).count(1))  # expect: deque([]) deque(['a', 'b']) True 1
attempt(lambda: deque([1])[3])  # expect: IndexError: deque index out of range
