import Mathlib.Topology.Instances.Real.Lemmas
import Specs.Architectures.WindowMax

/-!
# The 3 × 3 max pool of stride 2 with symmetric padding

States: the stem pool of the residual networks, `[c, 2h, 2w] → [c, h, w]`. Window `i` covers rows
`2i - 1, 2i, 2i + 1`. A real tensor cannot hold the `-∞` of a pad, and need not: the one read that
leaves the input, `-1` at `i = 0`, is truncated to row 0, which the window reads anyway.

Rows overlap, so the backward accumulates; and the truncated read repeats a cell, so smoothness
speaks of positions.

Proofs: LeanMlir/Proofs/Architectures/MaxPool3s2.lean of brettkoonce/lean4-mlir.
-/

namespace Proofs

/-! ## Index maps -/

/-- The input row of output row `i` at offset `a`: `2i + a - 1`, truncated at 0. -/
def win3RowInv {h : ℕ} (i : Fin h) (a : Fin 3) : Fin (2 * h) :=
  ⟨2 * i.val + a.val - 1, by omega⟩

/-- The input column of output column `j` at offset `b`: `2j + b - 1`, truncated at 0. -/
def win3ColInv {w : ℕ} (j : Fin w) (b : Fin 3) : Fin (2 * w) :=
  ⟨2 * j.val + b.val - 1, by omega⟩

/-- In the first window, offset 0 reads the row of offset 1. -/
theorem win3RowInv_first_dup {h : ℕ} (i : Fin h) (hi : i.val = 0) :
    win3RowInv i 0 = win3RowInv i 1 := by sorry

/-- In the first window, offset 0 reads the column of offset 1. -/
theorem win3ColInv_first_dup {w : ℕ} (j : Fin w) (hj : j.val = 0) :
    win3ColInv j 0 = win3ColInv j 1 := by sorry

/-- A window that reads input row `p` is number `p / 2` or number `(p + 1) / 2`. -/
theorem win3Row_mem_le_two {h : ℕ} (p : Fin (2 * h)) (i : Fin h)
    (hp : ∃ a : Fin 3, win3RowInv i a = p) : i.val = p.val / 2 ∨ 2 * i.val = p.val + 1 := by sorry

/-! ## The pool -/

/-- The maximum over each 3 × 3 window, stride 2. -/
noncomputable abbrev maxPool3s2 {c h w : ℕ} (x : Tensor3 c (2 * h) (2 * w)) : Tensor3 c h w :=
  windowMax win3RowInv win3ColInv x

/-- Every window of the pool has its maximum at one input position. -/
abbrev MaxPool3s2Smooth {c h w : ℕ} (x : Tensor3 c (2 * h) (2 * w)) : Prop :=
  WindowSmooth win3RowInv win3ColInv x

/-- A tensor with no value twice in a channel is smooth. -/
theorem maxPool3s2Smooth_of_injective {c h w : ℕ} (x : Tensor3 c (2 * h) (2 * w))
    (hx : ∀ (ch : Fin c) (p p' : Fin (2 * h)) (q q' : Fin (2 * w)),
      x ch p q = x ch p' q' → p = p' ∧ q = q') :
    MaxPool3s2Smooth x := by sorry

/-- Every window of the pool has its maximum at one input position, or reads nothing positive. -/
abbrev MaxPool3s2SmoothOrDead {c h w : ℕ} (x : Tensor3 c (2 * h) (2 * w)) : Prop :=
  WindowSmoothOrDead win3RowInv win3ColInv x

/-- A smooth tensor is smooth or dead. -/
theorem maxPool3s2SmoothOrDead_of_smooth {c h w : ℕ} (x : Tensor3 c (2 * h) (2 * w))
    (hx : MaxPool3s2Smooth x) : MaxPool3s2SmoothOrDead x := by sorry

/-- Every window of the pool reads nothing positive, or is tied only between related positions. -/
abbrev MaxPool3s2SmoothUpTo {c h w : ℕ}
    (T : Fin (2 * h) × Fin (2 * w) → Fin (2 * h) × Fin (2 * w) → Prop)
    (x : Tensor3 c (2 * h) (2 * w)) : Prop :=
  WindowSmoothUpTo win3RowInv win3ColInv T x

