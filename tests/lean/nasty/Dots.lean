/-! `x.f`, `.f`, `x.1`: methods, fields, constructors. -/

set_option autoImplicit false

namespace Nasty.Dots

structure Point where
  x : Nat
  y : Nat

namespace Point
def sum (p : Point) : Nat := p.x + p.y
def scale (k : Nat) (p : Point) : Point := ⟨k * p.x, k * p.y⟩
def add (p q : Point) : Point := { x := p.x + q.x, y := p.y + q.y }
def origin : Point := ⟨0, 0⟩
def at' (n : Nat) (p q : Point) (m : Nat) : Nat := n + p.x - q.y + m
def self {p : Point} (h : p = p) (q : Point) : Nat := q.x + p.x
def map (f : Nat → Nat) (p : Point) : Point := ⟨f p.x, f p.y⟩
end Point

/-! ## Methods -/

def method (p : Point) : Nat := p.sum
def secondArgument (p : Point) : Point := p.scale 3
def firstOfTwo (p q : Point) : Point := p.add q
def middle (p q : Point) : Nat := p.at' 1 q 2
def byName (p q : Point) : Nat := p.at' (n := 1) (m := 2) q
def onlyReceiver (p : Point) : Point → Nat → Nat := p.at' 1
def unapplied (p : Point) : Point → Point := p.add
def unappliedScale (p : Point) : Nat → Point := p.scale
def chained (p : Point) : Nat := (p.scale 2).sum + (p.add .origin).x
def chainedDeep (p : Point) : Nat := ((p.map (· + 1)).map Nat.succ).sum
def pipe (p : Point) : Nat := p |>.scale 2 |>.sum
def pipeAnd (p : Point) : Nat := p |> Point.sum |> Nat.succ
def ofCall (f : Nat → Point) : Nat := (f 3).x + (f 4 |>.y)
/-- The receiver goes to the first parameter of its type, an implicit one too. -/
def toImplicit (p q : Point) (h : p = p) : Nat := p.self h q

/-! ## Leading dots -/

def origin : Point := .origin
def constructor : Point := .mk 1 2
def scaled : Point := .scale 2 .origin
def throughArrow : Nat → Point := fun k => .mk k k
def dotFunction : Nat → Point → Point := .scale
def inArgument (p : Point) : Point := p.add (.mk 1 1)
def choose (b : Bool) : Point := if b then .origin else .mk 1 0
def optional : Option Point := .some .origin
def listed : List Point := [.origin, .mk 2 3]
def pairOf : Point × Nat := (.origin, .zero)
def isOrigin (p : Point) : Prop := p = .origin
def bool : Bool := .true

/-! ## Numbered fields -/

def firstField (p : Point) : Nat := p.1
def secondField (p : Point) : Nat := p.2
def nestedPair (t : (Nat × Bool) × Nat × Bool) : Nat := t.1.1 + t.2.1
def nestedPairTail (t : Nat × Nat × Nat) : Nat := t.1 + t.2.1 + t.2.2
def pairOfPoints (t : Point × Point) : Nat := t.1.2 + t.2.x
def andParts (p q : Prop) (h : p ∧ q) : p := h.1
def spaced (t : Nat × Nat) : Nat × Nat := (t.2, t.1)

/-! ## Abbreviations and definitions are looked through -/

abbrev Site := Point
def Site.norm (s : Site) : Nat := s.x
def ownMethod (s : Site) : Nat := s.norm
def baseMethod (s : Site) : Nat := s.sum
def Spot : Type := Point
def Spot.left (s : Spot) : Nat := Point.x s
def spotMethod (s : Spot) : Nat := s.left
def spotField (s : Spot) : Nat := s.x

/-! ## Functions have methods -/

def Function.twice (f : Nat → Nat) (n : Nat) : Nat := f (f n)
def composed (f g : Nat → Nat) : Nat → Nat := f.comp g
def composedTwice (f : Nat → Nat) : Nat := (f.comp f) 3

/-! ## Other heads -/

def natMethod (n : Nat) : Nat := n.succ.succ
def finField {n : Nat} (i : Fin n) : Nat := i.val + i.1
def finMethod {n : Nat} (i : Fin n) : Fin (n + 1) := i.succ
def listMethod (xs : List Nat) : Nat := (xs.map (fun x => x + 1)).length
def listMethodDot (xs : List Point) : List Nat := xs.map (·.x)
def listMethodName (xs : List Point) : List Nat := xs.map Point.sum
def eqMethod (a b : Nat) (h : a = b) : b = a := h.symm
def literalMethod : Nat := (3 : Nat).succ

inductive Shape where
  | dot
  | line (n : Nat)
  | both (a b : Shape)

def Shape.size : Shape → Nat
  | .dot => 1
  | .line n => n
  | .both a b => a.size + b.size

def shapes : Shape := .both (.line 2) .dot
def shapeSize : Nat := (Shape.both .dot .dot).size
def shapeOf (n : Nat) : Shape := (.line : Nat → Shape) n

end Nasty.Dots
