/-! Values by tactic blocks: what each tactic makes of the term, which casts it leaves, what a
hypothesis is inside and outside. -/

set_option autoImplicit false

noncomputable section
namespace Nasty.TacticBodies

/-! ## Terms -/

def exactly (n : Nat) : Nat := by exact n + 1
def column (n : Nat) : Nat := by
  exact n +
    1
def semicolons (n : Nat) : Nat := by have h : Nat := n; exact h + 1
def expected : Fin 3 := by exact 1
def pair (n : Nat) : Nat × Bool := by exact (n, true)
def nested (n : Nat) : Nat × Nat := ⟨by exact n, by exact n + 1⟩
def argument (n : Nat) : Nat := Nat.succ (by exact n)
def underBinder : Nat → Nat := fun n => by exact n + 2
def inClause : Nat → Nat
  | 0 => by exact 1
  | n + 1 => by exact inClause n + 1

/-! ## Goals that are left -/

def refined (n : Nat) : Nat × Nat := by
  refine ⟨?_, n⟩
  exact n + 1
def twoGoals (n : Nat) : Nat × Bool := by
  refine (?_, ?_)
  · exact n
  · exact true
def goalsInOrder (n : Nat) : Nat × Nat := by
  refine (?_, ?_)
  exact n
  exact n + 1
def underLambda (n : Nat) : Nat → Nat := by
  refine fun m => ?_
  exact m + n
def withProof (n : Nat) : Fin (n + 1) := by
  refine ⟨n, ?_⟩
  exact Nat.lt_succ_self n
