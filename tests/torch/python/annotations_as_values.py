def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(list[int])  # expect: list[int]
print(dict[str, int])  # expect: dict[str, int]
print(tuple[int, ...])  # expect: tuple[int, ...]
print(int | None)  # expect: int | None
print(list[int] | None)  # expect: list[int] | None
print(int | str | None)  # expect: int | str | None
print(type[int])  # expect: type[int]
print(set[str])  # expect: set[str]
print(list[list[int]])  # expect: list[list[int]]
print(list['Foo'])  # expect: list['Foo']
print(error(lambda: int[3]))  # expect: TypeError: type 'int' is not subscriptable
print(error(lambda: str[int]))  # expect: TypeError: type 'str' is not subscriptable
print(error(lambda: int | 5))  # expect: TypeError: unsupported operand type(s) for |: 'type' and 'int'
