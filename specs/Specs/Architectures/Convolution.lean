import Mathlib.Data.Fintype.BigOperators
import Specs.Foundation.Tensor

/-!
# Convolution of one image, at stride 1 and 2

States: the layer that machine learning calls convolution, which is a cross-correlation: the kernel
is not mirrored. A kernel of `k` rows is padded by `(k - 1) / 2` rows of zeros above and by what is
left of `k - 1` below, so the output has the rows of the input; columns alike.

Stride 2 is stride 1 and then every second cell. Which one is kept is the *phase*: the even cells
give the symmetric padding of an odd kernel, the odd cells the padding that XLA calls SAME for an
odd kernel of at least 3. Both have the same type.

Proofs: LeanMlir/Proofs/Architectures/CNN.lean and Foundation/StridedConv.lean of
brettkoonce/lean4-mlir.
-/

namespace Proofs

/-- The kernels of a convolution: output channel, input channel, row, column. -/
abbrev Kernel4 (oc ic kh kw : ℕ) := Fin oc → Fin ic → Fin kh → Fin kw → ℝ

namespace Kernel4

/-- The entries of the kernels, the column running fastest. -/
noncomputable def flatten {oc ic kH kW : ℕ} (W : Kernel4 oc ic kH kW) :
    Vec (oc * ic * kH * kW) := fun k =>
  let row := finProdFinEquiv.symm k
  let plane := finProdFinEquiv.symm row.1
  let channels := finProdFinEquiv.symm plane.1
  W channels.1 channels.2 plane.2 row.2

/-- The kernels whose rows follow each other in a flat vector. -/
noncomputable def unflatten {oc ic kH kW : ℕ} (v : Vec (oc * ic * kH * kW)) :
    Kernel4 oc ic kH kW := fun o c p q =>
  v (finProdFinEquiv (finProdFinEquiv (finProdFinEquiv (o, c), p), q))

/-- Reading back flattened kernels gives the kernels. -/
theorem unflatten_flatten {oc ic kH kW : ℕ} (W : Kernel4 oc ic kH kW) :
    unflatten (flatten W) = W := by sorry

/-- Flattening what was read from a flat vector gives the vector. -/
theorem flatten_unflatten {oc ic kH kW : ℕ} (v : Vec (oc * ic * kH * kW)) :
    flatten (unflatten v : Kernel4 oc ic kH kW) = v := by sorry

end Kernel4

/-! ## Stride 1 -/

/-- The bias of each output channel and the correlation of its kernels with the image, which is
zero outside. -/
noncomputable def conv2d {ic oc h w kH kW : ℕ} (W : Kernel4 oc ic kH kW) (b : Vec oc)
    (x : Tensor3 ic h w) : Tensor3 oc h w := fun o i j =>
  b o + ∑ c : Fin ic, ∑ p : Fin kH, ∑ q : Fin kW, W o c p q *
    (let row := p.val + i.val
     let column := q.val + j.val
     if inside : (kH - 1) / 2 ≤ row ∧ row - (kH - 1) / 2 < h ∧
         (kW - 1) / 2 ≤ column ∧ column - (kW - 1) / 2 < w then
       x c ⟨row - (kH - 1) / 2, inside.2.1⟩ ⟨column - (kW - 1) / 2, inside.2.2.2⟩
     else 0)

/-- Convolution between flat vectors. -/
noncomputable def flatConv {ic oc h w kH kW : ℕ} (W : Kernel4 oc ic kH kW) (b : Vec oc) :
    Vec (ic * h * w) → Vec (oc * h * w) := fun v =>
  Tensor3.flatten (conv2d W b (Tensor3.unflatten v))

/-- A kernel of one cell mixes the channels of each place.
Trust: ours. -/
theorem conv2d_one_one {ic oc h w : ℕ} (W : Kernel4 oc ic 1 1) (b : Vec oc)
    (x : Tensor3 ic h w) (o : Fin oc) (i : Fin h) (j : Fin w) :
    conv2d W b x o i j = b o + ∑ c : Fin ic, W o c 0 0 * x c i j := by sorry

