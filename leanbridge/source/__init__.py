"""TEXT: Lean source files → syntax trees.

Takes text and files, gives `syntax` trees with a span on every node. Never resolves a name.
"""

from leanbridge.source.parser import parse_file as parse_file
from leanbridge.source.parser import parse_term as parse_term
