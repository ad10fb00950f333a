from typing import Dict, List, Optional, Tuple

x: int = "text"
y: List[float]


def f(a: Optional[int] = None, *b: Tuple[int, ...]) -> Dict[str, "Nope"]:
    z: str = 5
    return {"a": a, "z": z}


print(x, f(3), f.__name__)  # expect: text {'a': 3, 'z': 5} f
