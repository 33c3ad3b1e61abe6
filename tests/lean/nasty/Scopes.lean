/-! What a name means: namespaces, `open`, `export`, `protected`, `private`, `_root_`. -/

set_option autoImplicit false

namespace Nasty.Scopes

def size : Nat := 1
def width : Nat := 30

namespace Inner
def size : Nat := 2
protected def width : Nat := 3
def passesOverProtected : Nat := width
private def secret : Nat := 4
def usesSecret : Nat := secret + size
def usesOuter : Nat := Scopes.size + _root_.Nasty.Scopes.size
def Deep.bottom : Nat := 5
end Inner

/-! ## The current namespace wins -/

def inner : Nat := Inner.size + size
def protectedNeedsPrefix : Nat := Inner.width

namespace Inner.Deep
def below : Nat := bottom + size
def Scopes.size : Nat := 7
def partly : Nat := Scopes.size
end Inner.Deep

/-! ## `open` -/

section
open Inner
def deepByOpen : Nat := Deep.bottom
def protectedStays : Nat := Inner.width
end

section
open Inner hiding usesSecret
def hidden : Nat := usesOuter
end

section
open Inner renaming usesOuter → twice, usesSecret → thrice
def renamed : Nat := twice + thrice
end

section
open Inner (usesSecret)
def onlyOne : Nat := usesSecret
end

open Inner in
def openIn : Nat := usesOuter

def openInTerm : Nat := open Inner in usesOuter + usesSecret
def openInPart : Nat := (open Inner.Deep in bottom) + size

section
open Inner Deep
def openTwo : Nat := bottom + below
end

/-! ## Overloads -/

namespace A
def twin (n : Nat) : Nat := n
def mark : Nat := 10
end A

namespace B
def twin (b : Bool) : Nat := if b then 1 else 0
def mark : Nat := 20
end B

section
open A B
def overloadNat : Nat := twin 3
def overloadBool : Nat := twin true
end

section
open A
open B hiding mark
def noOverload : Nat := mark
end

/-! ## `export` and aliases -/

namespace C
export A (mark)
def usesAlias : Nat := mark
end C

def throughAlias : Nat := C.mark

section
open C
def openAlias : Nat := mark + usesAlias
end

/-! ## Definitions with dotted names -/

def Far.away (n : Nat) : Nat := n
def Far.here : Nat := away 2
theorem Far.there : away 3 = here + 1 := rfl

def _root_.NastyScopesRoot : Nat := 8
def usesRoot : Nat := NastyScopesRoot

namespace Nat
def half (n : Nat) : Nat := n
end Nat

/-- `Nat` here is still the type, though a namespace `Nasty.Scopes.Nat` exists. -/
def besideNat (n : _root_.Nat) : Nat := Nat.half n

def _root_.Nat.nastyTwice (n : _root_.Nat) : _root_.Nat := n + n
def rootMethod (n : Nat) : Nat := n.nastyTwice

/-! ## Locals hide everything -/

def shadow (size : Nat) : Nat := size
def shadowTwice (x : Nat) : Nat := (fun x : Nat => x + 1) x
def shadowLet (x : Nat) : Nat := let x := x + 1; let x := x * 2; x
def shadowType (α : Type) (x : α) : Nat := (fun (α : Nat) => α) 3
def shadowConstructor (zero : Nat) : Nat := zero
def shadowLocalField (Inner : Fin 3) : Nat := Inner.val
def shadowBinder : ∀ x : Nat, ∀ x : Fin x, x = x := fun _ _ => rfl

private def sealed : Nat := 9
def opensSealed : Nat := sealed
private theorem sealed_eq : sealed = 9 := rfl

end Nasty.Scopes

/-! ## Outside again -/

def Nasty.Scopes.outside : Nat := size
open Nasty.Scopes in
def NastyOutside : Nat := Inner.size
section Nasty.Section.Name
def NastySectionIsNoNamespace : Nat := 1
end Nasty.Section.Name
