import Mathlib.Data.Fintype.Prod
import Mathlib.Data.Finset.Lattice.Fold
import Mathlib.Data.Finset.Max
import Specs.Foundation.Tensor

/-!
# The maximum over a k × k window, at any pair of index maps

States: pooling by maximum where `r i a` is the input row that output row `i` reads at offset `a`,
and `s j b` the input column of output column `j` at offset `b`. Two offsets may read one input
cell, so everything that speaks of a tie compares *positions* `(r i a, s j b)`, never offsets.

The argmax is the first maximal offset in row-major order: `(0, 0), (0, 1), …, (1, 0), …`. It is
defined at ties too; differentiability is stated under `WindowSmooth`.

Proofs: LeanMlir/Proofs/Architectures/WindowMax.lean of brettkoonce/lean4-mlir.
-/

namespace Proofs

/-- The largest value that each window reads. -/
noncomputable def windowMax {k c h w H W : ℕ} [NeZero k]
    (r : Fin h → Fin k → Fin H) (s : Fin w → Fin k → Fin W) (x : Tensor3 c H W) :
    Tensor3 c h w := fun ch hi wi =>
  (Finset.univ : Finset (Fin k × Fin k)).sup' Finset.univ_nonempty
    fun ab => x ch (r hi ab.1) (s wi ab.2)

/-! ## When a window has one winner -/

