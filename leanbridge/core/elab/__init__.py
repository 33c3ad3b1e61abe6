"""The elaborator: syntax and an expected type in, a core term out.

One module per family of rules; `rules.RULES` maps each syntax class to its rule.
"""

from leanbridge.core.elab.elaborator import ElabError as ElabError
from leanbridge.core.elab.elaborator import Elaborator as Elaborator
