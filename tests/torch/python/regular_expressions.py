import re
text = "Hello, world. Is this-- a test?"
print(re.split(r'([,.:;?_!"()\']|--|\s)', text))  # expect: ['Hello', ',', '', ' ', 'world', '.', '', ' ', 'Is', ' ', 'this', '--', '', ' ', 'a', ' ', 'test', '?', '']
print([t.strip() for t in re.split(r'([,.:;?_!"()\']|--|\s)', text) if t.strip()])  # expect: ['Hello', ',', 'world', '.', 'Is', 'this', '--', 'a', 'test', '?']
print(re.sub(r'\s+([,.?!"()\'])', r'\1', "Hello , world ! ok"))  # expect: Hello, world! ok
print(re.findall(r"\w+|[^\w\s]", "don't stop—now: café, 3.5!"))  # expect: ['don', "'", 't', 'stop', '—', 'now', ':', 'café', ',', '3', '.', '5', '!']
print(re.findall(r"(\w)(\d)?", "a1b"), re.findall("x*", "axb"), re.findall("(a)|b", "ab"))  # expect: [('a', '1'), ('b', '')] ['', 'x', '', ''] ['a', '']
m = re.search(r"(?P<name>\w+)\s+(?P<value>\d+)?", "step  12 x")
print(m, m.group(), m.group("name"), m["value"], m.groups(), m.span("value"), m.start(), m.end(2))  # expect: <re.Match object; span=(0, 8), match='step  12'> step  12 step 12 ('step', '12') (6, 8) 0 8
print(re.match("b", "ab"), re.match("a", "ab"), re.fullmatch("a", "ab"), re.fullmatch("ab|a", "ab"))  # expect: None <re.Match object; span=(0, 1), match='a'> None <re.Match object; span=(0, 2), match='ab'>
print(re.sub("(a)(b)?", r"[\1\2]", "ab a"), re.sub("a", lambda m: m.group().upper(), "banana", count=2), re.subn("", "-", "abc"))  # expect: [ab] [a] bAnAna ('-a-b-c-', 4)
print(re.compile(r"a", re.IGNORECASE).findall("aA"), [m.span() for m in re.finditer("é", "éaé")])  # expect: ['a', 'A'] [(0, 1), (2, 3)]
print(re.split("b", "abcbd", maxsplit=1), re.split("x*", "axbc"), re.escape("a.b*c d-é"))  # expect: ['a', 'cbd'] ['', 'a', '', 'b', 'c', ''] a\.b\*c\ d\-é
print(re.findall("^a", "a\na", re.M), re.findall(".", "a\n", re.S), re.findall("(?i)A", "aA"), bool(re.search(r"b\Z", "ab\n")), bool(re.search("b$", "ab\n")))  # expect: ['a', 'a'] ['a', '\n'] ['a', 'A'] False True
print(re.compile(r"""  # expect: ['1', '22']
  (\d+)   # digits
  \s*     # blanks
""", re.VERBOSE).findall("1 22"))


def error(make):
    try:
        make()
    except Exception as e:
        return type(e).__name__, e.pattern if isinstance(e, re.error) else str(e)


print([error(lambda: re.compile(bad)) for bad in ("(", "[a", "a**", "(?P<n>a)(?P<n>b)")])  # expect: [('error', '('), ('error', '[a'), ('error', 'a**'), ('error', '(?P<n>a)(?P<n>b)')]
print(error(lambda: re.sub("a", r"\2", "a")), error(lambda: m.group("x")), error(lambda: re.findall("a", 3)))  # expect: ('error', '\\2') ('IndexError', 'no such group') ('TypeError', "expected string or bytes-like object, got 'int'")
p = re.compile(r"\b(\w+) \1\b")
print(p.search("say the the word").span(), p.pattern, p.groups, p.groupindex == {})  # expect: (4, 11) \b(\w+) \1\b 1 True
print(re.sub(r"(?P<first>\w)(\w*)", r"\g<2>\g<first>\n", "two words"), m.string, m.re.groupindex)  # expect: wot
# expect:  ordsw
# expect:  step  12 x {'name': 1, 'value': 2}
print("x" if re.match(r"[A-Z]\w+", "Chase") else "y", re.findall(r"(?<=a)b|c(?!d)", "ab cb cd c"), re.findall(r"[^\W\d_]+", "añb1_c"))  # expect: x ['b', 'c', 'c'] ['añb', 'c']
