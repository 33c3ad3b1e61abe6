prelude
import Base
/-! A little of everything, to be damaged. -/
universe u v
/-- A thing. -/
axiom Thing.{w} : Sort (max 1 w) → Prop
class Held (α : Type u) where
  /-- What is held. -/
  held : α
  size : Nat := 18446744073709551616
instance : Held Nat := ⟨7, 3⟩
/-- Text. -/
@[irreducible] def text : String := "∑ü"
opaque shut (n : Nat) : Nat
def steps : Nat → Nat
  | .zero => 0
  | .succ n => let m := steps n; have k := Nat.succ m; k
theorem same_steps ⦃n : Nat⦄ (h : Eq n 0) : Eq (steps n) (steps n) := rfl
