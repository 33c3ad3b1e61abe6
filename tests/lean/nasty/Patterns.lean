/-! Definitions by clauses, families of types, indices that a branch refines, recursion. -/

set_option autoImplicit false

namespace Nasty.Patterns

/-! ## Clauses -/

def isZero : Nat → Bool
  | 0 => true
  | _ => false
def minusTwo : Nat → Nat
  | 0 => 0
  | 1 => 0
  | n + 2 => n
def add : Nat → Nat → Nat
  | n, 0 => n
  | n, m + 1 => add n m + 1
def afterColon (k : Nat) : Nat → Nat
  | 0 => k
  | n + 1 => afterColon k n + k
def literals : Nat → Nat → Nat
  | 0, 5 => 1
  | 2, _ => 2
  | _, _ => 3
def bools : Bool → Bool → Nat
  | true, false => 1
  | false, true => 2
  | _, _ => 0
def boolsAlternative : Bool → Bool → Nat
  | true, true | false, false => 1
  | true, false | false, true => 0
def options : Option Nat → Option Nat → Nat
  | some a, some b => a + b
  | some a, none | none, some a => a
  | none, none => 0
def lists : List Nat → Nat
  | [] => 0
  | [a] => a
  | [a, b] => a * b
  | a :: _ :: c :: _ => a - c
def sum : List Nat → Nat
  | [] => 0
  | a :: as => a + sum as
def sumWithLocal : List Nat → Nat
  | [] => 0
  | a :: as => let rest := sumWithLocal as; a + rest
def pairs : Nat × Bool → Nat
  | (n, true) => n
  | (_, false) => 0
def nestedPairs : (Nat × Nat) × Nat → Nat
  | ((a, b), c) => a - b - c
def anonymous : Nat × Nat × Nat → Nat
  | ⟨a, b, c⟩ => a * b * c
def wholeName : Option Nat → Option Nat
  | none => none
  | o@(some _) => o
def implicitArgument : {n : Nat} → Fin n → Nat
  | n, i => n - i.val
def inaccessibleName (true' : Nat) : Nat → Nat
  | 0 => true'
  | n => n

/-- A name that is a definition is a variable in a pattern. -/
def three : Nat := 3
def notAConstant : Nat → Nat
  | three => three

/-! ## Enumerations and trees -/

inductive Colour where
  | red | green
  | blue
def Colour.next : Colour → Colour
  | red => green
  | .green => .blue
  | Colour.blue => .red
def Colour.code (c : Colour) : Nat := match c with
  | red => 0
  | green => 1
  | _ => 2

inductive Tree (α : Type) where
  | leaf
  | node (left : Tree α) (value : α) (right : Tree α)
def Tree.size {α : Type} : Tree α → Nat
  | leaf => 0
  | node l _ r => l.size + 1 + r.size
def Tree.mirror {α : Type} : Tree α → Tree α
  | .leaf => .leaf
  | .node l a r => .node r.mirror a (mirror l)
def Tree.map {α β : Type} (f : α → β) : Tree α → Tree β
  | leaf => leaf
  | node l a r => node (map f l) (f a) (r.map f)
def Tree.root? {α : Type} (t : Tree α) : Option α := match t with
  | node _ a _ => some a
  | leaf => none
def Tree.rank : Tree Nat → Nat
  | node (value := a) .. => a
  | leaf => 0
theorem Tree.size_leaf : (leaf : Tree Nat).size = 0 := rfl
def tree : Tree Nat := .node .leaf 1 (.node .leaf 2 .leaf)

/-! ## Families -/

inductive Vec (α : Type) : Nat → Type where
  | nil : Vec α 0
  | cons {n : Nat} (a : α) (v : Vec α n) : Vec α (n + 1)
def Vec.toList {α : Type} {n : Nat} : Vec α n → List α
  | nil => []
  | cons a v => a :: v.toList
def Vec.head {α : Type} {n : Nat} : Vec α (n + 1) → α
  | cons a _ => a
def Vec.map {α β : Type} (f : α → β) : {n : Nat} → Vec α n → Vec β n
  | _, .nil => .nil
  | _, .cons a v => .cons (f a) (map f v)
def Vec.length {α : Type} {n : Nat} (v : Vec α n) : Nat := n
def vec : Vec Nat 2 := .cons 1 (.cons 2 .nil)

inductive Op : Nat → Nat → Type where
  | same {n : Nat} : Op n n
  | pad {n : Nat} (k : Nat) : Op n (n + k)
  | seq {a b c : Nat} (f : Op a b) (g : Op b c) : Op a c
def Op.cost {a b : Nat} : Op a b → Nat
  | .same => 0
  | .pad k => k
  | .seq f g => f.cost + g.cost
def Op.widths : {a b : Nat} → Op a b → Nat
  | _, _, .same (n := n) => n
  | _, _, .pad (n := n) k => n + k
  | _, _, .seq (b := b) f g => b + f.widths + g.widths
def Op.out {a b : Nat} (f : Op a b) : Nat := match f with
  | .same => a
  | .pad (n := n) k => n + k
  | .seq (c := c) _ _ => c
def Op.twice {a : Nat} (f : Op a a) : Op a a := .seq f f
def opSeq : Op 2 5 := .seq (.pad 1) (.pad 2)

inductive Expr : Type → Type 1 where
  | nat (n : Nat) : Expr Nat
  | bool (b : Bool) : Expr Bool
  | ite {α : Type} (c : Expr Bool) (t e : Expr α) : Expr α
  | plus (a b : Expr Nat) : Expr Nat
def Expr.eval {α : Type} : Expr α → α
  | nat n => n
  | bool b => b
  | ite c t e => if c.eval then t.eval else e.eval
  | plus a b => a.eval + b.eval

/-! ## Mutual and nested -/

mutual
inductive Even where
  | zero
  | succ (o : Odd)
inductive Odd where
  | succ (e : Even)
end
mutual
def Even.count : Even → Nat
  | .zero => 0
  | .succ o => o.count + 1
def Odd.count : Odd → Nat
  | .succ e => e.count + 1
end
def one : Odd := .succ .zero

inductive Rose where
  | node (value : Nat) (children : List Rose)
def Rose.value : Rose → Nat
  | node n _ => n
def Rose.width : Rose → Nat
  | ⟨_, cs⟩ => cs.length

/-! ## Predicates -/

inductive Le (n : Nat) : Nat → Prop where
  | refl : Le n n
  | step {m : Nat} (h : Le n m) : Le n (m + 1)
theorem le_succ (n : Nat) : Le n (n + 1) := .step .refl
inductive Reach {α : Type} (r : α → α → Prop) : α → α → Prop where
  | stop (a : α) : Reach r a a
  | go {a b c : α} (h : r a b) (t : Reach r b c) : Reach r a c
theorem reach (n : Nat) : Reach (fun a b => b = a + 1) n (n + 1) := .go rfl (.stop _)

end Nasty.Patterns
