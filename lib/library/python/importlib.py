"""Modules by their names."""

from _native import import_module
