def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(repr(format(0.5, '%')))  # expect: '50.000000%'
print(repr('%s and %s' % ('a', 'b')))  # expect: 'a and b'
print(repr('%d%%' % 50))  # expect: '50%'
print(repr('%5.2f' % 3.14159))  # expect: ' 3.14'
print(repr('%(x)s' % {'x': 1}))  # expect: '1'
print(repr('%s' % [1, 2]))  # expect: '[1, 2]'
print(repr('%s' % (None,)))  # expect: 'None'
print(repr('%x' % 255))  # expect: 'ff'
print(repr('%r' % 'a'))  # expect: "'a'"
print(repr('%-5s|' % 'a'))  # expect: 'a    |'
print(repr('%05d' % -3))  # expect: '-0003'
print(repr('%+.1e' % 12345.678))  # expect: '+1.2e+04'
print(repr('%i' % 3.99))  # expect: '3'
print(error(lambda: '%d'%'a'))  # expect: TypeError: %d format: a real number is required, not str
print(repr('%d'%1.9))  # expect: '1'
print(error(lambda: '%x'%1.5))  # expect: TypeError: %x format: an integer is required, not float
print(error(lambda: '%f'%'a'))  # expect: TypeError: must be real number, not str
print(error(lambda: '%y'%1))  # expect: ValueError: unsupported format character 'y' (0x79) at index 1
print(error(lambda: '%(a)s'%1))  # expect: TypeError: format requires a mapping
print(error(lambda: '%'%1))  # expect: ValueError: incomplete format
print(error(lambda: '%s'%()))  # expect: TypeError: not enough arguments for format string
print(error(lambda: '%s'%(1,2)))  # expect: TypeError: not all arguments converted during string formatting
print(error(lambda: 'a'%1))  # expect: TypeError: not all arguments converted during string formatting
print(repr('a'%{}))  # expect: 'a'
print(repr('a'%[]))  # expect: 'a'
print(repr('%5.3s|%-5s|%05d|%+d|% d|%#x|%#o|%e|%g|%r|%i|%u|%X|%%|%G|%F'%('abcdef','a',3,3,3,255,8,1.5,1e10,'q',3,4,255,1e-10,1.5)))  # expect: "  abc|a    |00003|+3| 3|0xff|0o10|1.500000e+00|1e+10|'q'|3|4|FF|%|1E-10|1.500000"
print(repr('%(a)d %(b).2f'%{'a':1,'b':2}))  # expect: '1 2.00'
print(error(lambda: '%(a'%{}))  # expect: ValueError: incomplete format key
print(repr('%.0f'%2.5))  # expect: '2'
print(repr('%#.0f'%2.5))  # expect: '2.'
print(repr('%05.1f'%-2.55))  # expect: '-02.5'
print(error(lambda: '%5'%1))  # expect: ValueError: incomplete format
print(error(lambda: '%s %s'%'a'))  # expect: TypeError: not enough arguments for format string
print(repr('%x'%-255))  # expect: '-ff'
