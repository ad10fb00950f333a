def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(repr(repr('a')))  # expect: "'a'"
print(repr(repr("it's")))  # expect: '"it\'s"'
print(repr(repr('"')))  # expect: '\'"\''
print(repr(repr('\'"')))  # expect: '\'\\\'"\''
print(repr(repr('\n\t\\\x00\x7f\xa0é€😀')))  # expect: "'\\n\\t\\\\\\x00\\x7f\\xa0é€😀'"
print(repr(str(1)))  # expect: '1'
print(repr(str(1.0)))  # expect: '1.0'
print(repr(str(None)))  # expect: 'None'
print(repr(str(True)))  # expect: 'True'
print(repr(str('a')))  # expect: 'a'
print(repr(str([1, 'a'])))  # expect: "[1, 'a']"
print(repr(str()))  # expect: ''
print(repr(str(object=5)))  # expect: '5'
print(error(lambda: str(b=1)))  # expect: TypeError: 'b' is an invalid keyword argument for str()
print(repr(repr([1.0, 1e20, 'a"b', "it's"])))  # expect: '[1.0, 1e+20, \'a"b\', "it\'s"]'
print(error(lambda: str(10**5000)))  # expect: ValueError: Exceeds the limit (4300 digits) for integer string conversion; use sys.set_int_max_str_digits() to increase the limit
