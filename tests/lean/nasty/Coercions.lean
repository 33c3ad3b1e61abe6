import Mathlib.Data.Real.Basic
import Mathlib.Data.Fintype.BigOperators

/-! Coercions: numbers inside trees of operators, `Fin`, sub-types, Booleans, functions, sets. -/

set_option autoImplicit false

noncomputable section

namespace Nasty.Coercions

/-! ## Numbers in trees -/

def natToReal (n : ℕ) : ℝ := n
def natToInt (n : ℕ) : ℤ := n
def intToReal (z : ℤ) : ℝ := z
def leafOnly (n m : ℕ) : ℝ := n * m
def leftLeaf (x : ℝ) (n : ℕ) : ℝ := n + x
def rightLeaf (x : ℝ) (n : ℕ) : ℝ := x + n * 2
def realSubtraction (x : ℝ) (n : ℕ) : ℝ := n - 1 + x
def natSubtraction (x : ℝ) (n : ℕ) : ℝ := (n - 1 : ℕ) + x
def ascribedProduct (x : ℝ) (n : ℕ) : ℝ := (n * 2 : ℕ) + x
def ascribedReal (n m : ℕ) : ℝ := (n * m : ℝ) + 1
def parentheses (x : ℝ) (n m : ℕ) : ℝ := x * (n + (m + 1))
def callIsLeaf (g : ℕ → ℕ) (x : ℝ) (n m : ℕ) : ℝ := x + g (n + m)
def argumentIsTree (g : ℝ → ℝ) (n m : ℕ) : ℝ := g (n + m)
def ifIsLeaf (x : ℝ) (n : ℕ) : ℝ := x + if n = 0 then n else 0
def letIsLeaf (x : ℝ) (n : ℕ) : ℝ := x + (let k := n + 1; k)
def threeLevels (n : ℕ) (z : ℤ) (x : ℝ) : ℝ := n + z * x
def intThenReal (n : ℕ) (z : ℤ) : ℝ := n + z
def intSubtraction (n : ℕ) (z : ℤ) : ℤ := n - 1 - z
def negation (x : ℝ) (n : ℕ) : ℝ := -n + x
def negatedNat (n : ℕ) : ℤ := -n
def division (n m : ℕ) : ℝ := n / m
def naturalDivision (n m : ℕ) : ℝ := (n / m : ℕ)
def powerBase (n : ℕ) (x : ℝ) : ℝ := n ^ 2 * x
def powerExponent (x : ℝ) (n : ℕ) : ℝ := x ^ (n + 1)
def powerOfCast (n : ℕ) (x : ℝ) : ℝ := x + n ^ n
def inverse (n : ℕ) (x : ℝ) : ℝ := (n : ℝ)⁻¹ + x
def inverseIsLeaf (q : ℚ) (x : ℝ) : ℝ := x + q⁻¹
def inverseOfSum (q : ℚ) (x : ℝ) : ℝ := x * (q + 1)⁻¹
def deferredFunction (f : ℕ → (ℕ → ℝ) → ℝ) (n : ℕ) : ℝ := f n fun k => k + n
def apply {α β : Type} (f : α → β) (a : α) : β := f a
def castInDeferred (n : ℕ) : ℤ := apply (fun k => (k : ℤ)) n
def arrowUp (n : ℕ) (x : ℝ) : ℝ := ↑n + x
def arrowUpSum (n m : ℕ) : ℝ := ↑(n + m)
def arrowTwice (n : ℕ) : ℝ := ((n : ℤ) : ℝ)

/-! ## Relations: one tree for both sides, no expected type -/

def relationLeft (n : ℕ) (x : ℝ) : Prop := n < x
def relationRight (n : ℕ) (x : ℝ) : Prop := x ≤ n + 1
def relationSubtraction (n : ℕ) (x : ℝ) : Prop := n - 1 = x
def relationNat (n m : ℕ) : Prop := n - m = m - n
def relationInt (n : ℕ) (z : ℤ) : Prop := z ≠ n
def chain (n : ℕ) (x y : ℝ) : Prop := x < n ∧ n ≤ y
def notEqual (n : ℕ) (x : ℝ) : Prop := ¬ x = n

/-! ## `Fin` -/

def finToNat {n : ℕ} (i : Fin n) : ℕ := i
def finToReal {n : ℕ} (i : Fin n) : ℝ := (i : ℕ)
def finInTree {n : ℕ} (i : Fin n) : ℕ := 2 * i + 1
def finInRelation {n : ℕ} (i : Fin n) (k : ℕ) : Prop := i + 1 < k
def finModular {n : ℕ} [NeZero n] (i j : Fin n) : Prop := 2 * i + 1 = j
def finModularSum {n : ℕ} (i j : Fin n) : Fin n := i + j
def finArgument {n : ℕ} (f : ℕ → ℝ) (i : Fin n) : ℝ := f i
def finArgumentTree {n : ℕ} (f : ℕ → ℝ) (i : Fin n) : ℝ := f (2 * i - 1)
def finRealTree {n : ℕ} (i : Fin n) (x : ℝ) : ℝ := (i : ℕ) * x
def finNumerals : Fin 3 := 2
def finNumeralRelation (i : Fin 3) : Prop := i = 1

/-! ## Sub-types, Booleans, functions -/

def Positive : Type := { x : ℝ // 0 < x }
def subtypeValue (x : { x : ℝ // 0 < x }) : ℝ := x
def subtypeTree (x : { x : ℝ // 0 < x }) (y : ℝ) : ℝ := x + y
def subtypeNat (n : { n : ℕ // 0 < n }) : ℝ := (n : ℕ)
def subtypeRelation (x : { x : ℝ // 0 < x }) : Prop := (x : ℝ) < 1
def boolAsProp (b : Bool) : Prop := b
def boolAnd (b c : Bool) : Prop := b ∧ c
def boolIf (b : Bool) : ℕ := if b then 1 else 0
def boolNot (b : Bool) : Prop := ¬ b
def boolEquation (b : Bool) : Prop := b = true
def equivAsFunction (e : ℕ ≃ Bool) (n : ℕ) : Bool := e n
def equivSymm (e : ℕ ≃ Bool) (b : Bool) : ℕ := e.symm b
def equivValue (e : ℕ ≃ Bool) : ℕ → Bool := e
def flatten (m n : ℕ) (v : Fin (m * n) → ℝ) (i : Fin m) (j : Fin n) : ℝ := v (finProdFinEquiv (i, j))
def optionSome (n : ℕ) : Option ℕ := n

/-! ## No coercion where none is due -/

def functionResult (f : ℕ → ℕ) (n : ℕ) : ℝ := f n
def functionArgumentLambda (g : (ℕ → ℝ) → ℝ) : ℝ := g fun n => n
def pairComponents (n : ℕ) : ℝ × ℤ := (n, n)
def lambdaBody : ℕ → ℝ := fun n => n + 1
def ifBranches (n : ℕ) : ℝ := if n = 0 then n else n - 1
def letBody (n : ℕ) : ℝ := let k := n + 1; k
def listOfReals (n : ℕ) : List ℝ := [n, 1, n + 1]

end Nasty.Coercions