/-- The first maximal offset of each window of the pool. -/
noncomputable abbrev maxPool3s2Argmax {c h w : ℕ} (x : Tensor3 c (2 * h) (2 * w))
    (co : Fin c) (ho : Fin h) (wo : Fin w) : Fin 3 × Fin 3 :=
  windowArgmax win3RowInv win3ColInv x co ho wo

/-- No cell of a window exceeds the one at its argmax. -/
theorem maxPool3s2Argmax_max {c h w : ℕ} (x : Tensor3 c (2 * h) (2 * w))
    (co : Fin c) (ho : Fin h) (wo : Fin w) (ab : Fin 3 × Fin 3) :
    x co (win3RowInv ho ab.1) (win3ColInv wo ab.2) ≤
      x co (win3RowInv ho (maxPool3s2Argmax x co ho wo).1)
        (win3ColInv wo (maxPool3s2Argmax x co ho wo).2) := by sorry

/-- The pool's value is the cell of any offset that no cell of its window exceeds. -/
theorem maxPool3s2_eq_at_max {c h w : ℕ} (x : Tensor3 c (2 * h) (2 * w))
    (co : Fin c) (ho : Fin h) (wo : Fin w) (a b : Fin 3)
    (hab : ∀ a' b' : Fin 3, x co (win3RowInv ho a') (win3ColInv wo b') ≤
      x co (win3RowInv ho a) (win3ColInv wo b)) :
    maxPool3s2 x co ho wo = x co (win3RowInv ho a) (win3ColInv wo b) := by sorry

/-- The flat input index that each flat output index of the pool reads at its argmax. -/
noncomputable abbrev maxPool3s2LocalReindex {c h w : ℕ} (x : Tensor3 c (2 * h) (2 * w))
    (o : Fin (c * h * w)) : Fin (c * (2 * h) * (2 * w)) :=
  windowLocalReindex win3RowInv win3ColInv x o

/-! ## The derivative -/

/-- The backward of the pool at a smooth input: each input accumulates the cotangents of the (at
most four) outputs that read it. -/
noncomputable def maxPool3s2HasVJPAt3 {c h w : ℕ} (x : Tensor3 c (2 * h) (2 * w))
    (hx : MaxPool3s2Smooth x) :
    HasVJPAt3 (maxPool3s2 : Tensor3 c (2 * h) (2 * w) → Tensor3 c h w) x where
  backward dy ci p q := ∑ co : Fin c, ∑ ho : Fin h, ∑ wo : Fin w,
    if maxPool3s2LocalReindex x (finProdFinEquiv (finProdFinEquiv (co, ho), wo)) =
        finProdFinEquiv (finProdFinEquiv (ci, p), q)
    then dy co ho wo else 0
  correct := by sorry

/-- The pool between flat vectors. -/
noncomputable def maxPool3s2Flat (c h w : ℕ) (v : Vec (c * (2 * h) * (2 * w))) :
    Vec (c * h * w) :=
  (maxPool3s2 (Tensor3.unflatten v)).flatten

/-- The flat pool is differentiable at a smooth input. -/
theorem maxPool3s2Flat_differentiableAt {c h w : ℕ} (x : Tensor3 c (2 * h) (2 * w))
    (hx : MaxPool3s2Smooth x) :
    DifferentiableAt ℝ (maxPool3s2Flat c h w) (Tensor3.flatten x) := by sorry

/-- The backward of the flat pool at a smooth input. -/
noncomputable def maxPool3s2FlatHasVJPAt {c h w : ℕ} (x : Tensor3 c (2 * h) (2 * w))
    (hx : MaxPool3s2Smooth x) :
    HasVJPAt (maxPool3s2Flat c h w) (Tensor3.flatten x) :=
  (maxPool3s2HasVJPAt3 x hx).toHasVJPAt

/-- The flat pool is continuous. -/
@[fun_prop]
theorem maxPool3s2Flat_continuous (c h w : ℕ) : Continuous (maxPool3s2Flat c h w) := by sorry

/-- An offset common to a whole channel passes through the pool. -/
theorem maxPool3s2_shift {c h w : ℕ} (x y : Tensor3 c (2 * h) (2 * w)) (δ : ℝ) (ch : Fin c)
    (hxy : ∀ (p : Fin (2 * h)) (q : Fin (2 * w)), x ch p q = y ch p q + δ)
    (hi : Fin h) (wi : Fin w) :
    maxPool3s2 x ch hi wi = maxPool3s2 y ch hi wi + δ := by sorry

end Proofs
