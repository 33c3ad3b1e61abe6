/-! Structures: values, updates, defaults, `extends`, diamonds, dependent fields. -/

set_option autoImplicit false

namespace Nasty.Structures

structure Pair where
  a : Nat
  b : Nat := a + 1

structure Tagged extends Pair where
  tag : Bool

structure Named (α : Type) where
  name : α
  rank : Nat := 0

structure Full (α : Type) extends Tagged, Named α where
  last : Nat := a + rank

/-! ## Values -/

def plain : Pair := { a := 1, b := 2 }
def withDefault : Pair := { a := 4 }
def anonymous : Pair := ⟨1, 2⟩
def where' : Pair where
  a := 3
  b := 7
def whereDefault : Pair where
  a := 3
def typed := { a := 1, b := 1 : Pair }
def tagged : Tagged := { a := 1, tag := true }
def taggedAnonymous : Tagged := ⟨⟨1, 2⟩, false⟩
def taggedParent (p : Pair) : Tagged := { toPair := p, tag := true }
def taggedFrom (p : Pair) : Tagged := { p with tag := true }
def full : Full Nat := { a := 1, b := 2, tag := true, name := 5 }
def fullFrom (t : Tagged) : Full Bool := { t with name := true, rank := 2 }
def fullFromTwo (t : Tagged) (n : Named Bool) : Full Bool := { t, n with last := 0 }
def constructor : Pair := Pair.mk 1 2
def constructorNamed : Pair := Pair.mk (b := 1) (a := 2)
def constructorDefault : Nat → Pair := .mk 1

def flattened : Nat × Bool × Nat := ⟨1, true, 2⟩
def flattenedDeep : (Nat × Nat) × Nat × Nat := ⟨⟨1, 2⟩, 3, 4⟩

/-! ## Updates -/

def update (p : Pair) : Pair := { p with a := 5 }
def updateTwo (p : Pair) : Pair := { p with a := p.b, b := p.a }
def updateInherited (t : Tagged) : Tagged := { t with a := 9 }
def updateOwn (t : Tagged) : Tagged := { t with tag := false }
def updateFull (f : Full Nat) : Full Nat := { f with b := 0, rank := 1 }
def updateNested (f : Full Pair) : Full Pair := { f with name := { f.name with b := 1 } }
def updateCall (g : Nat → Pair) : Pair := { g 3 with b := 0 }
def updateNothing (t : Tagged) : Pair := { t.toPair with }
def punned (a b : Nat) : Pair := { a, b }
def punnedPart (a : Nat) : Pair := { a, b := 0 }
def changeType (f : Full Nat) : Full Bool := { f with name := f.tag }

/-! ## Projections -/

def inherited (t : Tagged) : Nat := t.a + t.b
def deep {α : Type} (f : Full α) : Nat := f.a + f.rank + f.last
def parentValue (t : Tagged) : Pair := t.toPair
def parentField (t : Tagged) : Nat := t.toPair.b
def grandParent (f : Full Nat) : Pair := f.toTagged.toPair
def projectionAsFunction : Pair → Nat := Pair.a
def inheritedAsFunction : Tagged → Nat := fun t => t.a
def numbered (t : Tagged) : Nat := t.1.2
def byDot (xs : List Tagged) : List Nat := xs.map (·.b)

/-! ## A method of the parent -/

def Pair.total (p : Pair) : Nat := p.a + p.b
def parentMethod (t : Tagged) : Nat := t.total
def grandParentMethod (f : Full Nat) : Nat := f.total

/-! ## Diamonds -/

structure Left extends Pair where
  l : Nat
structure Right extends Pair where
  r : Nat
structure Diamond extends Left, Right where
  d : Nat := l + r

def diamond : Diamond := { a := 1, b := 2, l := 3, r := 4 }
def diamondField (x : Diamond) : Nat := x.a + x.l + x.r + x.d
def diamondUpdate (x : Diamond) : Diamond := { x with r := 0 }
def diamondLeft (x : Diamond) : Left := x.toLeft
def diamondRight (x : Diamond) : Right := x.toRight

/-! ## Fields that depend on fields -/

structure Sized where
  n : Nat
  i : Fin n
  ok : i.val < n

def sized (n : Nat) (i : Fin n) : Sized := { n, i, ok := i.isLt }
def sizedAnonymous (n : Nat) (i : Fin n) : Sized := ⟨n, i, i.isLt⟩
def sizedIndex (s : Sized) : Fin s.n := s.i
theorem sized_ok (s : Sized) : s.i.val < s.n := s.ok
def sizedUpdate (s : Sized) : Sized := { s with ok := s.ok }

structure Fn (α β : Type) where
  run : α → β
  twice : α → α → β := fun x _ => run x

def fnLambda : Fn Nat Nat := { run := fun x => x + 1 }
def fnBinder : Fn Nat Nat where
  run x := x + 2
  twice x y := x + y
def fnApplied (f : Fn Nat Bool) : Bool := f.run 3
def fnTwice {α β : Type} (f : Fn α β) (a : α) : β := f.twice a a
def fnPartial {α β : Type} (f : Fn α β) : α → α → β := f.twice

structure Renamed where make ::
  u : Nat
  v : Bool
def renamed : Renamed := .make 1 true
def renamedBraces : Renamed := { u := 1, v := true }

/-! ## A structure in a namespace of its own parameters -/

structure Poly (α : Type) (n : Nat) : Type where
  coeff : Fin n → α
  lead : α
def Poly.eval {α : Type} {n : Nat} (p : Poly α n) (i : Fin n) : α := p.coeff i
def polyEval (p : Poly Nat 3) (i : Fin 3) : Nat := p.eval i
def polyMap {α β : Type} {n : Nat} (f : α → β) (p : Poly α n) : Poly β n where
  coeff i := f (p.coeff i)
  lead := f p.lead

end Nasty.Structures
