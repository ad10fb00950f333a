print(list(zip("ab", [1, 2])), list(map(str, [1, 2])), list(filter(None, [0, 1])))  # expect: [('a', 1), ('b', 2)] ['1', '2'] [1]
print(min(3, 1), max([4, 9], key=lambda v: -v), sum([1, 2], 10), any([0, 1]), all([]))  # expect: 1 4 13 True True
print(list(enumerate("xy", 1)), list(reversed([1, 2])), sorted("bca"), isinstance(1, (str, int)))  # expect: [(1, 'x'), (2, 'y')] [2, 1] ['a', 'b', 'c'] True
print(type(1), type([]).__name__, int("7"), float("1e3"), str(None), bool(""), tuple("ab"))  # expect: <class 'int'> list 7 1000.0 None False ('a', 'b')
it = iter([1])
print(next(it), next(it, "end"), callable(print), hasattr("", "join"), chr(65), ord("a"))  # expect: 1 end True True A 97
