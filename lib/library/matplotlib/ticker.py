"""Where the ticks of an axis stand, which text does not show."""


class _Ticks:
    def __init__(self, *args, **kwargs):
        pass


class MaxNLocator(_Ticks):
    pass


class MultipleLocator(_Ticks):
    pass


class FixedLocator(_Ticks):
    pass


class FuncFormatter(_Ticks):
    pass
