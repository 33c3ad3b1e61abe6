"""The SMT interpreter: core terms to z3, sizes symbolic.

Takes closed terms (free variables given symbolic or known values); gives z3 terms, and the demands
under which they mean what the Lean term means. Import it only where z3 is wanted: this loads it.
"""

from leanbridge.interp.smt.encode import Smt as Smt
from leanbridge.interp.smt.rules import RULES as RULES
from leanbridge.interp.smt.rules import UNSUPPORTED as UNSUPPORTED
from leanbridge.interp.smt.solve import Countermodel as Countermodel
from leanbridge.interp.smt.solve import Proved as Proved
from leanbridge.interp.smt.solve import Question as Question
from leanbridge.interp.smt.solve import Unknown as Unknown
from leanbridge.interp.smt.solve import contradiction as contradiction
from leanbridge.interp.smt.solve import multiples_fact as multiples_fact
from leanbridge.interp.smt.solve import prove as prove
from leanbridge.interp.smt.solve import quotient_fact as quotient_fact
from leanbridge.interp.smt.solve import quotients as quotients
