from dataclasses import dataclass


@dataclass
class Config:
    d_model: int = 8
    heads: int = 2
    bias: bool = False

    @property
    def head_dim(self):
        return self.d_model // self.heads


c = Config(heads=4)
print(c, c.head_dim, c == Config(8, 4))  # expect: Config(d_model=8, heads=4, bias=False) 2 True
