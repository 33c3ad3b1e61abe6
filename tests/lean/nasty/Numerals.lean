import Mathlib.Data.Real.Basic
import Mathlib.Data.Fintype.BigOperators

/-! Numerals: their type comes from outside, from a neighbour, or last of all is `ℕ`. -/

set_option autoImplicit false

noncomputable section

namespace Nasty.Numerals

def atReal : ℝ := 3
def atInt : ℤ := 3
def atFin : Fin 5 := 3
def atNat := 3
def treeReal : ℝ := 1 + 2 * 3
def divided : ℝ := 1 / 2
def dividedNat : ℕ := 1 / 2
def dividedAscribed : ℝ := (1 / 2 : ℕ)
def fromNeighbour (x : ℝ) : Prop := 2 * 3 < x
def fromNothing : Prop := 1 / 2 = 0
def fromAscription : Prop := (1 : ℝ) / 2 = 0
def fromRight : Prop := 1 / 2 = (0 : ℝ)
def inLet (x : ℝ) : ℝ := let k := 5; x + k
def inLetNat : ℕ := let k := 5; k
def inLetUnused (x : ℝ) : ℝ := let k := 5; x
def inLetTwice (x : ℝ) : ℝ := let k := 5; let l := k; x * l
def inFun (x : ℝ) : ℝ := (fun y => y + 1) x
def inFunLater : ℝ := (fun y => y + 1) 2
def exponent (x : ℝ) : ℝ := x ^ 2
def exponentBig (x : ℝ) : ℝ := x ^ 100000000000000000000
def exponentSum (x : ℝ) : ℝ := x ^ (1 + 1)
def both (x : ℝ) : ℝ := 2 ^ 3 * x
def baseNumeral : ℝ := 2 ^ 3
def exists' : Prop := ∃ x, x + 1 = (2 : ℝ)
def forall' : Prop := ∀ x, x + 1 = 1 + x
def forallReal : Prop := ∀ x, x + (1 : ℝ) = 1 + x
def pair : ℝ × ℕ := (1, 1)
def pairOpen := (1, (2 : ℝ))
def ite' (b : Bool) : ℝ := if b then 1 else 0
def iteOpen (b : Bool) := if b then 1 else 0
def iteInTree (b : Bool) (x : ℝ) : ℝ := x * (if b then 1 else 0)
def applied (f : ℝ → ℕ → ℝ) : ℝ := f 1 2
def polymorphic {α : Type} (a b : α) : α := a
def fromSecond (x : ℝ) : ℝ := polymorphic 1 x
def fromFirst (x : ℝ) : Prop := polymorphic x 1 = 0
def openBoth : Prop := polymorphic 1 2 = 1
def negative : ℝ := -1
def negativeInt : ℤ := -1
def negativeTree (x : ℝ) : ℝ := x - -1
def negativePower (x : ℝ) : ℝ := -x ^ 2
def large : ℕ := 123456789012345678901234567890
def zeroCase (n : ℕ) : Prop := 0 < n
def one : ℝ := 1
def listReal : List ℝ := [1, 2, 3]
def listNat := [1, 2, 3]
def succ' : ℕ := Nat.succ 4
def hex : ℕ := 0xff + 0b101 + 0o17
def underscore : ℕ := 1_000_000
def decimal : ℝ := 0.5
def decimalTree (x : ℝ) : ℝ := 0.25 * x + 1
def decimalExponent : ℝ := 1e3
def decimalNegative : ℝ := 2.5e-3
def finTree (i : Fin 5) : Fin 5 := i + 2
def finLet : Fin 5 := let k := 2; k
def option : Option ℝ := some 1
def function : ℕ → ℝ := fun _ => 1
def functionConstant : Fin 3 → ℝ := Function.const (Fin 3) 1
def maximum (x : ℝ) : ℝ := max 0 x
def maximumNat (x : ℝ) : ℝ := max (0 : ℕ) 1 + x

end Nasty.Numerals
