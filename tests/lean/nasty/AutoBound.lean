/-! Names that no one declared: bound in headers, with a type found by use. -/

namespace Nasty.AutoBound

set_option autoImplicit true

def first (xs : List α) (a : α) : List α := xs
def sizes (i : Fin n) (j : Fin m) : Nat := n + m + i.val + j.val
def reuse (i : Fin n) (j : Fin n) : Nat := i.val + j.val
def inResult (a : α) : List α := List.nil
def arrow (f : α → β) (g : β → γ) (a : α) : γ := g (f a)
def family {β : α → Type} (f : (a : α) → β a) (a : α) : β a := f a
theorem typeOnly (a b : α) : a = b → b = a := fun h => h.symm
theorem valueByField (h : i.val = 0) (k : Fin 3) (e : i = k) : k.val = 0 := e ▸ h
def primes (x : α') (y : α'') : α' := x
def subscripts (x : α₁) (y : α₂) : α₂ := y
def ownFirst (n : Nat) (i : Fin n) : Nat := i.val
def ownLater (i : Fin n) (m : Nat) : Nat := n + m
def nested (h : ∀ i : Fin n, i.val < m) : Nat := n + m
structure Box (n : Nat) where
  at' : Fin n
def unbox (b : Box n) : Fin n := b.at'
def two (b : Box n) (c : Box m) : Nat := n - m
theorem inStatement (b : Box n) : b.at' = b.at' := rfl

inductive Walk : Nat → Nat → Type where
  | stay : Walk n n
  | step (w : Walk n m) : Walk n (m + 1)
  | join (a : Walk n m) (b : Walk m k) : Walk n k

def Walk.size : Walk n m → Nat
  | .stay => 0
  | .step w => w.size + 1
  | .join a b => a.size + b.size

section
variable (xs : List α)
def sectionFirst (ys : List α) : List α := xs
def sectionSecond (i : Fin n) : List α := xs
end

set_option autoImplicit false

def off {n : Nat} (i : Fin n) : Nat := i.val

set_option autoImplicit true
set_option relaxedAutoImplicit false

def short (i : Fin n) (x : α₁) : Nat := i.val

set_option relaxedAutoImplicit true

def longSize (i : Fin count) : Nat := count

set_option autoImplicit false in
def offIn {n : Nat} (i : Fin n) : Nat := i.val

def onAgain (i : Fin n) : Nat := n

end Nasty.AutoBound
