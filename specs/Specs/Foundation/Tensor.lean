import Mathlib.Data.Real.Basic
import Mathlib.Data.Fintype.BigOperators
import Mathlib.Algebra.BigOperators.Group.Finset.Basic
import Mathlib.Logic.Equiv.Fin.Basic
import Mathlib.Analysis.Calculus.FDeriv.Basic
import Mathlib.Analysis.Calculus.FDeriv.Pi

/-!
# Tensors, row-major flattening, and vector-Jacobian products

States: real tensors as functions of bounded indices; the row-major bijections between a tensor and
a flat vector; the partial derivative `pdiv` as an entry of Mathlib's `fderiv`; and the structures
whose data is a backward map and whose proof says that it is the transposed Jacobian.

A flat index is always `finProdFinEquiv (i, j) = j + n * i`: the last index runs fastest.

`fderiv` is `0` where a function is not differentiable, hence so is `pdiv`: a `HasVJPAt` at such a
point says that its `backward` is zero there, and says nothing of differentiability.

Proofs: LeanMlir/Proofs/Foundation/Tensor.lean of brettkoonce/lean4-mlir.
-/

namespace Proofs

/-- A real vector of length `n`. -/
abbrev Vec (n : ℕ) := Fin n → ℝ

/-- A real matrix with `m` rows and `n` columns. -/
abbrev Mat (m n : ℕ) := Fin m → Fin n → ℝ

/-- A real tensor with `c` channels of `h` rows and `w` columns. -/
abbrev Tensor3 (c h w : ℕ) := Fin c → Fin h → Fin w → ℝ

/-! ## Flattening -/

namespace Mat

/-- The entries of a matrix, row by row. -/
noncomputable def flatten {m n : ℕ} (A : Mat m n) : Vec (m * n) := fun k =>
  A (finProdFinEquiv.symm k).1 (finProdFinEquiv.symm k).2

/-- The matrix whose rows follow each other in a flat vector. -/
noncomputable def unflatten {m n : ℕ} (v : Vec (m * n)) : Mat m n := fun i j =>
  v (finProdFinEquiv (i, j))

/-- Reading back a flattened matrix gives the matrix. -/
theorem unflatten_flatten {m n : ℕ} (A : Mat m n) : unflatten (flatten A) = A := by sorry

/-- Flattening what was read from a flat vector gives the vector. -/
theorem flatten_unflatten {m n : ℕ} (v : Vec (m * n)) :
    flatten (unflatten v : Mat m n) = v := by sorry

end Mat

namespace Tensor3

/-- The entries of a tensor, channel by channel and row by row. -/
noncomputable def flatten {c h w : ℕ} (x : Tensor3 c h w) : Vec (c * h * w) := fun k =>
  let cell := finProdFinEquiv.symm k
  let row := finProdFinEquiv.symm cell.1
  x row.1 row.2 cell.2

/-- The tensor whose rows follow each other in a flat vector. -/
noncomputable def unflatten {c h w : ℕ} (v : Vec (c * h * w)) : Tensor3 c h w := fun ch i j =>
  v (finProdFinEquiv (finProdFinEquiv (ch, i), j))

/-- Reading back a flattened tensor gives the tensor. -/
theorem unflatten_flatten {c h w : ℕ} (x : Tensor3 c h w) : unflatten (flatten x) = x := by sorry

/-- Flattening what was read from a flat vector gives the vector. -/
theorem flatten_unflatten {c h w : ℕ} (v : Vec (c * h * w)) :
    flatten (unflatten v : Tensor3 c h w) = v := by sorry

end Tensor3

/-! ## Partial derivatives -/

/-- The unit vector of coordinate `i`. -/
noncomputable def basisVec {n : ℕ} (i : Fin n) : Vec n := fun k => if k = i then 1 else 0

/-- The continuous linear map that reads coordinate `σ k` of its argument into coordinate `k`. -/
noncomputable def reindexCLM {a b : ℕ} (σ : Fin b → Fin a) : Vec a →L[ℝ] Vec b :=
  ContinuousLinearMap.pi fun k => ContinuousLinearMap.proj (σ k)

/-- The partial derivative of output `j` of `f` by input `i`, at `x`. -/
noncomputable def pdiv {m n : ℕ} (f : Vec m → Vec n) (x : Vec m) (i : Fin m) (j : Fin n) : ℝ :=
  fderiv ℝ f x (basisVec i) j

/-- The partial derivative of output `(co, ho, wo)` of a map of tensors by input `(ci, hi, wi)`. -/
noncomputable def pdiv3 {c₁ h₁ w₁ c₂ h₂ w₂ : ℕ} (f : Tensor3 c₁ h₁ w₁ → Tensor3 c₂ h₂ w₂)
    (x : Tensor3 c₁ h₁ w₁) (ci : Fin c₁) (hi : Fin h₁) (wi : Fin w₁)
    (co : Fin c₂) (ho : Fin h₂) (wo : Fin w₂) : ℝ :=
  pdiv (fun v : Vec (c₁ * h₁ * w₁) => Tensor3.flatten (f (Tensor3.unflatten v)))
    (Tensor3.flatten x)
    (finProdFinEquiv (finProdFinEquiv (ci, hi), wi))
    (finProdFinEquiv (finProdFinEquiv (co, ho), wo))

