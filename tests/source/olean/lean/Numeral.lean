prelude
import Base
/-! Without it Lean cannot print a numeral. -/
syntax (name := rawNatLit) "nat_lit " num : term
