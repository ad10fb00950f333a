from dataclasses import asdict, dataclass, field, replace


@dataclass
class Config:
    width: int = 16
    heads: int = 4
    drop: float = 0.1
    names: list = field(default_factory=list)

    def __post_init__(self):
        if self.width % self.heads:
            raise ValueError(f"{self.width} is not a multiple of {self.heads}")

    @property
    def head_dim(self):
        return self.width // self.heads


print(Config(), Config(heads=2).head_dim)  # expect: Config(width=16, heads=4, drop=0.1, names=[]) 8
print(asdict(Config(width=8)), Config() == Config())  # expect: {'width': 8, 'heads': 4, 'drop': 0.1, 'names': []} True
print(replace(Config(), drop=0.0).drop)  # expect: 0.0
Config(heads=3)  # expect ValueError: 16 is not a multiple of 3
