/-! How written arguments find their binders: implicit, strict, named, default, automatic. -/

set_option autoImplicit false

namespace Nasty.Arguments

def pick {α : Type} (first second third : α) : α := second

/-! ## By name -/

def outOfOrder : Nat := pick (third := 3) (first := 1) 2
def allByName : Nat := pick (third := 3) (second := 2) (first := 1)
def implicitByName : Nat := pick (α := Nat) 1 2 3
def etaFirst (v : Nat) : Nat → Nat → Nat := pick (second := v)
def etaTwo : Nat → Nat → Nat := pick (third := 5)
def etaApplied : Nat := (pick (second := 4)) 1 2
def etaThenPositional (a : Nat) : Nat → Nat := pick (second := a) 7
def etaInside (f : (Nat → Nat) → Nat) (a : Nat) : Nat := f (pick a (third := a))

def indexed (n : Nat) (i : Fin n) (k : Nat) : Nat := i.val + k + n

/-- A named argument whose type mentions `n`: `n` is found, not abstracted. -/
def dependsOnNamed {n : Nat} (x : Fin n) : Nat → Nat := indexed (i := x)
def dependsOnNamedApplied {n : Nat} (x : Fin n) : Nat := (indexed (i := x)) 3
def allOfIt {n : Nat} (x : Fin n) : Nat := indexed (k := 1) n x

/-! ## Defaults -/

def scale (n : Nat) (by' : Nat := 2) (shift : Nat := n + by') : Nat := n * by' + shift

def bothDefaults : Nat := scale 5
def oneDefault : Nat := scale 5 3
def noDefault : Nat := scale 5 3 1
def shiftByName : Nat := scale 5 (shift := 0)
def byByName : Nat := scale (by' := 3) 5
def namesOnly : Nat := scale (n := 5) (shift := 4)
def defaultsAsValue : Nat → Nat := scale
def defaultsExplicit : Nat → Nat → Nat → Nat := @scale
def gapBeforeDefault (n : Nat) : Nat := scale (shift := n) n

def leading (a : Nat := 1) (b : Nat) : Nat := a - b
def leadingGiven : Nat := leading 5 2
def leadingByName : Nat := leading (b := 2)
def leadingEta : Nat → Nat := leading

/-! ## Implicit and strict implicit -/

def strict ⦃n : Nat⦄ (i : Fin n) : Nat := i.val + n
def strictValue : ∀ ⦃n : Nat⦄, Fin n → Nat := strict
def strictApplied {n : Nat} (i : Fin n) : Nat := strict i
def strictNamed : Fin 3 → Nat := strict (n := 3)
def strictFun : ∀ ⦃n : Nat⦄, Fin n → Nat := fun _ i => i.val
def strictAt : Fin 4 → Nat := @strict 4
def takesStrict (f : ∀ ⦃n : Nat⦄, Fin n → Nat) (i : Fin 2) : Nat := f i
def givesStrict (i : Fin 2) : Nat := takesStrict strict i

def implicitResult (n : Nat) {m : Nat} (i : Fin m) : Nat := n + i.val
def implicitMiddle {k : Nat} (i : Fin k) : Nat := implicitResult 2 i
def implicitLambda : {n : Nat} → Fin n → Nat := fun i => i.val
def implicitLambdaName : {n : Nat} → Fin n → Nat := fun {m} i => i.val + m
def implicitLambdaAt : {n : Nat} → Fin n → Nat := @fun m i => i.val + m
def takesImplicit (f : {n : Nat} → Fin n → Nat) (i : Fin 2) : Nat := f i
def givesImplicit (i : Fin 2) : Nat := takesImplicit (fun j => j.val) i
def givesImplicitName (i : Fin 2) : Nat := takesImplicit implicitLambda i

def explicitHoles (i : Fin 3) : Nat := @implicitResult 2 _ i
def explicitTwice : Nat := @pick Nat 1 2 3
def nestedExplicit : Nat → Nat := @pick _ 1 2

/-! ## Order of elaboration -/

def apply3 {α β : Type} (f : α → β) (a : α) : β := f a
def typeFromLater : Nat := apply3 (fun x => x.succ) (3 : Nat)
def typeFromResult : Nat → Nat := apply3 (fun x y => x + y) 4
def twoHoles : Nat := apply3 (β := Nat) (fun (x : Nat) => x) 1
def higher {α : Type} (f : α → α) (g : (α → α) → Nat) : Nat := g f
def higherApplied : Nat := higher (fun x => x + 1) (fun f => f (2 : Nat))

end Nasty.Arguments
