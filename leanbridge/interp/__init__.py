"""VALUES: interpreters of the core language. `exact` is the meaning; the others conform to it.

Takes core terms and the definitions they mention, gives values. Never sees a file.
"""

from leanbridge.interp.exact import Choice as Choice
from leanbridge.interp.exact import Decision as Decision
from leanbridge.interp.exact import Exact as Exact
from leanbridge.interp.exact import Override as Override
