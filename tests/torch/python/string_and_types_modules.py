from types import SimpleNamespace
s = SimpleNamespace(a=1, b='x')
s.c = [1]
print(s, s.a, s == SimpleNamespace(a=1, b='x', c=[1]), vars(s), s.__dict__)  # expect: namespace(a=1, b='x', c=[1]) 1 True {'a': 1, 'b': 'x', 'c': [1]} {'a': 1, 'b': 'x', 'c': [1]}
import string
print(string.ascii_lowercase, string.digits, string.punctuation)  # expect: abcdefghijklmnopqrstuvwxyz 0123456789 !"#$%&'()*+,-./:;<=>?@[\]^_`{|}~
