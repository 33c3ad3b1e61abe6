/-! Names in any script, quoted names, universes, attributes, instances, documentation. -/

set_option autoImplicit false

universe u v w

namespace Nasty.Names

def α₁ : Nat := 1
def β' : Nat := α₁
def x'' : Nat := β' + α₁
def Größe : Nat := 2
def Ωmega_ : Nat := Größe
def «two words» : Nat := 3
def «def» : Nat := «two words»
def useQuoted : Nat := «two words» + «def» + «α₁» + Ωmega_
def ℓ₂norm (ε δ : Nat) : Nat := ε + δ
def _underscored : Nat := 4
def f! : Nat := 5
def isBig? (n : Nat) : Bool := n.ble 3
def «a.b» : Nat := 6
def a.b : Nat := 7
def bothDots : Nat := «a.b» + a.b
namespace Ξ'
def inside : Nat := 8
end Ξ'
def throughSigma : Nat := Ξ'.inside
def greek (φ ψ : Nat → Nat) (ξ : Nat) : Nat := φ (ψ ξ)
def subscript (x₀ x₁ x₂ : Nat) : Nat := x₀ + x₁ * x₂
def fun' (let' : Nat) : Nat := let'
def «forall» (x : Nat) : Nat := x
def keywordField (n : Nat) : Nat := «forall» n

/-! ## Universes -/

def idSort {α : Sort u} (a : α) : α := a
def idType {α : Type u} (a : α) : α := idSort a
def idExplicit.{r} {α : Type r} (a : α) : α := a
def twoLevels {α : Type u} {β : Type v} (a : α) (b : β) : α × β := (a, b)
structure Both (α : Type u) (β : Type v) : Type (max u v) where
  left : α
  right : β
def both {α : Type u} (a : α) : Both α Nat := ⟨a, 0⟩
inductive Lifted (α : Type u) : Type (u + 1) where
  | mk (a : α) (t : Type u)
def typeAsValue : Type 1 := Type
def typeOf (α : Type u) : Type (u + 1) := Type u
def propAsType : Type := Prop
def sortArrow (α : Sort u) (β : Sort v) : Sort (imax u v) := α → β
def appliesLevels : Nat := idSort.{1} 3
def appliesType : Type := idType Nat
def underscoreLevel (α : Type _) (a : α) : α := a
def family (β : Nat → Type u) (f : (n : Nat) → β n) : β 3 := f 3
abbrev Endo (α : Type u) : Type u := α → α
def endo : Endo Nat := fun n => n + 1
def endoTwice (f : Endo Nat) : Endo Nat := fun n => f (f n)

/-! ## Attributes and modifiers -/

@[reducible] def Index : Type := Nat
@[inline] def inlined (n : Index) : Nat := n
@[simp] theorem simped : inlined 3 = 3 := rfl
abbrev Row (n : Nat) := Fin n → Nat
def row (n : Nat) (r : Row n) (i : Fin n) : Nat := r i
def rowLambda (n : Nat) : Row n := fun i => i.val
def rowOfRow (n m : Nat) (r : Fin m → Row n) : Row n := fun i => n - i.val
@[irreducible] def opaque' : Nat := 9
noncomputable def nonc : Nat := 1
protected def shielded : Nat := 2
def usesShielded : Nat := Names.shielded
example : usesShielded = 2 := rfl
example (n : Nat) : n = n := rfl

/-! ## Instances -/

class Sized (α : Type u) where
  size : α → Nat
instance : Sized Nat := ⟨fun n => n⟩
instance sizedBool : Sized Bool where
  size b := if b then 1 else 0
instance {α : Type} [Sized α] : Sized (List α) := ⟨fun xs => xs.length⟩
def sizeOfNat : Nat := Sized.size 3
def sizeOfAny {α : Type} [Sized α] (a : α) : Nat := Sized.size a
def sizeOfBool : Nat := sizeOfAny true
def sizeNamed {α : Type} [inst : Sized α] (a : α) : Nat := inst.size a
def instanceInMiddle (n : Nat) [NeZero n] (m : Nat) : Nat := n + m
def skipsInstance (n : Nat) [NeZero n] : Nat := instanceInMiddle n 3
def instanceByName (n : Nat) [h : NeZero n] : Nat := instanceInMiddle (m := 3) n

/-- Documentation, with a `code` and -- no comment. -/
def documented : Nat := 1 -- a comment /- not opened
/- a /- nested -/ comment -/
def afterComment : Nat := /- inside -/ 2

end Nasty.Names
