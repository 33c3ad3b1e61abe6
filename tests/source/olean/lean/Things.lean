prelude
import Base
/-! One of everything that a compiled file can hold. -/
universe u v

axiom propext {a b : Prop} (h : a → b) (g : b → a) : Eq a b
axiom Quot.sound {α : Sort u} {r : α → α → Prop} {a b : α} (h : r a b) :
  Eq (Quot.mk r a) (Quot.mk r b)
axiom Classical.choice {α : Sort u} (h : Nonempty α) : α

namespace Things
/-- A type about which nothing is known. -/
axiom Thing : Type
/-- One of it. -/
axiom thing : Thing
/-- What an honest project would not state. -/
axiom liar : Eq Nat.zero (Nat.succ Nat.zero)

-- names
def «a b» : Nat := 0
def «1» : Nat := 1
def «a.b» : Nat := 2
def a.b : Nat := 3
def αβ₁' : Nat := 4
def is? : Nat := 5
private def hidden : Nat := 6
protected def guarded : Nat := 7

-- literals
/-- More than a machine word. -/
def big : Nat := 1234567890123456789012345678901234567890
def edge : Nat := 9223372036854775807
def beyond : Nat := 9223372036854775808
def greeting : String := "grüße ∑ 𝒳\n\"\\"

-- universes and binders
def both (α : Sort u) (β : Sort v) : Sort (max u v 1) := PProd α β
def arrows (α : Sort u) (β : α → Sort v) : Sort (imax u v) := (a : α) → β a
def lifted (α : Type u) : Type (u + 2) := (β : Type (u + 1)) → α → β
def strict ⦃α : Type u⦄ {β : Type v} [Inhabited β] (_ : α) : β := Inhabited.default

-- bodies
def locals (n : Nat) : Nat := let m := Nat.succ n; have k := Nat.succ m; Nat.add m k
noncomputable def pick (α : Sort u) (h : Nonempty α) : α := Classical.choice h
@[irreducible] def frozen (n : Nat) : Nat := n
@[reducible] def open_ (n : Nat) : Nat := n
@[instance_reducible] def fromInstance : Inhabited Nat := ⟨1⟩
@[implicit_reducible] def inImplicit (n : Nat) : Nat := n
abbrev short : Type := Nat
opaque secret (n : Nat) : Nat
unsafe def danger (n : Nat) : Nat := danger n
partial def loop (n : Nat) : Nat := loop (Nat.succ n)

-- data
inductive Pad where
  | zero
  | edge
  | row (n : Nat)
structure Window (n : Nat) where
  start : Nat
  width : Nat := 3
  fits : Eq (Nat.add start width) n
/-- A window with a padding. -/
structure Padded (n : Nat) extends Window n where
  /-- The padding. -/
  pad : Pad
-- only constructors mention an axiom; whether Lean's record has it depends on the names
structure W10 where
  f : Thing → Nat
structure W11 where
  f : Thing → Nat
mutual
inductive Even (α : Type u) where
  | nil
  | cons (a : α) (t : Odd α)
inductive Odd (α : Type u) where
  | cons (a : α) (t : Even α)
end
inductive Tree (α : Type u) where
  | node (label : α) (kids : List (Tree α))
inductive Vec (α : Type u) : Nat → Type u where
  | nil : Vec α Nat.zero
  | cons {n : Nat} (a : α) (t : Vec α n) : Vec α (Nat.succ n)
inductive Fun where
  | mk (f : Nat → Fun)
def Pad.rows : Pad → Nat → Nat
  | .zero, _ => 0
  | .edge, n => n
  | .row n, _ => n
def sum : Nat → (Nat → Nat) → Nat
  | .zero, _ => 0
  | .succ n, f => Nat.add (sum n f) (f n)

-- theorems
/-- Rests on nothing. -/
theorem honest (n : Nat) : Eq n n := rfl
theorem usual {a b : Prop} (h : a → b) (g : b → a) : Eq a b := propext h g
theorem guessed (n : Nat) : Eq (sum n (fun _ => Nat.zero)) Nat.zero := sorryAx _ false
theorem inherits : Eq (sum Nat.zero (fun _ => Nat.zero)) Nat.zero := guessed Nat.zero
theorem lies : Eq Nat.zero (Nat.succ Nat.zero) := liar
/-- A meaning with a hole. -/
noncomputable def hollow (n : Nat) : Nat := sorryAx _ false
theorem about_hollow (n : Nat) : Eq (hollow n) (hollow n) := rfl
theorem hole_in_statement : Eq (sorryAx Nat false) (sorryAx Nat false) → True := fun _ => True.intro
theorem chosen (h : Nonempty Nat) : Eq (pick Nat h) (pick Nat h) := rfl
theorem t10 (w : W10) : Eq w w := rfl
theorem t11 (w : W11) : Eq w w := rfl
private theorem kept_back (n : Nat) : Eq n n := rfl
end Things