/-- The kernel is not mirrored: where only the entry below the centre is 1, the row below is read.
Trust: ours. -/
theorem conv2d_reads_below {h w : ℕ} (x : Tensor3 1 h w) (i i' : Fin h) (j : Fin w)
    (hi : i'.val = i.val + 1) :
    conv2d (fun _ _ p q => if p.val = 2 ∧ q.val = 1 then 1 else 0 : Kernel4 1 1 3 3)
      (fun _ => 0) x 0 i j = x 0 i' j := by sorry

/-- A kernel of even size is padded after the image: the entry after the first reads the next
column.
Trust: ours. -/
theorem conv2d_even_reads_after {h w : ℕ} (x : Tensor3 1 h w) (i : Fin h) (j j' : Fin w)
    (hj : j'.val = j.val + 1) :
    conv2d (fun _ _ p q => if p.val = 0 ∧ q.val = 1 then 1 else 0 : Kernel4 1 1 2 2)
      (fun _ => 0) x 0 i j = x 0 i j' := by sorry

/-- Convolution is linear in the image, the bias apart.
Trust: ours. -/
theorem conv2d_add_smul {ic oc h w kH kW : ℕ} (W : Kernel4 oc ic kH kW) (b : Vec oc) (a : ℝ)
    (x y : Tensor3 ic h w) (o : Fin oc) (i : Fin h) (j : Fin w) :
    conv2d W b (fun c p q => x c p q + a * y c p q) o i j =
      conv2d W b x o i j + a * conv2d W (fun _ => 0) y o i j := by sorry

/-! ## Stride 2 -/

/-- The flat index of the even cell `(2i, 2j)` that output cell `(i, j)` keeps. -/
noncomputable def decimateIdx (oc h w : ℕ) (k : Fin (oc * h * w)) :
    Fin (oc * (2 * h) * (2 * w)) :=
  let cell := finProdFinEquiv.symm k
  let row := finProdFinEquiv.symm cell.1
  finProdFinEquiv
    (finProdFinEquiv (row.1, (⟨2 * row.2.val, by omega⟩ : Fin (2 * h))),
      (⟨2 * cell.2.val, by omega⟩ : Fin (2 * w)))

/-- The even cells of every channel. -/
noncomputable def decimateFlat (oc h w : ℕ) :
    Vec (oc * (2 * h) * (2 * w)) → Vec (oc * h * w) := fun v k => v (decimateIdx oc h w k)

/-- Convolution of stride 2 in the even phase: symmetric padding. -/
noncomputable def flatConvStride2 {ic oc h w kH kW : ℕ} (W : Kernel4 oc ic kH kW) (b : Vec oc) :
    Vec (ic * (2 * h) * (2 * w)) → Vec (oc * h * w) :=
  decimateFlat oc h w ∘ flatConv (h := 2 * h) (w := 2 * w) W b

/-- The flat index of the odd cell `(2i + 1, 2j + 1)` that output cell `(i, j)` keeps. -/
noncomputable def decimateOddIdx (oc h w : ℕ) (k : Fin (oc * h * w)) :
    Fin (oc * (2 * h) * (2 * w)) :=
  let cell := finProdFinEquiv.symm k
  let row := finProdFinEquiv.symm cell.1
  finProdFinEquiv
    (finProdFinEquiv (row.1, (⟨2 * row.2.val + 1, by omega⟩ : Fin (2 * h))),
      (⟨2 * cell.2.val + 1, by omega⟩ : Fin (2 * w)))

/-- The odd cells of every channel. -/
noncomputable def decimateOddFlat (oc h w : ℕ) :
    Vec (oc * (2 * h) * (2 * w)) → Vec (oc * h * w) := fun v k => v (decimateOddIdx oc h w k)

/-- Convolution of stride 2 in the odd phase: the padding that XLA calls SAME, for odd kernels of at
least 3. -/
noncomputable def flatConvStride2Xla {ic oc h w kH kW : ℕ} (W : Kernel4 oc ic kH kW)
    (b : Vec oc) : Vec (ic * (2 * h) * (2 * w)) → Vec (oc * h * w) :=
  decimateOddFlat oc h w ∘ flatConv (h := 2 * h) (w := 2 * w) W b

/-- The even phase reads the convolution at the doubled place.
Trust: ours. -/
theorem flatConvStride2_apply {ic oc h w kH kW : ℕ} (W : Kernel4 oc ic kH kW) (b : Vec oc)
    (x : Tensor3 ic (2 * h) (2 * w)) (o : Fin oc) (i : Fin h) (j : Fin w) :
    flatConvStride2 W b (Tensor3.flatten x)
        (finProdFinEquiv (finProdFinEquiv (o, i), j)) =
      conv2d W b x o ⟨2 * i.val, by omega⟩ ⟨2 * j.val, by omega⟩ := by sorry

/-- The odd phase reads it one cell later.
Trust: ours. -/
theorem flatConvStride2Xla_apply {ic oc h w kH kW : ℕ} (W : Kernel4 oc ic kH kW) (b : Vec oc)
    (x : Tensor3 ic (2 * h) (2 * w)) (o : Fin oc) (i : Fin h) (j : Fin w) :
    flatConvStride2Xla W b (Tensor3.flatten x)
        (finProdFinEquiv (finProdFinEquiv (o, i), j)) =
      conv2d W b x o ⟨2 * i.val + 1, by omega⟩ ⟨2 * j.val + 1, by omega⟩ := by sorry

end Proofs
