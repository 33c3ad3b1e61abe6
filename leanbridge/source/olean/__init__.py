"""COMPILED FILES: `.olean` files → the kernel's own terms, without Lean.

Takes paths, gives `Module` (one module's constants, docs, ranges, recorded axioms) and `Library`
(a search path). Never runs Lean, never trusts a byte: a file that is truncated, damaged, hostile
or of another version is refused with its path and offset.
"""

from leanbridge.source.olean.constants import Constant as Constant
from leanbridge.source.olean.constants import Constructor as Constructor
from leanbridge.source.olean.constants import Inductive as Inductive
from leanbridge.source.olean.constants import Recursor as Recursor
from leanbridge.source.olean.constants import Rule as Rule
from leanbridge.source.olean.library import Library as Library
from leanbridge.source.olean.module import Import as Import
from leanbridge.source.olean.module import Module as Module
