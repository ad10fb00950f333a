from enum import Enum, auto
class Kind(Enum):
    CAUSAL = "causal"
    FULL = "full"
    OTHER = "full"
    def is_causal(self): return self is Kind.CAUSAL
print(Kind.CAUSAL, repr(Kind.CAUSAL), Kind.CAUSAL.name, Kind.CAUSAL.value, Kind("full"), Kind["FULL"], Kind.OTHER)  # expect: Kind.CAUSAL <Kind.CAUSAL: 'causal'> CAUSAL causal Kind.FULL Kind.FULL Kind.FULL
print(list(Kind), len(Kind), Kind.CAUSAL == Kind.CAUSAL, Kind.CAUSAL == "causal", Kind.CAUSAL in Kind, isinstance(Kind.FULL, Kind))  # expect: [<Kind.CAUSAL: 'causal'>, <Kind.FULL: 'full'>] 2 True False True True
print({Kind.FULL: 1}[Kind.FULL], Kind.CAUSAL.is_causal(), f"{Kind.FULL}", f"{Kind.FULL!r:>30}|", sorted(Kind.__members__))  # expect: 1 True Kind.FULL            <Kind.FULL: 'full'>| ['CAUSAL', 'FULL', 'OTHER']
class Size(Enum):
    SMALL = auto()
    BIG = auto()
    MORE = 10
    MOST = auto()
    @property
    def double(self): return self.value * 2
print([(s.name, s.value, s.double) for s in Size], Size(10), Size.BIG is Size(2), Size)  # expect: [('SMALL', 1, 2), ('BIG', 2, 4), ('MORE', 10, 20), ('MOST', 11, 22)] Size.MORE True <enum 'Size'>
class Planet(Enum):
    EARTH = (5.97, 6.37)
    MARS = (0.64, 3.38)
    def __init__(self, mass, radius):
        self.mass, self.radius = mass, radius
print(Planet.MARS.mass, Planet.EARTH.value, Planet((0.64, 3.38)), Planet.MARS)  # expect: 0.64 (5.97, 6.37) Planet.MARS Planet.MARS


def error(f):
    try:
        f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(error(lambda: Kind("zz")))  # expect: ValueError: 'zz' is not a valid Kind
print(error(lambda: Kind["zz"]))  # expect: KeyError: 'zz'
print(error(lambda: Kind.zz))  # expect: AttributeError: zz
print(error(lambda: Size(9)))  # expect: ValueError: 9 is not a valid Size
print([k.name for k in Kind])  # expect: ['CAUSAL', 'FULL']
try:
    class More(Kind):
        X = 1
except TypeError as e:
    print(e)  # expect: <enum 'More'> cannot extend <enum 'Kind'>
