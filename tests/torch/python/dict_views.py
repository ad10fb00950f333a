def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print({'a': 1, 'b': 2}.keys())  # expect: dict_keys(['a', 'b'])
print({'a': 1}.values())  # expect: dict_values([1])
print({'a': 1}.items())  # expect: dict_items([('a', 1)])
print({}.keys())  # expect: dict_keys([])
print(list({'a': 1}.items()))  # expect: [('a', 1)]
print(1 in {'a': 1}.values())  # expect: True
print(('a', 1) in {'a': 1}.items())  # expect: True
print('a' in {'a': 1}.keys())  # expect: True
print(len({'a': 1}.items()))  # expect: 1
print({'a': 1}.keys() & {'a', 'b'})  # expect: {'a'}
print({'a': 1}.keys() | {'a'})  # expect: {'a'}
print({'a': 1, 'b': 2}.keys() - {'a'})  # expect: {'b'}
print({'a': 1}.keys() == {'a'})  # expect: True
print({'a': 1}.items() == {('a', 1)})  # expect: True
print({'a': 1}.keys() <= {'a', 'b'})  # expect: True
print({'a': 1}.keys() ^ {'b'} == {'a', 'b'})  # expect: True
print({'a': 1}.keys() == ['a'])  # expect: False
print({'a':1}.keys().isdisjoint(['b']))  # expect: True
print({'a': 1}.values() == {'a': 1}.values())  # expect: False
print(error(lambda: {}.keys()[0]))  # expect: TypeError: 'dict_keys' object is not subscriptable
print({v: k for k, v in {'a': 1}.items()})  # expect: {1: 'a'}
