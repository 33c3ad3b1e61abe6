import Mathlib.Data.Real.Basic
import Mathlib.Data.Fintype.BigOperators
import Mathlib.Algebra.BigOperators.Group.Finset.Basic

/-! Binding forms: `∀`, `∃`, `fun`, `let`, `have`, `if h :`, `show`, patterns in binders. -/

set_option autoImplicit false

noncomputable section

namespace Nasty.Binders

/-! ## Quantifiers -/

def groups : Prop := ∀ (x y : ℕ) (z : ℝ), x = y → z = x
def bare : Prop := ∀ x y, x + y = y + (x : ℝ)
def memberOf (s : Finset ℕ) : Prop := ∀ x ∈ s, x < 3
def memberTwo (s t : Finset ℕ) : Prop := ∀ x ∈ s, ∀ y ∈ t, x < y
def bounded : Prop := ∀ ε > (0 : ℝ), ∃ δ > 0, δ < ε
def boundedBoth (x : ℝ) : Prop := ∀ y, y ≠ x → ∃ z, z < y ∨ z < x
def existsGroups : Prop := ∃ (x : ℕ) (y : ℝ), y = x
def existsTwo : Prop := ∃ x y : ℕ, x < y
def existsMember (s : Finset ℝ) : Prop := ∃ x ∈ s, 0 < x
def existsPattern (f : ℕ → ℕ → Prop) : Prop := ∃ x, ∃ y, f x y
def lessThan (n : ℕ) : Prop := ∀ k < n, ∃ j ≤ k, j = n
def mixedBinders : Prop := ∀ {n : ℕ} (i : Fin n), i.val < n
def dependent : Prop := ∀ (n : ℕ) (i j : Fin n), i = j → j = i
def dependentArrow (n : ℕ) : Type := (i : Fin n) → Fin (i.val + 1)
def namedArrow : Type := (n : ℕ) → (Fin n → ℝ) → ℝ
def implicitArrow : Type := {n : ℕ} → Fin n → ℝ
def underscore : Prop := ∀ _ : ℕ, ∃ _x : ℕ, True
def unnamedHypothesis (p : ℕ → Prop) : Prop := ∀ n, p n → p (n + 1)
def existsHypothesis (n : ℕ) : Prop := ∃ h : 0 < n, (⟨0, h⟩ : Fin n) = ⟨0, h⟩
def uniqueName (x : ℕ) : Prop := (∀ x : ℕ, x = x) ∧ x = x

/-! ## Functions -/

def lambdaTyped : ℕ → ℕ → ℕ := fun (x y : ℕ) => x + y
def lambdaMixed : ℕ → Fin 3 → ℕ := fun x (i : Fin 3) => x + i
def lambdaDependent : (n : ℕ) → Fin n → ℕ := fun n i => n + i
def lambdaUnderscore : ℕ → ℕ → ℕ := fun _ y => y
def lambdaPair : ℕ × ℕ → ℕ := fun (x, y) => x + y
def lambdaAnonymous : ℕ × Bool → ℕ := fun ⟨x, _⟩ => x
def lambdaAlternatives : ℕ → Bool := fun
  | 0 => true
  | _ + 1 => false
def lambdaTwo : ℕ → ℕ → ℕ := fun
  | 0, y => y
  | x + 1, y => x + y
def lambdaReturned (x : ℝ) : ℝ → ℝ × ℝ := fun y => (x, y)
def lambdaUnit : Unit → ℕ := fun () => 3
def lambdaMap : ℕ → ℕ := fun x ↦ x * x

/-! ## `let` and `have` -/

def letTyped (x : ℝ) : ℝ := let y : ℝ := 2; x * y
def letFunction (x : ℝ) : ℝ := let f (y : ℝ) := y + x; f (f 1)
def letFunctionTyped (n : ℕ) : ℕ := let f (k : ℕ) : ℕ := k + n; f 2
def letPair (t : ℕ × ℕ) : ℕ := let (x, y) := t; x - y
def letAnonymous (t : ℕ × ℕ × ℕ) : ℕ := let ⟨x, y, z⟩ := t; x - y - z
def letInType (n : ℕ) (x : let k := n + 1; Fin k) : ℕ := x.val
theorem letInStatement (n : ℕ) : let k := n + 1; k = n + 1 := by sorry
theorem letUsed (n : ℕ) : (let k := n; k + k) = n + n := by sorry
def haveProof (n : ℕ) (h : 0 < n) : Fin n := have h' : 0 < n := h; ⟨0, h'⟩
def haveAnonymous (n : ℕ) (h : 0 < n) : Fin n := have : 0 < n := h; ⟨0, this⟩
def haveValue (n : ℕ) : ℕ := have k : ℕ := n + 1; k * k
def letLines (a b : ℝ) : ℝ :=
  let s := a + b
  let d := a - b
  s * d
def letNewline (f : ℝ → ℝ) (a : ℝ) : ℝ :=
  let y := f
    a
  y + 1

/-! ## `if` and `show` -/

def ifProof (n : ℕ) (i : ℕ) : ℕ := if h : i < n then (⟨i, h⟩ : Fin n).val else 0
def ifProofUnused (n : ℕ) : ℝ := if _h : n = 0 then 0 else n
def ifProofElse (n : ℕ) (f : Fin n → ℝ) (i : ℕ) : ℝ :=
  if h : n ≤ i then 0 else f ⟨i, by omega⟩
def ifBool (b c : Bool) : ℕ := if b && !c then 1 else 2
def ifOr (n : ℕ) : ℕ := if n = 0 ∨ n = 2 then 0 else 1
def ifFunction (n : ℕ) : ℝ → ℝ := if n = 0 then fun x => x else fun x => x + n
def ifApplied (n : ℕ) (x : ℝ) : ℝ := (if n = 0 then fun y => y else fun y => y + 1) x
def showType (n : ℕ) : ℝ := show ℝ from n
def showBy (n : ℕ) : n = n := show n = n by rfl

/-! ## Patterns in `match` as terms -/

def matchPair (t : ℕ × ℕ) : ℕ := match t with
  | (x, y) => x * y
def matchTwo (x y : ℕ) : ℕ := match x, y with
  | 0, _ => 0
  | _, 0 => 1
  | a + 1, b + 1 => a + b
def matchOption (o : Option ℝ) : ℝ := match o with
  | none => 0
  | some x => x + 1
def matchProof (o : Option ℕ) : ℕ := match h : o with
  | none => 0
  | some n => n
def matchList (xs : List ℕ) : ℕ := match xs with
  | [] => 0
  | [x] => x
  | x :: y :: _ => x + y
def matchNested (t : Option (ℕ × Bool)) : ℕ := match t with
  | some (n, true) => n
  | some (_, false) => 1
  | none => 0
def matchInTree (n : ℕ) (x : ℝ) : ℝ := x + (match n with
  | 0 => (1 : ℝ)
  | k + 1 => k)
def matchShadow (x : Option ℕ) : ℕ := match x with
  | some x => x
  | none => 0
def ifLet (o : Option ℕ) : ℕ := if let some n := o then n else 0

end Nasty.Binders
