"""What `from __future__ import` may name: all of it is there already."""

annotations = division = print_function = absolute_import = unicode_literals = generator_stop = None
with_statement = nested_scopes = generators = barry_as_FLUFL = None
