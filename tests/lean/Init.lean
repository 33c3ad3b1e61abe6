prelude
import Init.Core
import Init.Classes
import Init.Notation
import Init.Data
import Init.Tactics
/-! A small core library for tests: every file without `prelude` imports it. -/
