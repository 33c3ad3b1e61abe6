import Specs.Architectures.WindowMax

/-!
# The 2 × 2 max pool of stride 2

States: the pool `[c, 2h, 2w] → [c, h, w]` whose windows tile the input, its index maps and their
inverses, the first maximal offset, the flat form, and the backward that sends the cotangent of a
window to the one cell that its argmax reads, at ties too.

The pool is written as a maximum of four cells, column by column; `maxPool2_eq_windowMax` says that
it is the general one. Flat indices of a tensor are those of `t3Idx`.

Proofs: LeanMlir/Proofs/Architectures/CNN.lean, ConvIndex.lean, Foundation/IR.lean and
Codegen/StableHLO.lean of brettkoonce/lean4-mlir.
-/

namespace Proofs

/-! ## Index maps -/

/-- The window row that holds input row `p`. -/
def winRow {h : ℕ} (p : Fin (2 * h)) : Fin h := ⟨p.val / 2, by omega⟩

/-- The place of input row `p` in its window. -/
def winRowMod {h : ℕ} (p : Fin (2 * h)) : Fin 2 := ⟨p.val % 2, by omega⟩

/-- The window column that holds input column `q`. -/
def winCol {w : ℕ} (q : Fin (2 * w)) : Fin w := ⟨q.val / 2, by omega⟩

/-- The place of input column `q` in its window. -/
def winColMod {w : ℕ} (q : Fin (2 * w)) : Fin 2 := ⟨q.val % 2, by omega⟩

/-- The input row of window row `i` at offset `a`: `2i + a`. -/
def winRowInv {h : ℕ} (i : Fin h) (a : Fin 2) : Fin (2 * h) := ⟨2 * i.val + a.val, by omega⟩

/-- The input column of window column `j` at offset `b`: `2j + b`. -/
def winColInv {w : ℕ} (j : Fin w) (b : Fin 2) : Fin (2 * w) := ⟨2 * j.val + b.val, by omega⟩

/-- A row is that of its window at its place. -/
theorem winRowInv_winRow {h : ℕ} (p : Fin (2 * h)) :
    winRowInv (winRow p) (winRowMod p) = p := by sorry

/-- A column is that of its window at its place. -/
theorem winColInv_winCol {w : ℕ} (q : Fin (2 * w)) :
    winColInv (winCol q) (winColMod q) = q := by sorry

/-- A row of a window is in that window. -/
theorem winRow_winRowInv {h : ℕ} (i : Fin h) (a : Fin 2) : winRow (winRowInv i a) = i := by sorry

/-- A row of a window is at the place of its offset. -/
theorem winRowMod_winRowInv {h : ℕ} (i : Fin h) (a : Fin 2) :
    winRowMod (winRowInv i a) = a := by sorry

/-- A column of a window is in that window. -/
theorem winCol_winColInv {w : ℕ} (j : Fin w) (b : Fin 2) : winCol (winColInv j b) = j := by sorry

/-- A column of a window is at the place of its offset. -/
theorem winColMod_winColInv {w : ℕ} (j : Fin w) (b : Fin 2) :
    winColMod (winColInv j b) = b := by sorry

/-- The flat index of a cell of a tensor. -/
@[reducible]
noncomputable def t3Idx {c h w : ℕ} (ch : Fin c) (i : Fin h) (j : Fin w) : Fin (c * h * w) :=
  finProdFinEquiv (finProdFinEquiv (ch, i), j)

/-- Reading a flat tensor at a cell. -/
theorem unflatten_t3Idx {c h w : ℕ} (v : Vec (c * h * w)) (ch : Fin c) (i : Fin h) (j : Fin w) :
    Tensor3.unflatten v ch i j = v (t3Idx ch i j) := by sorry

/-- Reading a flattened tensor at the index of a cell. -/
theorem flatten_t3Idx {c h w : ℕ} (x : Tensor3 c h w) (ch : Fin c) (i : Fin h) (j : Fin w) :
    Tensor3.flatten x (t3Idx ch i j) = x ch i j := by sorry

/-! ## The pool -/

/-- The maximum over each 2 × 2 window, stride 2. -/
noncomputable def maxPool2 {c h w : ℕ} (x : Tensor3 c (2 * h) (2 * w)) : Tensor3 c h w :=
  fun ch hi wi =>
    let top : Fin (2 * h) := ⟨2 * hi.val, by omega⟩
    let bottom : Fin (2 * h) := ⟨2 * hi.val + 1, by omega⟩
    let left : Fin (2 * w) := ⟨2 * wi.val, by omega⟩
    let right : Fin (2 * w) := ⟨2 * wi.val + 1, by omega⟩
    max (max (x ch top left) (x ch bottom left)) (max (x ch top right) (x ch bottom right))

/-- The pool is the maximum over the windows of its index maps. -/
theorem maxPool2_eq_windowMax {c h w : ℕ} (x : Tensor3 c (2 * h) (2 * w)) :
    maxPool2 x = windowMax winRowInv winColInv x := by sorry

/-- The first maximal offset of each window of the pool. -/
noncomputable abbrev maxPool2Argmax {c h w : ℕ} (x : Tensor3 c (2 * h) (2 * w))
    (co : Fin c) (ho : Fin h) (wo : Fin w) : Fin 2 × Fin 2 :=
  windowArgmax winRowInv winColInv x co ho wo

/-- No cell of a window exceeds the one at its argmax. -/
theorem maxPool2Argmax_max {c h w : ℕ} (x : Tensor3 c (2 * h) (2 * w))
    (co : Fin c) (ho : Fin h) (wo : Fin w) (ab : Fin 2 × Fin 2) :
    x co (winRowInv ho ab.1) (winColInv wo ab.2) ≤
      x co (winRowInv ho (maxPool2Argmax x co ho wo).1)
        (winColInv wo (maxPool2Argmax x co ho wo).2) := by sorry

/-- The pool between flat vectors. -/
noncomputable def maxPoolFlat (c h w : ℕ) (v : Vec (c * (2 * h) * (2 * w))) : Vec (c * h * w) :=
  Tensor3.flatten (maxPool2 (Tensor3.unflatten v))

/-! ## The backward -/

/-- The cotangent of each window goes to the cell of its first maximal offset, at any input. -/
noncomputable def IR.maxPoolBackDenote {c h w : ℕ} (x : Tensor3 c (2 * h) (2 * w))
    (dy : Tensor3 c h w) : Tensor3 c (2 * h) (2 * w) := fun ch p q =>
  if maxPool2Argmax x ch (winRow p) (winCol q) = (winRowMod p, winColMod q)
  then dy ch (winRow p) (winCol q) else 0

/-- The same between flat vectors. -/
noncomputable def StableHLO.maxPoolBackFlat (c h w : ℕ) (xv : Vec (c * (2 * h) * (2 * w)))
    (dyv : Vec (c * h * w)) : Vec (c * (2 * h) * (2 * w)) := fun k =>
  let cell := finProdFinEquiv.symm k
  let row := finProdFinEquiv.symm cell.1
  if maxPool2Argmax (Tensor3.unflatten xv : Tensor3 c (2 * h) (2 * w)) row.1 (winRow row.2)
      (winCol cell.2) = (winRowMod row.2, winColMod cell.2)
  then (Tensor3.unflatten dyv : Tensor3 c h w) row.1 (winRow row.2) (winCol cell.2) else 0

end Proofs
