def later():
    ...


class Empty:
    pass


print(later(), ..., Ellipsis is ...)  # expect: None Ellipsis True
