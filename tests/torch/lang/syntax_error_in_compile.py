said = []


def say(*values):
    said.append(" ".join(map(str, values)))


for text in ("x = (1", "f() = 2", "if x\n  y", "x = 08", "a b"):
    try:
        compile(text, "<cell>", "exec")
    except SyntaxError as e:
        say(e.msg, e.lineno)


print("\n".join(said))  # expect: '(' was never closed 1
# expect: cannot assign to function call here. Maybe you meant '==' instead of '='? 1
# expect: expected ':' 1
# expect: leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers 1
# expect: invalid syntax 1
