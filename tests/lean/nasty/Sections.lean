/-! `variable`: what is included, in which order, with which brackets. -/

set_option autoImplicit false

namespace Nasty.Sections

section
variable (n : Nat) {m : Nat} (i : Fin n) (j : Fin m)

def nothing : Nat := 3
def onlyBody : Nat := n + 1
def bodyBringsType : Nat := i.val
def implicitVariable : Nat := j.val
theorem inStatement : n = n := rfl
theorem closure : i = i := rfl
def callsWithVariables : Nat := onlyBody n + bodyBringsType n i + implicitVariable j
def ownAfter (k : Nat) : Nat := k + n
def ownShadows (n : Nat) : Nat := n
def bound : Nat → Nat := fun n => n
def orderOfDeclaration : Nat := j.val + n
end

/-! ## Changing brackets -/

section
variable (n : Nat)
def explicitN (i : Fin n) : Nat := i.val + n
variable {n}
def implicitN (i : Fin n) : Nat := explicitN n i
variable (n) in
def explicitAgain (i : Fin n) : Nat := implicitN i
def stillImplicit (i : Fin n) : Nat := explicitAgain n i
end

section
variable {α β : Type} (f : α → β)
def twiceArg (a : α) : β := f a
variable (g : β → α)
def roundTrip (a : α) : α := g (f a)
def onlyG (b : β) : α := g b
theorem roundTrip_eq (a : α) : roundTrip f g a = g (twiceArg f a) := rfl
variable {f} in
def implicitF (a : α) (_ : f a = f a) : α := a
end

/-! ## `include` and `omit` -/

section
variable (n : Nat) (h : n = 0)
theorem withoutH : n = n := rfl
include h
theorem withH : n = n := rfl
omit h in
theorem omitted : n = n := rfl
end

/-! ## Auto-bound names of a variable line -/

section
set_option autoImplicit true
variable (xs : List τ)
def autoSection : List τ := xs
variable (i : Fin size)
def autoSize : Nat := i.val
def autoBoth (ys : List τ) : Nat := i.val + size
end

/-! ## Nested sections, namespaces -/

section outer
variable (a : Nat)
section inner
variable (b : Nat)
def both : Nat := a + b
end inner
def afterInner (b : Nat) : Nat := both a b
namespace Deeper
variable (c : Nat)
def three : Nat := both a c + afterInner a c
end Deeper
def deeperThree (c : Nat) : Nat := Deeper.three a c
end outer

/-! ## Structures, families, recursion -/

section
variable (α : Type) {n : Nat}
structure Holder where
  value : α
  at' : Fin n
inductive Chain where
  | stop : Chain
  | more (head : α) (tail : Chain) : Chain
def Chain.length : Chain α → Nat
  | .stop => 0
  | .more _ t => length t + 1
variable (k : Nat)
def repeated : Nat → Nat
  | 0 => k
  | r + 1 => repeated r + k
def usesRepeated : Nat := repeated 3 4
theorem repeated_zero : repeated k 0 = k := rfl
variable {α} in
def holderValue (x : Holder α (n := n)) : α := x.value
end

/-! ## Instance variables -/

class Marked (α : Type) where
  mark : α

section
variable {α : Type} [Marked α]
def theMark : α := Marked.mark
def noUse (n : Nat) : Nat := n
theorem mark_eq : (theMark : α) = Marked.mark := rfl
theorem onlyType (a : α) : a = a := rfl
omit [Marked α] in
theorem omittedInstance (a : α) : a = a := rfl
end

section
variable (n : Nat) [NeZero n]
def needsNothing : Nat := n
theorem hasInstance : n = n := rfl
end

/-! ## Variables that only a proof mentions -/

section
variable {k : Nat} (small : k < 5) (tiny : k < 3) (other : k = k) (f : Fin 5 → Nat)
def readAt : Nat := f ⟨k, small⟩
theorem onlyInProof : f ⟨k, small⟩ = f ⟨k, small⟩ := rfl
theorem inNestedProof : f ⟨k, (And.intro small tiny).1⟩ = f ⟨k, And.left ⟨small, tiny⟩⟩ := rfl
theorem inNoProof : f 3 = f 3 := rfl
end

end Nasty.Sections
