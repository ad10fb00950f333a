def attempt(f, *args):
    try:
        print(f(*args))
    except BaseException as e:
        print(f"{type(e).__name__}: {e}")


from abc import ABC, abstractmethod, ABCMeta
class A(ABC):
    @abstractmethod
    def forward(self, x): ...
    @property
    @abstractmethod
    def p(self): ...
attempt(lambda: A())  # expect: TypeError: Can't instantiate abstract class A with abstract methods forward, p
class B(A):
    def forward(self, x): return x
attempt(lambda: B())  # expect: TypeError: Can't instantiate abstract class B with abstract method p
class C2(B):
    p = 5
print(C2().forward(1), isinstance(C2(), A))  # expect: 1 True
class Init(ABC):
    def __init__(self, x): self.x = x
print(Init(3).x)  # expect: 3
