def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(repr(str.upper.__name__))  # expect: 'upper'
print(repr('Hello World'.upper()))  # expect: 'HELLO WORLD'
print(repr('Hello World'.lower()))  # expect: 'hello world'
print(repr('hello world'.title()))  # expect: 'Hello World'
print(repr("it's here".title()))  # expect: "It'S Here"
print(repr('hello WORLD'.capitalize()))  # expect: 'Hello world'
print(repr('straße'.upper()))  # expect: 'STRASSE'
print(repr('ÀÉ'.lower()))  # expect: 'àé'
print(repr('banana'.replace('a', 'o')))  # expect: 'bonono'
print(repr('banana'.replace('a', 'o', 2)))  # expect: 'bonona'
print(repr('abc'.replace('', '-')))  # expect: '-a-b-c-'
print(repr('abc'.replace('', '-', 2)))  # expect: '-a-bc'
print(repr('aaa'.replace('aa', 'b')))  # expect: 'ba'
print(repr('abc'.replace('x', 'y')))  # expect: 'abc'
print(repr(''.replace('', 'x')))  # expect: 'x'
print(repr(''.replace('', 'x', 0)))  # expect: ''
print(error(lambda: 'a'.replace(1, 2)))  # expect: TypeError: replace() argument 1 must be str, not int
print(error(lambda: 'a'.replace('a')))  # expect: TypeError: replace expected at least 2 arguments, got 1
print(repr('42'.zfill(5)))  # expect: '00042'
print(repr('-42'.zfill(5)))  # expect: '-0042'
print(repr('+4'.zfill(4)))  # expect: '+004'
print(repr('abc'.zfill(2)))  # expect: 'abc'
print(repr('a'.center(5)))  # expect: '  a  '
print(repr('a'.center(4)))  # expect: ' a  '
print(repr('ab'.center(5)))  # expect: '  ab '
print(repr('ab'.center(6, '*')))  # expect: '**ab**'
print(repr('a'.ljust(3, '.')))  # expect: 'a..'
print(repr('a'.rjust(3)))  # expect: '  a'
print(repr('abc'.center(2)))  # expect: 'abc'
print(repr('abc'.center(8)))  # expect: '  abc   '
print(repr('abcd'.center(7)))  # expect: '  abcd '
print(error(lambda: 'a'.center('5')))  # expect: TypeError: 'str' object cannot be interpreted as an integer
print(error(lambda: 'a'.center(5, 'ab')))  # expect: TypeError: The fill character must be exactly one character long
print(error(lambda: 'a'.ljust(5, 5)))  # expect: TypeError: The fill character must be a unicode character, not int
print(error(lambda: 'a'.zfill('a')))  # expect: TypeError: 'str' object cannot be interpreted as an integer
print(repr('TestHook'.removeprefix('Test')))  # expect: 'Hook'
print(repr('TestHook'.removesuffix('Hook')))  # expect: 'Test'
print(repr('abc'.removeprefix('x')))  # expect: 'abc'
print(error(lambda: 'abc'.upper(1)))  # expect: TypeError: str.upper() takes no arguments (1 given)
print(repr(str.upper('abc')))  # expect: 'ABC'
print(error(lambda: str.upper(5)))  # expect: TypeError: descriptor 'upper' for 'str' objects doesn't apply to a 'int' object
print(error(lambda: str.upper()))  # expect: TypeError: unbound method str.upper() needs an argument
print(repr('Hello'[1:-1].upper().center(9, '*')))  # expect: '***ELL***'
