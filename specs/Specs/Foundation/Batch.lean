import Specs.Foundation.Tensor

/-!
# Pointwise and dense layers, and a batch of examples

States: the rectifier and its mask, the dense layer and the matrix product of its backward, and how
a map of one example becomes a map of `N` examples that follow each other in a flat vector: example
`n` is the block of the indices `finProdFinEquiv (n, i)`.

A map may need, of each example, something saved before (`batchMapAux`): example `n` is then given
its own saved block, not the whole batch's and not another example's.

Proofs: LeanMlir/Proofs/Foundation/MLP.lean and LeanMlir/Proofs/Codegen/StableHLO.lean of
brettkoonce/lean4-mlir.
-/

namespace Proofs

/-! ## One example -/

namespace Mat

/-- The product of a matrix with a column vector. -/
noncomputable def mulVec {m n : ℕ} (A : Mat m n) (v : Vec n) : Vec m := fun i =>
  ∑ j : Fin n, A i j * v j

end Mat

/-- The rectifier: what is positive stays, all else is 0. -/
noncomputable def relu (n : ℕ) (x : Vec n) : Vec n := fun i => if x i > 0 then x i else 0

/-- The rectifier is the maximum with 0. -/
theorem relu_apply_eq_max (n : ℕ) (x : Vec n) (i : Fin n) : relu n x i = max (x i) 0 := by sorry

/-- A dense layer: input `i` reaches output `j` with weight `W i j`. -/
noncomputable def dense {m n : ℕ} (W : Mat m n) (b : Vec n) (x : Vec m) : Vec n := fun j =>
  (∑ i : Fin m, x i * W i j) + b j

/-- The cotangent of the rectifier: it passes where the saved input was positive. -/
noncomputable def BackLinks.reluMaskB (n : ℕ) (pre dy : Vec n) : Vec n := fun i =>
  if pre i > 0 then dy i else 0

/-! ## A batch -/

namespace StableHLO

/-- The example number `n` of a batch. -/
noncomputable def batchSlice (N a : ℕ) (v : Vec (N * a)) (n : Fin N) : Vec a := fun i =>
  v (finProdFinEquiv (n, i))

/-- A map of one example, applied to each of a batch. -/
noncomputable def batchMap (N : ℕ) {a b : ℕ} (f : Vec a → Vec b) (x : Vec (N * a)) :
    Vec (N * b) := fun k =>
  let p := finProdFinEquiv.symm k
  f (fun i : Fin a => x (finProdFinEquiv (p.1, i))) p.2

/-- A map of a saved vector and one example, applied to each of a batch with its own saved one. -/
noncomputable def batchMapAux (N : ℕ) {s a b : ℕ} (f : Vec s → Vec a → Vec b) (aux : Vec (N * s))
    (x : Vec (N * a)) : Vec (N * b) := fun k =>
  let p := finProdFinEquiv.symm k
  f (batchSlice N s aux p.1) (batchSlice N a x p.1) p.2

/-- A dense layer on each row of a flat matrix. -/
noncomputable def rowDenseFlat (N a c : ℕ) (W : Mat a c) (b : Vec c) (v : Vec (N * a)) :
    Vec (N * c) :=
  Mat.flatten fun i => dense W b (Mat.unflatten v i)

/-- The cotangent of a dense layer on each row of a flat matrix. -/
noncomputable def rowDenseBackFlat (N a c : ℕ) (W : Mat a c) (dy : Vec (N * c)) : Vec (N * a) :=
  Mat.flatten fun i => Mat.mulVec W (Mat.unflatten dy i)

end StableHLO

end Proofs
