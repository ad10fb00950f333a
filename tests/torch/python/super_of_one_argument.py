# super(C) is bound to nothing, so the parent's __init__ never runs.
import torch.nn as nn


class Head(nn.Module):
    def __init__(self):
        super(Head).__init__()
        self.layer = nn.Linear(1, 1)


print(super(Head))  # expect: <super: <class 'Head'>, NULL>
Head()  # expect AttributeError: cannot assign module before Module.__init__() call
