import Specs.Foundation.Tensor

/-!
# Two paths that are added, and the average of each channel

States: a residual connection, with and without a projection on its skip, and the global average
pool, which ends a residual network.

Proofs: LeanMlir/Proofs/Foundation/Tensor.lean, Architectures/Residual.lean and
Architectures/CNN.lean of brettkoonce/lean4-mlir.
-/

namespace Proofs

/-- Two maps of one input, added. -/
@[reducible] noncomputable def biPath {m n : ℕ} (f g : Vec m → Vec n) : Vec m → Vec n :=
  fun x i => f x i + g x i

/-- A map and its input, added. -/
noncomputable def residual {n : ℕ} (f : Vec n → Vec n) : Vec n → Vec n := biPath f fun x => x

/-- A projection and a map, added, in this order. -/
noncomputable def residualProj {m n : ℕ} (proj f : Vec m → Vec n) : Vec m → Vec n :=
  biPath proj f

/-- Where the projection is the identity, it is the plain skip.
Trust: ours. -/
theorem residualProj_id {n : ℕ} (f : Vec n → Vec n) (x : Vec n) :
    residualProj (fun y => y) f x = residual f x := by sorry

/-- The average of each channel; 0 if it has no cell. -/
noncomputable def globalAvgPool {c h w : ℕ} (x : Tensor3 c h w) : Vec c := fun ch =>
  (∑ i : Fin h, ∑ j : Fin w, x ch i j) / (h * w)

/-- The average of each channel of a flat tensor. -/
noncomputable def globalAvgPoolFlat (c h w : ℕ) : Vec (c * h * w) → Vec c := fun v =>
  globalAvgPool (Tensor3.unflatten v : Tensor3 c h w)

/-- A channel that is constant has its value for average, if it has a cell.
Trust: ours. -/
theorem globalAvgPool_const {c h w : ℕ} (hh : 0 < h) (hw : 0 < w) (a : Vec c) :
    globalAvgPool (fun ch _ _ => a ch : Tensor3 c h w) = a := by sorry

end Proofs