/-- Every window attains its maximum at exactly one input position. -/
def WindowSmooth {k c h w H W : ℕ}
    (r : Fin h → Fin k → Fin H) (s : Fin w → Fin k → Fin W) (x : Tensor3 c H W) : Prop :=
  ∀ (ch : Fin c) (hi : Fin h) (wi : Fin w) (ab ab' : Fin k × Fin k),
    (r hi ab.1, s wi ab.2) ≠ (r hi ab'.1, s wi ab'.2) →
    (∀ cd : Fin k × Fin k, x ch (r hi cd.1) (s wi cd.2) ≤ x ch (r hi ab.1) (s wi ab.2)) →
    x ch (r hi ab'.1) (s wi ab'.2) < x ch (r hi ab.1) (s wi ab.2)

/-- Every window attains its maximum at exactly one input position, or reads nothing positive. -/
def WindowSmoothOrDead {k c h w H W : ℕ}
    (r : Fin h → Fin k → Fin H) (s : Fin w → Fin k → Fin W) (x : Tensor3 c H W) : Prop :=
  ∀ (ch : Fin c) (hi : Fin h) (wi : Fin w),
    (∀ cd : Fin k × Fin k, x ch (r hi cd.1) (s wi cd.2) ≤ 0) ∨
    ∀ ab ab' : Fin k × Fin k,
      (r hi ab.1, s wi ab.2) ≠ (r hi ab'.1, s wi ab'.2) →
      (∀ cd : Fin k × Fin k, x ch (r hi cd.1) (s wi cd.2) ≤ x ch (r hi ab.1) (s wi ab.2)) →
      x ch (r hi ab'.1) (s wi ab'.2) < x ch (r hi ab.1) (s wi ab.2)

/-- Every window reads nothing positive, or is tied only between positions that `T` relates. -/
def WindowSmoothUpTo {k c h w H W : ℕ}
    (r : Fin h → Fin k → Fin H) (s : Fin w → Fin k → Fin W)
    (T : Fin H × Fin W → Fin H × Fin W → Prop) (x : Tensor3 c H W) : Prop :=
  ∀ (ch : Fin c) (hi : Fin h) (wi : Fin w),
    (∀ cd : Fin k × Fin k, x ch (r hi cd.1) (s wi cd.2) ≤ 0) ∨
    ∀ ab ab' : Fin k × Fin k,
      (r hi ab.1, s wi ab.2) ≠ (r hi ab'.1, s wi ab'.2) →
      (∀ cd : Fin k × Fin k, x ch (r hi cd.1) (s wi cd.2) ≤ x ch (r hi ab.1) (s wi ab.2)) →
      x ch (r hi ab'.1) (s wi ab'.2) < x ch (r hi ab.1) (s wi ab.2) ∨
        T (r hi ab.1, s wi ab.2) (r hi ab'.1, s wi ab'.2)

/-- As `WindowSmoothUpTo`, where the winner leads by more than `2 * δ`. -/
def WindowMarginUpTo {k c h w H W : ℕ}
    (r : Fin h → Fin k → Fin H) (s : Fin w → Fin k → Fin W)
    (δ : ℝ) (T : Fin H × Fin W → Fin H × Fin W → Prop) (x : Tensor3 c H W) : Prop :=
  ∀ (ch : Fin c) (hi : Fin h) (wi : Fin w),
    (∀ cd : Fin k × Fin k, x ch (r hi cd.1) (s wi cd.2) ≤ 0) ∨
    ∀ ab ab' : Fin k × Fin k,
      (r hi ab.1, s wi ab.2) ≠ (r hi ab'.1, s wi ab'.2) →
      (∀ cd : Fin k × Fin k, x ch (r hi cd.1) (s wi cd.2) ≤ x ch (r hi ab.1) (s wi ab.2)) →
      2 * δ < x ch (r hi ab.1) (s wi ab.2) - x ch (r hi ab'.1) (s wi ab'.2) ∨
        T (r hi ab.1, s wi ab.2) (r hi ab'.1, s wi ab'.2)

/-! ## The first maximal offset -/

/-- The offsets, numbered row-major, at which a window reads its maximum. -/
noncomputable def windowMaxOffsets {k c h w H W : ℕ}
    (r : Fin h → Fin k → Fin H) (s : Fin w → Fin k → Fin W) (x : Tensor3 c H W)
    (co : Fin c) (ho : Fin h) (wo : Fin w) : Finset (Fin (k * k)) :=
  Finset.univ.filter fun j : Fin (k * k) =>
    ∀ cd : Fin k × Fin k,
      x co (r ho cd.1) (s wo cd.2) ≤
        x co (r ho (finProdFinEquiv.symm j).1) (s wo (finProdFinEquiv.symm j).2)

/-- Some offset is maximal.
Trust: transcribed. -/
theorem windowMaxOffsets_nonempty {k c h w H W : ℕ} [NeZero k]
    (r : Fin h → Fin k → Fin H) (s : Fin w → Fin k → Fin W) (x : Tensor3 c H W)
    (co : Fin c) (ho : Fin h) (wo : Fin w) :
    (windowMaxOffsets r s x co ho wo).Nonempty := by sorry

/-- The first maximal offset of a window, in row-major order. -/
noncomputable def windowArgmax {k c h w H W : ℕ} [NeZero k]
    (r : Fin h → Fin k → Fin H) (s : Fin w → Fin k → Fin W) (x : Tensor3 c H W)
    (co : Fin c) (ho : Fin h) (wo : Fin w) : Fin k × Fin k :=
  finProdFinEquiv.symm
    ((windowMaxOffsets r s x co ho wo).min' (windowMaxOffsets_nonempty r s x co ho wo))

/-- No cell of a window exceeds the one at its argmax.
Trust: transcribed. -/
theorem windowArgmax_max {k c h w H W : ℕ} [NeZero k]
    (r : Fin h → Fin k → Fin H) (s : Fin w → Fin k → Fin W) (x : Tensor3 c H W)
    (co : Fin c) (ho : Fin h) (wo : Fin w) (ab : Fin k × Fin k) :
    x co (r ho ab.1) (s wo ab.2) ≤
      x co (r ho (windowArgmax r s x co ho wo).1) (s wo (windowArgmax r s x co ho wo).2) := by
  sorry

/-- Every offset before the argmax reads a strictly smaller cell. -/
theorem windowArgmax_first {k c h w H W : ℕ} [NeZero k]
    (r : Fin h → Fin k → Fin H) (s : Fin w → Fin k → Fin W) (x : Tensor3 c H W)
    (co : Fin c) (ho : Fin h) (wo : Fin w) (ab : Fin k × Fin k)
    (hab : finProdFinEquiv ab < finProdFinEquiv (windowArgmax r s x co ho wo)) :
    x co (r ho ab.1) (s wo ab.2) <
      x co (r ho (windowArgmax r s x co ho wo).1) (s wo (windowArgmax r s x co ho wo).2) := by
  sorry

/-! ## Reading at a chosen offset -/

/-- The cell that each window reads at the offset which `σ` chooses for it. -/
noncomputable def windowGather {k c h w H W : ℕ}
    (r : Fin h → Fin k → Fin H) (s : Fin w → Fin k → Fin W)
    (σ : Fin c → Fin h → Fin w → Fin k × Fin k) (x : Tensor3 c H W) : Tensor3 c h w :=
  fun ch hi wi => x ch (r hi (σ ch hi wi).1) (s wi (σ ch hi wi).2)

/-- Where `σ` chooses a maximal offset of every window, gathering at `σ` is pooling.
Trust: transcribed. -/
theorem windowMax_eq_windowGather {k c h w H W : ℕ} [NeZero k]
    (r : Fin h → Fin k → Fin H) (s : Fin w → Fin k → Fin W)
    (σ : Fin c → Fin h → Fin w → Fin k × Fin k) (x : Tensor3 c H W)
    (hσ : ∀ (ch : Fin c) (hi : Fin h) (wi : Fin w) (cd : Fin k × Fin k),
      x ch (r hi cd.1) (s wi cd.2) ≤ x ch (r hi (σ ch hi wi).1) (s wi (σ ch hi wi).2)) :
    windowMax r s x = windowGather r s σ x := by sorry

/-- The flat input index that each flat output index reads at its argmax. -/
noncomputable def windowLocalReindex {k c h w H W : ℕ} [NeZero k]
    (r : Fin h → Fin k → Fin H) (s : Fin w → Fin k → Fin W) (x : Tensor3 c H W)
    (o : Fin (c * h * w)) : Fin (c * H * W) :=
  let cell := finProdFinEquiv.symm o
  let row := finProdFinEquiv.symm cell.1
  let ab := windowArgmax r s x row.1 row.2 cell.2
  finProdFinEquiv (finProdFinEquiv (row.1, r row.2 ab.1), s cell.2 ab.2)

/-! ## The derivative -/

/-- Pooling between flat vectors.
Trust: transcribed. -/
noncomputable def windowMaxFlat {k c h w H W : ℕ} [NeZero k]
    (r : Fin h → Fin k → Fin H) (s : Fin w → Fin k → Fin W) (v : Vec (c * H * W)) :
    Vec (c * h * w) :=
  Tensor3.flatten (windowMax r s (Tensor3.unflatten v))

/-- At a smooth input, flat pooling differentiates to the reading of each window's argmax. -/
theorem windowMax_flat_hasFDerivAt {k c h w H W : ℕ} [NeZero k]
    (r : Fin h → Fin k → Fin H) (s : Fin w → Fin k → Fin W) (x : Tensor3 c H W)
    (hx : WindowSmooth r s x) :
    HasFDerivAt
      (fun v : Vec (c * H * W) => Tensor3.flatten (windowMax r s (Tensor3.unflatten v)))
      (reindexCLM (windowLocalReindex r s x)) (Tensor3.flatten x) := by sorry

/-- At a smooth input, a partial derivative is 1 where the output reads that input, else 0. -/
theorem pdiv3_windowMax_smooth {k c h w H W : ℕ} [NeZero k]
    (r : Fin h → Fin k → Fin H) (s : Fin w → Fin k → Fin W) (x : Tensor3 c H W)
    (hx : WindowSmooth r s x) (ci : Fin c) (p : Fin H) (q : Fin W)
    (co : Fin c) (ho : Fin h) (wo : Fin w) :
    pdiv3 (windowMax r s : Tensor3 c H W → Tensor3 c h w) x ci p q co ho wo =
      if windowLocalReindex r s x (finProdFinEquiv (finProdFinEquiv (co, ho), wo)) =
          finProdFinEquiv (finProdFinEquiv (ci, p), q)
      then 1 else 0 := by sorry

/-- The backward of pooling at a smooth input: each input collects the cotangents of the outputs
that read it.
Trust: transcribed. -/
noncomputable def windowMaxHasVJPAt3 {k c h w H W : ℕ} [NeZero k]
    (r : Fin h → Fin k → Fin H) (s : Fin w → Fin k → Fin W) (x : Tensor3 c H W)
    (hx : WindowSmooth r s x) :
    HasVJPAt3 (windowMax r s : Tensor3 c H W → Tensor3 c h w) x where
  backward dy ci p q := ∑ co : Fin c, ∑ ho : Fin h, ∑ wo : Fin w,
    if windowLocalReindex r s x (finProdFinEquiv (finProdFinEquiv (co, ho), wo)) =
        finProdFinEquiv (finProdFinEquiv (ci, p), q)
    then dy co ho wo else 0
  correct := by sorry

end Proofs
