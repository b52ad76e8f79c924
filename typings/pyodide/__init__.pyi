from . import code as code
from . import ffi as ffi

__version__: str
