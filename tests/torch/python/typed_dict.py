from typing import TypedDict


class Settings(TypedDict, total=False):
    heads: int
    width: int


s: Settings = {"heads": 2}
t = Settings(heads=4, width=8)
print(s, t, t["width"] // t["heads"], {**t, "width": 16}, isinstance(t, dict))  # expect: {'heads': 2} {'heads': 4, 'width': 8} 2 {'heads': 4, 'width': 16} True
