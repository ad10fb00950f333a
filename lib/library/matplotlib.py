"""Plots as text in the terminal: the numbers of a matrix with shades, bars, lines; see matplotlib.pyplot."""

rcParams = {}


class _AnyName:
    """Colour maps and styles: every name is known, and none changes what text can show."""

    def __getattr__(self, name):
        return name

    def __getitem__(self, name):
        return name


colormaps = cm = _AnyName()


def use(backend, force=True):
    pass