/-! ## Witnesses of a vector-Jacobian product -/

/-- A backward map of `f` that is its transposed Jacobian at every point. -/
structure HasVJP {m n : ℕ} (f : Vec m → Vec n) where
  /-- Input point and output cotangent to input cotangent. -/
  backward : Vec m → Vec n → Vec m
  /-- The backward map contracts the cotangent with the Jacobian. -/
  correct : ∀ (x : Vec m) (dy : Vec n) (i : Fin m),
    backward x dy i = ∑ j : Fin n, pdiv f x i j * dy j

/-- A backward map of `f` that is its transposed Jacobian at the point `x`. -/
structure HasVJPAt {m n : ℕ} (f : Vec m → Vec n) (x : Vec m) where
  /-- Output cotangent to input cotangent. -/
  backward : Vec n → Vec m
  /-- The backward map contracts the cotangent with the Jacobian. -/
  correct : ∀ (dy : Vec n) (i : Fin m), backward dy i = ∑ j : Fin n, pdiv f x i j * dy j

/-- A backward map of a map of tensors that is its transposed Jacobian at every point. -/
structure HasVJP3 {c₁ h₁ w₁ c₂ h₂ w₂ : ℕ} (f : Tensor3 c₁ h₁ w₁ → Tensor3 c₂ h₂ w₂) where
  /-- Input point and output cotangent to input cotangent. -/
  backward : Tensor3 c₁ h₁ w₁ → Tensor3 c₂ h₂ w₂ → Tensor3 c₁ h₁ w₁
  /-- The backward map contracts the cotangent with the Jacobian. -/
  correct : ∀ (x : Tensor3 c₁ h₁ w₁) (dy : Tensor3 c₂ h₂ w₂)
      (ci : Fin c₁) (hi : Fin h₁) (wi : Fin w₁),
    backward x dy ci hi wi = ∑ co : Fin c₂, ∑ ho : Fin h₂, ∑ wo : Fin w₂,
      pdiv3 f x ci hi wi co ho wo * dy co ho wo

/-- A backward map of a map of tensors that is its transposed Jacobian at the point `x`. -/
structure HasVJPAt3 {c₁ h₁ w₁ c₂ h₂ w₂ : ℕ} (f : Tensor3 c₁ h₁ w₁ → Tensor3 c₂ h₂ w₂)
    (x : Tensor3 c₁ h₁ w₁) where
  /-- Output cotangent to input cotangent. -/
  backward : Tensor3 c₂ h₂ w₂ → Tensor3 c₁ h₁ w₁
  /-- The backward map contracts the cotangent with the Jacobian. -/
  correct : ∀ (dy : Tensor3 c₂ h₂ w₂) (ci : Fin c₁) (hi : Fin h₁) (wi : Fin w₁),
    backward dy ci hi wi = ∑ co : Fin c₂, ∑ ho : Fin h₂, ∑ wo : Fin w₂,
      pdiv3 f x ci hi wi co ho wo * dy co ho wo

/-- A witness at every point is a witness at `x`. -/
noncomputable def HasVJP.toHasVJPAt {m n : ℕ} {f : Vec m → Vec n} (hf : HasVJP f) (x : Vec m) :
    HasVJPAt f x where
  backward dy := hf.backward x dy
  correct := by sorry

/-- A witness of a map of tensors at every point is a witness at `x`. -/
noncomputable def HasVJP3.toHasVJPAt3 {c₁ h₁ w₁ c₂ h₂ w₂ : ℕ}
    {f : Tensor3 c₁ h₁ w₁ → Tensor3 c₂ h₂ w₂} (hf : HasVJP3 f) (x : Tensor3 c₁ h₁ w₁) :
    HasVJPAt3 f x where
  backward dy := hf.backward x dy
  correct := by sorry

/-- A witness of a map of tensors at `x` is one of its flat form at the flattened `x`. -/
noncomputable def HasVJPAt3.toHasVJPAt {c₁ h₁ w₁ c₂ h₂ w₂ : ℕ}
    {f : Tensor3 c₁ h₁ w₁ → Tensor3 c₂ h₂ w₂} {x : Tensor3 c₁ h₁ w₁} (hf : HasVJPAt3 f x) :
    HasVJPAt (fun v : Vec (c₁ * h₁ * w₁) => Tensor3.flatten (f (Tensor3.unflatten v)))
      (Tensor3.flatten x) where
  backward dy := Tensor3.flatten (hf.backward (Tensor3.unflatten dy))
  correct := by sorry

end Proofs
