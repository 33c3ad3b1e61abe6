"""TEXT: Lean source files → syntax trees.

Takes text and files, gives `syntax` trees with a span on every node. Never resolves a name.
"""

from leanbridge.source.lakefile import Options as Options
from leanbridge.source.modules import Finding as Finding
from leanbridge.source.modules import Module as Module
from leanbridge.source.modules import Project as Project
from leanbridge.source.modules import load_project as load_project
from leanbridge.source.parser import parse_file as parse_file
from leanbridge.source.parser import parse_term as parse_term
from leanbridge.source.positions import Lines as Lines
from leanbridge.source.printer import show_binder as show_binder
from leanbridge.source.printer import show_term as show_term
