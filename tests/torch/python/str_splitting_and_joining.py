def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(repr(' a '.strip()))  # expect: 'a'
print(repr(' a '.lstrip()))  # expect: 'a '
print(repr(' a '.rstrip()))  # expect: ' a'
print(repr('xxaxx'.strip('x')))  # expect: 'a'
print(repr('abcba'.strip('ab')))  # expect: 'c'
print(repr('abc'.rstrip('bc')))  # expect: 'a'
print(repr('\u3000a\n'.strip()))  # expect: 'a'
print(repr('a'.strip(None)))  # expect: 'a'
print(error(lambda: 'a'.strip(5)))  # expect: TypeError: strip arg must be None or str
print('a b  c'.split())  # expect: ['a', 'b', 'c']
print('a,b,,c'.split(','))  # expect: ['a', 'b', '', 'c']
print('a b c'.split(None, 1))  # expect: ['a', 'b c']
print('a,b,c'.split(',', 1))  # expect: ['a', 'b,c']
print('a,b,c'.rsplit(',', 1))  # expect: ['a,b', 'c']
print('  a  b '.split())  # expect: ['a', 'b']
print(''.split())  # expect: []
print(''.split(','))  # expect: ['']
print('a b c'.rsplit(None, 1))  # expect: ['a b', 'c']
print('a--b--c'.split('--'))  # expect: ['a', 'b', 'c']
print('abc'.split('x'))  # expect: ['abc']
print('a b c '.split(maxsplit=1))  # expect: ['a', 'b c ']
print(' a b c'.rsplit(maxsplit=1))  # expect: [' a b', 'c']
print('a b'.split(sep=' '))  # expect: ['a', 'b']
print(error(lambda: 'a'.split('')))  # expect: ValueError: empty separator
print(error(lambda: 'a'.split(5)))  # expect: TypeError: must be str or None, not int
print('a\nb\r\nc'.splitlines())  # expect: ['a', 'b', 'c']
print('a\nb\n'.splitlines(True))  # expect: ['a\n', 'b\n']
print(''.splitlines())  # expect: []
print('a\n\nb'.splitlines(keepends=True))  # expect: ['a\n', '\n', 'b']
print('a\x0bb\u2028c'.splitlines())  # expect: ['a', 'b', 'c']
print(repr(','.join(['a', 'b'])))  # expect: 'a,b'
print(repr(''.join([])))  # expect: ''
print(repr(', '.join('abc')))  # expect: 'a, b, c'
print(repr(','.join(('a',))))  # expect: 'a'
print(repr(','.join({'x': 1})))  # expect: 'x'
print(error(lambda: ','.join([1])))  # expect: TypeError: sequence item 0: expected str instance, int found
print(error(lambda: ','.join(['a', 2])))  # expect: TypeError: sequence item 1: expected str instance, int found
print(error(lambda: ','.join(5)))  # expect: TypeError: can only join an iterable
print(error(lambda: 'abc'.join()))  # expect: TypeError: str.join() takes exactly one argument (0 given)
print(repr(str.join(',', ['a'])))  # expect: 'a'
print(repr(''.join(reversed('abc'))))  # expect: 'cba'
print(repr(''.join(sorted('cab'))))  # expect: 'abc'
print('a,b;c'.replace(';', ',').split(','))  # expect: ['a', 'b', 'c']
print('x'.join('abc').split('x'))  # expect: ['a', 'b', 'c']
