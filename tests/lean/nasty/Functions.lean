import Mathlib.Data.Real.Basic
import Mathlib.Data.Fintype.BigOperators
import Mathlib.Algebra.BigOperators.Group.Finset.Basic

/-! Functions as values; vectors and matrices of reals; what a statement about them looks like. -/

set_option autoImplicit false

noncomputable section

namespace Nasty.Functions

abbrev Vec (n : ℕ) := Fin n → ℝ
abbrev Mat (m n : ℕ) := Fin m → Fin n → ℝ

variable {m n p : ℕ}

def dot (u v : Vec n) : ℝ := ∑ i, u i * v i
def mulVec (A : Mat m n) (v : Vec n) : Vec m := fun i => ∑ j, A i j * v j
def mul (A : Mat m n) (B : Mat n p) : Mat m p := fun i k => ∑ j, A i j * B j k
def transpose (A : Mat m n) : Mat n m := fun j i => A i j
def identity : Mat n n := fun i j => if i = j then 1 else 0
def outer (u : Vec m) (v : Vec n) : Mat m n := fun i j => u i * v j
def diagonal (v : Vec n) : Mat n n := fun i j => if i = j then v i else 0
def column (A : Mat m n) (j : Fin n) : Vec m := (A · j)
def row (A : Mat m n) : Fin m → Vec n := A
def first (v : Vec (n + 1)) : ℝ := v 0
def last (v : Vec (n + 1)) : ℝ := v (Fin.last n)
def tail (v : Vec (n + 1)) : Vec n := fun i => v i.succ
def init (v : Vec (n + 1)) : Vec n := v ∘ Fin.castSucc
def mapVec (f : ℝ → ℝ) (v : Vec n) : Vec n := f ∘ v
def mean (v : Vec n) : ℝ := (∑ i, v i) / n
def variance (v : Vec n) : ℝ := (∑ i, (v i - mean v) ^ 2) / (n : ℝ)
def relu (x : ℝ) : ℝ := max x 0
def reluVec : Vec n → Vec n := mapVec relu
def affine (A : Mat m n) (b : Vec m) (v : Vec n) : Vec m := mulVec A v + b
def layers (A : Mat m n) (B : Mat p m) : Vec n → Vec p := mulVec B ∘ reluVec ∘ mulVec A
def axpy (a : ℝ) (u v : Vec n) : Vec n := a • u + v
def weighted (w : Vec n) (u : Fin n → Vec m) : Vec m := ∑ i, w i • u i
def bilinear (A : Mat m n) (u : Vec m) (v : Vec n) : ℝ := ∑ i, ∑ j, u i * A i j * v j
def count (s : Finset (Fin n)) (v : Vec n) : ℝ := ∑ i ∈ s, v i
def flatRow (v : Vec (m * n)) (i : Fin m) : Vec n := fun j => v (finProdFinEquiv (i, j))
def unflat (v : Vec (m * n)) : Mat m n := fun i j => v (finProdFinEquiv (i, j))
def flat (A : Mat m n) : Vec (m * n) := fun k =>
  let c := finProdFinEquiv.symm k
  A c.1 c.2
def shifted (f : ℕ → ℝ) (k : ℕ) : ℕ → ℝ := fun i => f (i + k)
def sampled (f : ℝ → ℝ) : Vec n := fun i => f ((i : ℕ) / n)
def grid (h : ℝ) : Vec n := fun i => h * (i : ℕ)
def constant (c : ℝ) : Vec n := fun _ => c
def iterate (f : ℝ → ℝ) : ℕ → ℝ → ℝ
  | 0, x => x
  | k + 1, x => f (iterate f k x)
def horner : List ℝ → ℝ → ℝ
  | [], _ => 0
  | a :: as, x => a + x * horner as x
def fold (f : ℝ → ℕ → ℝ) (x : ℝ) (l : List ℕ) : ℝ := l.foldl f x

/-! ## Statements -/

theorem dot_comm (u v : Vec n) : dot u v = dot v u := by sorry
theorem mulVec_identity (v : Vec n) : mulVec identity v = v := by sorry
theorem mul_assoc' (A : Mat m n) (B : Mat n p) (C : Mat p m) :
    mul (mul A B) C = mul A (mul B C) := by sorry
theorem transpose_transpose (A : Mat m n) : transpose (transpose A) = A := rfl
theorem linear (A : Mat m n) (a : ℝ) (u v : Vec n) :
    mulVec A (a • u + v) = a • mulVec A u + mulVec A v := by sorry
theorem relu_nonneg (x : ℝ) : 0 ≤ relu x := by sorry
theorem relu_of_pos {x : ℝ} (hx : 0 < x) : relu x = x := by sorry
theorem sum_le (v : Vec n) (c : ℝ) (h : ∀ i, v i ≤ c) : ∑ i, v i ≤ n * c := by sorry
theorem ext' (A B : Mat m n) (h : ∀ i j, A i j = B i j) : A = B := by sorry
theorem exists_max (v : Vec (n + 1)) : ∃ i, ∀ j, v j ≤ v i := by sorry
theorem flat_unflat (v : Vec (m * n)) : flat (unflat v : Mat m n) = v := by sorry
theorem injective : Function.Injective (flat : Mat m n → Vec (m * n)) := by sorry
theorem abs_dot (u v : Vec n) : |dot u v| ≤ ∑ i, |u i| * |v i| := by sorry
theorem mono {f : ℝ → ℝ} (hf : Monotone f) (v : Vec n) (i j : Fin n) (h : v i ≤ v j) :
    mapVec f v i ≤ mapVec f v j := hf h
theorem iff_zero (v : Vec n) : dot v v = 0 ↔ ∀ i, v i = 0 := by sorry
theorem sum_const (c : ℝ) : ∑ _i : Fin n, c = n * c := by sorry
theorem index_lt (i : Fin n) (h : (i : ℕ) + 1 < n) : ∃ j : Fin n, (j : ℕ) = i + 1 := ⟨⟨i + 1, h⟩, rfl⟩
theorem subtypes (x : { x : ℝ // 0 ≤ x }) : 0 ≤ (x : ℝ) * x := by sorry
theorem finset_filter (v : Vec n) :
    ∀ i ∈ Finset.univ.filter (fun i => 0 < v i), 0 < v i := by sorry
theorem sets (s : Set ℝ) (h : s = { x | 0 < x ∧ x < 1 }) : (2 : ℝ) ∉ s := by sorry

end Nasty.Functions
