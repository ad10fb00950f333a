def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(repr('abc'.upper.__self__))  # expect: 'abc'
print(repr('abc'[0]))  # expect: 'a'
print(repr('abc'[-1]))  # expect: 'c'
print(repr('abc'[1:]))  # expect: 'bc'
print(repr('abc'[::-1]))  # expect: 'cba'
print(repr('abc'[::2]))  # expect: 'ac'
print(repr('aéb€c'[1]))  # expect: 'é'
print(repr('aéb€c'[1:4]))  # expect: 'éb€'
print(repr('aéb€c'[::-2]))  # expect: 'cba'
print(repr('abc'[5:]))  # expect: ''
print(repr('abc'[-10:2]))  # expect: 'ab'
print(error(lambda: 'abc'[5]))  # expect: IndexError: string index out of range
print(error(lambda: 'abc'['a']))  # expect: TypeError: string indices must be integers, not 'str'
print(error(lambda: 'abc'[1.0]))  # expect: TypeError: string indices must be integers, not 'float'
print(error(lambda: 'abc'[::0]))  # expect: ValueError: slice step cannot be zero
print(error(lambda: 'abc'['a':]))  # expect: TypeError: slice indices must be integers or None or have an __index__ method
print(repr('a' + 'b'))  # expect: 'ab'
print(repr('ab' * 3))  # expect: 'ababab'
print(repr(3 * 'ab'))  # expect: 'ababab'
print(repr('ab' * 0))  # expect: ''
print(repr('ab' * -1))  # expect: ''
print(repr('ab' * True))  # expect: 'ab'
print(error(lambda: 'a' + 1))  # expect: TypeError: can only concatenate str (not "int") to str
print(error(lambda: 1 + 'a'))  # expect: TypeError: unsupported operand type(s) for +: 'int' and 'str'
print(error(lambda: 'a' * 'b'))  # expect: TypeError: can't multiply sequence by non-int of type 'str'
print(error(lambda: 'a' * 1.5))  # expect: TypeError: can't multiply sequence by non-int of type 'float'
print(error(lambda: 'a' - 'b'))  # expect: TypeError: unsupported operand type(s) for -: 'str' and 'str'
print('a' < 'b')  # expect: True
print('a' < 'B')  # expect: False
print('abc' == 'abc')  # expect: True
print('abc' != 'abd')  # expect: True
print('a' == 1)  # expect: False
print('é' > 'z')  # expect: True
print('ab' <= 'abc')  # expect: True
print(error(lambda: 'a' < 1))  # expect: TypeError: '<' not supported between instances of 'str' and 'int'
print('abc'.__len__())  # expect: 3
print(repr('a'.__add__('b')))  # expect: 'ab'
print('abc'.__contains__('b'))  # expect: True
print(repr('abc'.__getitem__(1)))  # expect: 'b'
print(repr('abc'.__iter__().__next__()))  # expect: 'a'
print(error(lambda: 'abc'.foo))  # expect: AttributeError: 'str' object has no attribute 'foo'
print('a' 'b' == 'ab')  # expect: True
print(error(lambda: [1] * 'a'))  # expect: TypeError: can't multiply sequence by non-int of type 'str'
print('a'.__eq__(1))  # expect: NotImplemented
print(repr('{'))  # expect: '{'
