"""Where the ticks of an axis stand, which text does not show."""


class _Ticks:
    def __init__(self, *args, **kwargs):
        pass


MaxNLocator = MultipleLocator = FixedLocator = FuncFormatter = _Ticks
