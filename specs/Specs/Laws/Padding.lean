import Mathlib.Data.Nat.Notation

/-!
# Two paddings of one axis

States: how many cells the SAME rule of XLA and JAX pads on either side of an axis of length `n`,
for a window of `k` and a stride of `s`, beside the symmetric `(k - 1) / 2`; where the two agree
(`k = 2`) and where they do not (`k = 3`, stride 2, an even axis).

All of it is ours: it says in Lean what the public text of the 3 × 3 pool says in words.
-/

namespace Proofs

/-- The number of windows of the SAME rule: the length divided by the stride, rounded up.
Trust: ours. -/
def sameOutSize (n s : ℕ) : ℕ := (n + s - 1) / s

/-- All cells that the SAME rule pads: `max ((out - 1) * s + k - n) 0` over the integers, written
with `s` on the right so that natural subtraction truncates once, at the end.
Trust: ours. -/
def samePadTotal (n k s : ℕ) : ℕ := sameOutSize n s * s + k - (s + n)

/-- The cells that the SAME rule pads before the axis.
Trust: ours. -/
def samePadLow (n k s : ℕ) : ℕ := samePadTotal n k s / 2

/-- The cells that the SAME rule pads after the axis.
Trust: ours. -/
def samePadHigh (n k s : ℕ) : ℕ := samePadTotal n k s - samePadLow n k s

/-- The cells that symmetric padding puts on each side of the axis.
Trust: ours. -/
def symmetricPad (k : ℕ) : ℕ := (k - 1) / 2

/-- The SAME rule pads after the axis as much as before it, or one cell more.
Trust: ours. -/
theorem samePadHigh_eq_or (n k s : ℕ) :
    samePadHigh n k s = samePadLow n k s ∨ samePadHigh n k s = samePadLow n k s + 1 := by sorry

/-- Before the axis, the two rules agree for a window of 2, whatever the length and the stride.
Trust: ours. -/
theorem samePadLow_two (n s : ℕ) (hs : 0 < s) : samePadLow n 2 s = symmetricPad 2 := by sorry

/-- For a window of 2 and a stride of 2 the two rules agree on every even axis.
Trust: ours. -/
theorem samePad_two_eq_symmetricPad (n : ℕ) :
    samePadLow (2 * n) 2 2 = symmetricPad 2 ∧ samePadHigh (2 * n) 2 2 = symmetricPad 2 := by sorry

/-- For a window of 3 and a stride of 2 they agree on no even axis: `(0, 1)` against `(1, 1)`.
Trust: ours. -/
theorem samePad_three_ne_symmetricPad (n : ℕ) :
    samePadLow (2 * n) 3 2 = 0 ∧ samePadHigh (2 * n) 3 2 = 1 ∧ symmetricPad 3 = 1 := by sorry

end Proofs
