import Mathlib.Algebra.Order.Ring.Int
import Mathlib.Data.Fintype.Card
import Specs.Architectures.MaxPool3s2

/-!
# The window geometry of the 3 × 3 pool of stride 2

States what the public text of the pool says in words: which reads leave the input, which windows
share a row, how many outputs an input feeds, that two outputs may choose one input, and what the
truncated read does to a tie and to the maximum.

One sentence of that text is imprecise: an odd row is shared by two windows *unless it is the last
row*, `2h - 1`, whose second window would be number `h`. The statements below say so.

All of it is ours.
-/

namespace Proofs

/-! ## Reads outside the input -/

/-- The input row of offset `a` in window `i`, before truncation.
Trust: ours. -/
def win3Read {h : ℕ} (i : Fin h) (a : Fin 3) : ℤ := 2 * (i.val : ℤ) + (a.val : ℤ) - 1

/-- The only read below the input is offset 0 of the first window.
Trust: ours. -/
theorem win3Read_neg_iff {h : ℕ} (i : Fin h) (a : Fin 3) :
    win3Read i a < 0 ↔ i.val = 0 ∧ a.val = 0 := by sorry

/-- That read is row -1.
Trust: ours. -/
theorem win3Read_ge {h : ℕ} (i : Fin h) (a : Fin 3) : -1 ≤ win3Read i a := by sorry

/-- No read is above the input.
Trust: ours. -/
theorem win3Read_lt {h : ℕ} (i : Fin h) (a : Fin 3) : win3Read i a < 2 * (h : ℤ) := by sorry

/-- The last window reads the last row.
Trust: ours. -/
theorem win3Read_last {h : ℕ} (i : Fin h) (hi : i.val + 1 = h) :
    win3Read i 2 = 2 * (h : ℤ) - 1 := by sorry

/-- The row map is the read, truncated at 0.
Trust: ours. -/
theorem win3RowInv_eq_toNat {h : ℕ} (i : Fin h) (a : Fin 3) :
    (win3RowInv i a).val = (win3Read i a).toNat := by sorry

/-- The column map is the read, truncated at 0.
Trust: ours. -/
theorem win3ColInv_eq_toNat {w : ℕ} (j : Fin w) (b : Fin 3) :
    (win3ColInv j b).val = (win3Read j b).toNat := by sorry

/-! ## The overlap -/

/-- Every row is read.
Trust: ours. -/
theorem win3Row_covered {h : ℕ} (p : Fin (2 * h)) :
    ∃ (i : Fin h) (a : Fin 3), win3RowInv i a = p := by sorry

/-- Neighbouring windows share a row, at offset 2 of the first and offset 0 of the second.
Trust: ours. -/
theorem win3Row_shared {h : ℕ} (i i' : Fin h) (hi : i'.val = i.val + 1) :
    win3RowInv i 2 = win3RowInv i' 0 := by sorry

/-- The shared row is odd.
Trust: ours. -/
theorem win3Row_shared_odd {h : ℕ} (i : Fin h) : (win3RowInv i 2).val = 2 * i.val + 1 := by sorry

/-- An odd row is read by window `p / 2` and by window `p / 2 + 1`, as far as these exist.
Trust: ours. -/
theorem win3Row_odd_iff {h : ℕ} (p : Fin (2 * h)) (hp : p.val % 2 = 1) (i : Fin h) :
    (∃ a : Fin 3, win3RowInv i a = p) ↔ i.val = p.val / 2 ∨ i.val = p.val / 2 + 1 := by sorry

/-- An even row is read by window `p / 2` alone.
Trust: ours. -/
theorem win3Row_even_iff {h : ℕ} (p : Fin (2 * h)) (hp : p.val % 2 = 0) (i : Fin h) :
    (∃ a : Fin 3, win3RowInv i a = p) ↔ i.val = p.val / 2 := by sorry

/-- The last row, though odd, is read by the last window alone.
Trust: ours. -/
theorem win3Row_last_iff {h : ℕ} (p : Fin (2 * h)) (hp : p.val + 1 = 2 * h) (i : Fin h) :
    (∃ a : Fin 3, win3RowInv i a = p) ↔ i.val + 1 = h := by sorry

/-- A row is read by two windows if it is odd and not the last, else by one.
Trust: ours. -/
theorem win3Row_card {h : ℕ} (p : Fin (2 * h)) :
    (Finset.univ.filter fun i : Fin h => ∃ a : Fin 3, win3RowInv i a = p).card =
      if p.val % 2 = 1 ∧ p.val + 1 < 2 * h then 2 else 1 := by sorry

