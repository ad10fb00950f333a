"""heatmap(), drawn as matplotlib.pyplot draws; what only decorates does nothing."""

import matplotlib.pyplot as plt


def heatmap(data, *, annot=None, cmap=None, xticklabels=None, yticklabels=None, ax=None, **kwargs):
    axes = ax or plt.gca()
    axes.imshow(data)
    for name, labels in (("x", xticklabels), ("y", yticklabels)):
        if labels is not None and not isinstance(labels, (bool, int, str)):
            axes._labels[name] = labels
    return axes


def set_theme(*args, **kwargs):
    pass


set = set_style = set_context = set_palette = set_theme
