import Mathlib.Data.Real.Basic
/-! Every notation of the tables once, where a mistake would be a constant of the same type, and
operands that are told apart. -/

open Filter Topology

noncomputable section

namespace Nasty.Notations

/-! ### Operators of one type -/

def rest (a b : ℕ) : ℕ := a % b - b % a
def without (s t : Set ℕ) : Set ℕ := s \ t
def between (s t : Set ℕ) : Set ℕ := (s ∩ t) ∪ (t \ s)
def lower (x y : ℝ) : ℝ := x ⊓ y
def upper (x y : ℝ) : ℝ := x ⊔ (y ⊓ x)
def fourth (x y : ℝ) : ℝ := (x - y) ^ 4
def powers (x : ℝ) (n : ℕ) : ℝ := x ^ n * x ^ 2

/-! ### Relations -/

def above (a b : ℕ) : Prop := a > b
def notBelow (a b : ℕ) : Prop := a ≥ b
def sameBit (a b : ℕ) : Bool := a == b
def otherBit (a b : ℕ) : Bool := a != b
def lifted (b : Bool) (p : Prop) : Prop := b = p
def liftedBack (b : Bool) (p : Prop) : Prop := p = b
def proper (s t : Set ℕ) : Prop := s ⊂ t
def part (s t : Set ℕ) : Prop := s ⊆ t
def divides (a b : ℕ) : Prop := a ∣ b
def outside (a : ℕ) (s : Set ℕ) : Prop := a ∉ s
def allOutside (s : Set ℕ) : Prop := ∀ x ∉ s, x = 0
def someOutside (s : Set ℕ) : Prop := ∃ x ∉ s, x = 0
def allInside (s : Set ℕ) : Prop := ∀ x ∈ s, x = 0

/-! ### Propositions and booleans -/

def exactlyOne (p : ℕ → Prop) : Prop := ∃! x, p x
def exactlyTyped : Prop := ∃! x : ℕ, x = 3
def both (a b : Bool) : Bool := a && !b
def truth (b : Bool) : Prop := b
def truths (a b : Bool) (h : a) : Prop := b ∧ a
def family (f : ℕ → Bool) : Prop := ∀ i, f i

/-! ### Brackets, prefixes and postfixes -/

def floored (x : ℝ) : ℤ := ⌊x⌋ - ⌈x⌉
def flooredUp (x : ℝ) : ℕ := ⌊x⌋₊ - ⌈x⌉₊
def size (x : ℝ) : ℝ := |x| + ‖x‖
def root (x : ℝ) : ℝ := √x
def inverse (x : ℝ) : ℝ := x⁻¹ / x
def others (s : Set ℕ) : Set ℕ := sᶜ

/-! ### Matrices, images, products -/

def turned (a : Matrix (Fin 2) (Fin 3) ℝ) : Matrix (Fin 3) (Fin 2) ℝ := aᵀ
def onRight (a : Matrix (Fin 2) (Fin 2) ℝ) (v : Fin 2 → ℝ) : Fin 2 → ℝ := a *ᵥ v
def onLeft (a : Matrix (Fin 2) (Fin 2) ℝ) (v : Fin 2 → ℝ) : Fin 2 → ℝ := v ᵥ* a
def dotted (v w : Fin 2 → ℝ) : ℝ := v ⬝ᵥ w
def three (a b c : ℕ) : Fin 3 → ℕ := ![a, b, c]
def image (f : ℕ → ℕ) (s : Set ℕ) : Set ℕ := f '' s
def preimage (f : ℕ → ℕ) (s : Set ℕ) : Set ℕ := f ⁻¹' s
def literal : Set ℕ := {1, 2, 3}
def small : Set ℕ := {x | x < 3}
def typed : Set ℝ := {x : ℝ | x < 3}

/-! ### Notations that bind -/

def eventually (f : Filter ℝ) (p : ℝ → Prop) : Prop := ∀ᶠ x in f, p x
def often (f : Filter ℝ) (p : ℝ → Prop) : Prop := ∃ᶠ x in f, p x
def alike (l : Filter ℝ) (f g : ℝ → ℝ) : Prop := f =ᶠ[l] g
def atMost (l : Filter ℝ) (f g : ℝ → ℝ) : Prop := f ≤ᶠ[l] g

def everywhere (f : ℕ → Set ℕ) : Set ℕ := ⋂ i, f i
def anywhere (f : ℕ → Set ℕ) : Set ℕ := ⋃ i : ℕ, f i
def highest (f : ℕ → ℝ) : ℝ := ⨆ i, f i
def lowest (f : ℕ → ℝ) : ℝ := ⨅ i : ℕ, f i
def chosen (s : Finset ℕ) (f : ℕ → ℕ) : ℕ := ∑ i ∈ s with i < 3, f i
def chosenOfAll (f : Fin 5 → ℕ) : ℕ := ∑ i with i ≠ 2, f i
def multiplied (s : Finset ℕ) (f : ℕ → ℕ) : ℕ := ∏ i ∈ s, f i
def nested (f : Fin 5 → Fin 3 → ℕ) : ℕ := ∑ i, ∏ j, f i j

/-! ### Casts and patterns -/

def decimal : ℝ := 2.5
def decimals : ℝ := 1e3 - 2.5e-3
def plainOffset : ℕ → ℕ
  | 0 => 7
  | n + 3 => n
  | _ => 5
def named (n : ℕ) : ℕ := match n with
  | 0 => 1
  | m@(k + 1) => m * k
theorem rewritten (a b : ℕ) (h : a = b) (p : ℕ → ℕ → Prop) (hp : p a b) : p b b := h ▸ hp
def moved (a b : ℕ) (h : a = b) (x : Fin a → ℕ) : Fin b → ℕ := h ▸ x

def movedOnce (a b : ℕ) (h : a = b) (x : Fin a → Fin a → ℕ) : Fin a → Fin b → ℕ := h ▸ x
def nonnegative (x : NNReal) (y : ℝ) : ℝ := x + y
def nonnegatives (x y : NNReal) : ℝ := x * y
def indexed (i : Fin 3) (y : ℝ) : ℝ := i + y
def asSet (s : Finset ℕ) : Set ℕ := s
def asSets (s : Finset ℕ) (t : Set ℕ) : Prop := t ⊆ s
def fromPart (x : {y : ℝ // y > 0}) (y : ℝ) : ℝ := y - x

/-! ### Structures from parts of others -/

structure Pair where
  x : ℕ
  y : ℕ

structure Wide extends Pair where
  z : ℕ

def mixed (p q : Pair) : Pair := { x := p.x, y := q.y }
def whole (p : Pair) : Pair := { x := p.x, y := p.y }
def firstOf (p q : Pair) : Pair := { p, q with }
def firstOfWide (p q : Wide) : Wide := { p, q with z := 3 }
def updated (p q : Pair) : Pair := { p, q with y := 4 }

structure Left where
  a : ℕ
  b : ℕ

structure Right where
  b : ℕ
  c : ℕ

structure Diamond extends Left, Right where
  d : ℕ

def shared (t : Diamond) : ℕ := t.b * 10 + t.c
def sharedBack (t : Diamond) : Right := t.toRight

/-! ### Defaults -/

def withDefault (a : ℕ) (b : ℕ := a + 1) (c : ℕ := 5) : ℕ := a * b - c
def explicitly : ℕ → ℕ → ℕ := @withDefault 3
def allDefault : ℕ := withDefault 3
def oneNamed : ℕ := withDefault 3 (c := 2)
def skipping : ℕ → ℕ := fun a => withDefault (b := 2) a

end Nasty.Notations