def proofFirst (n : Nat) (h : n < 3) : { m : Nat // m < 3 } := by
  refine ⟨?_, ?_⟩
  · exact n
  · exact h
def deep (n : Nat) : (Nat × Nat) × Nat := by
  refine ⟨⟨?_, n⟩, ?_⟩
  · exact n + 1
  · exact n + 2
def applied (f : Nat → Nat → Nat) (n : Nat) : Nat := by
  apply f
  · exact n
  · exact n + 1
def appliedPartly (f : Nat → Nat → Nat) (n : Nat) : Nat := by
  apply f n
  exact n + 1
def constructed (n : Nat) : Nat × Bool := by
  constructor
  · exact n
  · exact false
def assumed (n : Nat) (b : Bool) : Bool := by assumption
def fromFalse (n : Nat) (h : n < 0) : Nat := by
  exfalso
  exact Nat.not_lt_zero n h

/-! ## Binders -/

def introduced : Nat → Nat → Nat := by
  intro n m
  exact n * m
def introducedImplicit : {n : Nat} → Fin n → Nat := by
  intro n i
  exact n + i.val
def unnamed : Nat → Nat → Nat := by
  intro _ m
  exact m
def unfoldedToIntro : Function.comp (fun (n : Nat) => n) (fun (n : Nat) => n) 2 = 2 → Nat := by
  intro _
  exact 2
def NatFn : Type := Nat → Nat
def throughDefinition : NatFn := by
  intro n
  exact n + 1

/-! ## Definitions -/

def ofValue (n : Nat) : Nat := by
  have h : Nat := n + 1
  exact h * 2
def ofValueUntyped (n : Nat) : Nat := by
  have h := n + 1
  exact h * 2
def ofFunction (n : Nat) : Nat := by
  have f (k : Nat) : Nat := k + n
  exact f (f n)
def ofProof (n : Nat) : Fin (n + 1) := by
  have h : n < n + 1 := Nat.lt_succ_self n
  exact ⟨n, h⟩
theorem small (n : Nat) : n < n + 1 := Nat.lt_succ_self n
def ofProofUntyped (n : Nat) : Fin (n + 1) := by
  have h := small n
  exact ⟨n, h⟩
def bound (n : Nat) : Nat := by
  let k := n + 1
  exact k * k
def boundSeen (n : Nat) : Fin (n + 1) := by
  let k := n + 1
  have i : Fin k := ⟨n, Nat.lt_succ_self n⟩
  exact i
def shadowed (n : Nat) : Nat := by
  have n : Nat := n + 1
  have n : Nat := n * 2
  exact n
def inner (n : Nat) : Nat := by
  have k : Nat := by
    have l : Nat := n
    exact l + 1
  exact k
def this (n : Nat) : Nat := by
  have : Nat := n + 1
  exact this
def apart (p : Nat × Nat) : Nat := by
  have ⟨a, b⟩ := p
  exact a - b

/-! ## The type of the goal -/

def Triple : Type := Nat × Nat × Nat
def shown : Triple := by
  show Nat × Nat × Nat
  exact (1, 2, 3)
def changed : Triple := by
  change Nat × Nat × Nat
  exact (1, 2, 3)
def size (n : Nat) : Nat := n + 1
def unfolded (n : Nat) (i : Fin (n + 1)) : Fin (size n) := by
  unfold size
  exact i
def unfoldedTwice (n : Nat) (i : Fin (n + 1 + 1)) : Fin (size (size n)) := by
  unfold size
  exact i
def rewritten (n m : Nat) (h : n = m) (i : Fin m) : Fin n := by
  rewrite [h]
  exact i
def rewrittenBack (n m : Nat) (h : n = m) (i : Fin n) : Fin m := by
  rewrite [← h]
  exact i
def rewrittenTwice (n m k : Nat) (h : n = m) (g : m = k) (i : Fin k) : Fin n := by
  rewrite [h, g]
  exact i
def rewrittenTwoPlaces (n m : Nat) (h : n = m) (f : Fin m → Fin m) : Fin n → Fin n := by
  rewrite [h]
  exact f
axiom swap (a b : Nat) : a + b = b + a
def rewrittenByLemma (n m : Nat) (i : Fin (m + n)) : Fin (n + m) := by
  rewrite [swap]
  exact i
def rewrittenAt (n m : Nat) (h : n = m) (i : Fin n) : Fin m := by
  rewrite [h] at i
  exact i
def rewrittenProof (n m : Nat) (h : n = m) (g : n < 3) : Fin 3 := by
  rewrite [h] at g
  exact ⟨m, g⟩

/-! ## Cases -/

def decided (n : Nat) : Nat := by
  by_cases h : n = 0
  · exact 1
  · exact n
def decidedProof (n : Nat) : Fin 3 := by
  by_cases h : n < 3
  · exact ⟨n, h⟩
  · exact 0
def matched (n : Nat) : Nat := by
  exact match n with
    | 0 => 5
    | k + 1 => k

def matchedByTactics (n : Nat) (o : Option Nat) : Nat := by
  match o with
  | none => exact n
  | some k =>
    have l : Nat := k + 1
    exact l
def casesOfOption (n : Nat) (o : Option Nat) : Nat := by
  cases o with
  | none => exact n
  | some k => exact k + n
def casesOfNat (n m : Nat) : Nat := by
  cases n + m with
  | zero => exact 0
  | succ k => exact k
def casesOfPart (t : Nat ⊕ Bool) : Nat := by
  cases t with
  | inr => exact 0
  | inl k => exact k
def casesOfTerm (f : Nat → Bool × Nat) : Nat := by
  cases f 3 with
  | mk b k => exact k
def casesUnnamed (o : Option Nat) : Bool := by
  cases o with
  | some _ => exact true
  | none => exact false

/-! ## Recursion -/

def recursive (n : Nat) : Nat := by
  induction n with
  | zero => exact 1
  | succ k ih => exact ih + k
def recursiveType (n : Nat) : Fin (n + 1) := by
  induction n with
  | zero => exact 0
  | succ k ih =>
    have j := ih
    exact Fin.succ j
def generalized (n m : Nat) : Nat := by
  induction n generalizing m with
  | zero => exact m
  | succ k ih => exact ih (m + 1)

end Nasty.TacticBodies
