"""Compiled files as core terms: what the Lean kernel checked, in the language of this package.

Takes the constants of `.olean` files; gives declarations of the same form that the elaborator of
source text gives. Levels, instances and proofs are erased here, and nowhere else.
"""

from leanbridge.core.compiled.declare import Compiled as Compiled
from leanbridge.core.compiled.erase import Eraser as Eraser
from leanbridge.core.compiled.typing import Typing as Typing
