"""Which version of a package is here."""

from _native import import_module


class PackageNotFoundError(ModuleNotFoundError):
    def __str__(self):
        return f"No package metadata was found for {self.name}"

    @property
    def name(self):
        return self.args[0]


def version(distribution_name):
    if distribution_name not in ("torch", "numpy", "einops"):
        raise PackageNotFoundError(distribution_name)
    return import_module(distribution_name).__version__
