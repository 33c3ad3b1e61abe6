/-! Local definitions after `where`: what they capture, in which order, and who sees them. -/

set_option autoImplicit false

namespace Nasty.Where

def added (n : Nat) : Nat := go n
where go (k : Nat) : Nat := k + n

def alone (n : Nat) : Nat := go n
where go (k : Nat) : Nat := k

def copies {α : Type} (n : Nat) (a : α) : List α := go n
where
  go : Nat → List α
    | 0 => []
    | k + 1 => a :: go k

def byClauses : Nat → Nat
  | 0 => 1
  | n + 1 => h n
where h (k : Nat) : Nat := k + k

def two (a b : Nat) : Nat := f a + g b
where
  f (k : Nat) : Nat := k + b
  g (k : Nat) : Nat := f k * a

def inLambda (n : Nat) : Nat → Nat := fun m => go m
where go (k : Nat) : Nat := n * k

def shadows (n : Nat) : Nat := go 3
where go (n : Nat) : Nat := n

def typed (n : Nat) (i : Fin n) : Fin n := go i
where go (j : Fin n) : Fin n := j

def noParameter (n : Nat) : Nat := size + n
where size : Nat := n + 2

section
variable (m : Nat) (unused : Nat)
def sections (n : Nat) : Nat := go n
where go (k : Nat) : Nat := k + m
theorem sections_go (n : Nat) : sections.go m n = n + m := rfl
end

def implicitly {n : Nat} (i : Fin n) : Nat := go i
where go (j : Fin n) : Nat := j.val + n

theorem usesLocal (n : Nat) : added.go n n = n + n := rfl
theorem usesOuter (n : Nat) : added n = added.go n n := rfl

end Nasty.Where