/-- A column is read by two windows if it is odd and not the last, else by one.
Trust: ours. -/
theorem win3Col_card {w : ℕ} (q : Fin (2 * w)) :
    (Finset.univ.filter fun j : Fin w => ∃ b : Fin 3, win3ColInv j b = q).card =
      if q.val % 2 = 1 ∧ q.val + 1 < 2 * w then 2 else 1 := by sorry

/-- At most four windows read an input cell.
Trust: ours. -/
theorem win3_feeds_le_four {h w : ℕ} (p : Fin (2 * h)) (q : Fin (2 * w)) :
    (Finset.univ.filter fun o : Fin h × Fin w =>
      (∃ a : Fin 3, win3RowInv o.1 a = p) ∧ ∃ b : Fin 3, win3ColInv o.2 b = q).card ≤ 4 := by sorry

/-- At most four outputs choose an input cell.
Trust: ours. -/
theorem maxPool3s2LocalReindex_fiber_le_four {c h w : ℕ} (x : Tensor3 c (2 * h) (2 * w))
    (k : Fin (c * (2 * h) * (2 * w))) :
    (Finset.univ.filter fun o : Fin (c * h * w) =>
      maxPool3s2LocalReindex x o = k).card ≤ 4 := by sorry

/-! ## Two outputs may choose one input -/

/-- A 4 × 4 channel of zeros with a 1 at row 1, column 1, which all four windows read.
Trust: ours. -/
noncomputable def sharedPeak : Tensor3 1 (2 * 2) (2 * 2) := fun _ p q =>
  if p.val = 1 ∧ q.val = 1 then 1 else 0

/-- The shared peak is smooth: sharing is no tie.
Trust: ours. -/
theorem sharedPeak_smooth : MaxPool3s2Smooth (h := 2) (w := 2) sharedPeak := by sorry

/-- All outputs of the shared peak are its peak.
Trust: ours. -/
theorem maxPool3s2_sharedPeak (ch : Fin 1) (hi wi : Fin 2) :
    maxPool3s2 (h := 2) (w := 2) sharedPeak ch hi wi = 1 := by sorry

/-- The local reindex is not injective, not even at a smooth input.
Trust: ours. -/
theorem maxPool3s2LocalReindex_not_injective :
    ¬ Function.Injective
      (fun o : Fin (1 * 2 * 2) => maxPool3s2LocalReindex (h := 2) (w := 2) sharedPeak o) := by
  sorry

/-! ## Ties and the truncated read -/

/-- A 2 × 2 channel of zeros with a 1 in the corner that the truncated reads repeat.
Trust: ours. -/
noncomputable def cornerPeak : Tensor3 1 (2 * 1) (2 * 1) := fun _ p q =>
  if p.val = 0 ∧ q.val = 0 then 1 else 0

/-- A cell that a window reads at several offsets is not tied with itself.
Trust: ours. -/
theorem cornerPeak_smooth : MaxPool3s2Smooth (h := 1) (w := 1) cornerPeak := by sorry

/-- A constant tensor with a window in it is not smooth.
Trust: ours. -/
theorem maxPool3s2_not_smooth_const {c h w : ℕ} (hc : 0 < c) (hh : 0 < h) (hw : 0 < w) (t : ℝ)
    (x : Tensor3 c (2 * h) (2 * w)) (hx : ∀ ch p q, x ch p q = t) :
    ¬ MaxPool3s2Smooth x := by sorry

/-- A constant tensor that is not positive is smooth or dead.
Trust: ours. -/
theorem maxPool3s2SmoothOrDead_of_nonpos {c h w : ℕ} (x : Tensor3 c (2 * h) (2 * w))
    (hx : ∀ ch p q, x ch p q ≤ 0) : MaxPool3s2SmoothOrDead x := by sorry

/-- Every window has a read inside the input.
Trust: ours. -/
theorem win3Read_exists_nonneg {h w : ℕ} (hi : Fin h) (wi : Fin w) :
    (Finset.univ.filter fun ab : Fin 3 × Fin 3 =>
      0 ≤ win3Read hi ab.1 ∧ 0 ≤ win3Read wi ab.2).Nonempty := by sorry

/-- Truncation is padding with `-∞`: the pool is the maximum over the reads inside the input.
Trust: ours. -/
theorem maxPool3s2_eq_sup_inside {c h w : ℕ} (x : Tensor3 c (2 * h) (2 * w))
    (ch : Fin c) (hi : Fin h) (wi : Fin w) :
    maxPool3s2 x ch hi wi =
      (Finset.univ.filter fun ab : Fin 3 × Fin 3 =>
        0 ≤ win3Read hi ab.1 ∧ 0 ≤ win3Read wi ab.2).sup' (win3Read_exists_nonneg hi wi)
        fun ab => x ch (win3RowInv hi ab.1) (win3ColInv wi ab.2) := by sorry

end Proofs
