import importlib
from importlib.metadata import PackageNotFoundError, version

import torch

print(version("torch").split("+")[0] == torch.__version__.split("+")[0])  # expect: True
print(importlib.import_module("math").pi)  # expect: 3.141592653589793
try:
    version("no-such-package")
except PackageNotFoundError as error:
    print(error)  # expect: No package metadata was found for no-such-package
    print(error.name)  # expect: no-such-package
    print(isinstance(error, ImportError))  # expect: True
