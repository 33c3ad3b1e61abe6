import Mathlib.Data.Fintype.BigOperators
import Specs.Foundation.Batch

/-!
# Laws of a batch

States what follows from the definitions of `Foundation/Batch` alone: a batched statement is the
conjunction over its examples, examples may be exchanged, and the backward of a layer is its
adjoint. None of it needs an oracle: each relates a map to itself or to its backward.

All of it is ours.
-/

namespace Proofs

open StableHLO BackLinks

/-! ## A statement about a batch is one about each example -/

/-- Two batches are equal if and only if all their examples are.
Trust: ours. -/
theorem batch_ext_iff (N a : ℕ) (u v : Vec (N * a)) :
    u = v ↔ ∀ n : Fin N, batchSlice N a u n = batchSlice N a v n := by sorry

/-- An example of a mapped batch is the mapped example.
Trust: ours. -/
theorem batchSlice_batchMap (N : ℕ) {a b : ℕ} (f : Vec a → Vec b) (x : Vec (N * a)) (n : Fin N) :
    batchSlice N b (batchMap N f x) n = f (batchSlice N a x n) := by sorry

/-- An example of a mapped batch is mapped with its own saved vector.
Trust: ours. -/
theorem batchSlice_batchMapAux (N : ℕ) {s a b : ℕ} (f : Vec s → Vec a → Vec b) (aux : Vec (N * s))
    (x : Vec (N * a)) (n : Fin N) :
    batchSlice N b (batchMapAux N f aux x) n = f (batchSlice N s aux n) (batchSlice N a x n) := by
  sorry

/-- Two mapped batches are equal if and only if all mapped examples are.
Trust: ours. -/
theorem batchMap_eq_iff (N : ℕ) {a b : ℕ} (f g : Vec a → Vec b) (x y : Vec (N * a)) :
    batchMap N f x = batchMap N g y ↔
      ∀ n : Fin N, f (batchSlice N a x n) = g (batchSlice N a y n) := by sorry

/-- A map that does not look at what was saved is an ordinary one.
Trust: ours. -/
theorem batchMapAux_const (N : ℕ) {s a b : ℕ} (f : Vec a → Vec b) (aux : Vec (N * s))
    (x : Vec (N * a)) : batchMapAux N (fun _ : Vec s => f) aux x = batchMap N f x := by sorry

/-- Mapping twice is mapping once with both.
Trust: ours. -/
theorem batchMap_batchMap (N : ℕ) {a b c : ℕ} (g : Vec b → Vec c) (f : Vec a → Vec b)
    (x : Vec (N * a)) : batchMap N g (batchMap N f x) = batchMap N (g ∘ f) x := by sorry

/-! ## Examples may be exchanged -/

/-- The batch whose example `n` is example `π n` of another one.
Trust: ours. -/
noncomputable def batchReindex (N a : ℕ) (π : Fin N → Fin N) (v : Vec (N * a)) :
    Vec (N * a) := fun k =>
  v (finProdFinEquiv (π (finProdFinEquiv.symm k).1, (finProdFinEquiv.symm k).2))

/-- Mapping a batch and exchanging its examples commute.
Trust: ours. -/
theorem batchMap_batchReindex (N : ℕ) {a b : ℕ} (f : Vec a → Vec b) (π : Fin N → Fin N)
    (x : Vec (N * a)) :
    batchMap N f (batchReindex N a π x) = batchReindex N b π (batchMap N f x) := by sorry

/-- So they do with saved vectors, exchanged in the same way.
Trust: ours. -/
theorem batchMapAux_batchReindex (N : ℕ) {s a b : ℕ} (f : Vec s → Vec a → Vec b)
    (π : Fin N → Fin N) (aux : Vec (N * s)) (x : Vec (N * a)) :
    batchMapAux N f (batchReindex N s π aux) (batchReindex N a π x) =
      batchReindex N b π (batchMapAux N f aux x) := by sorry

/-! ## Backward maps are adjoints -/

/-- The mask of the rectifier at its own input is the rectifier.
Trust: ours. -/
theorem reluMaskB_self (n : ℕ) (x : Vec n) : reluMaskB n x x = relu n x := by sorry

/-- The mask is its own adjoint.
Trust: ours. -/
theorem reluMaskB_adjoint (n : ℕ) (pre u v : Vec n) :
    ∑ i : Fin n, reluMaskB n pre u i * v i = ∑ i : Fin n, u i * reluMaskB n pre v i := by sorry

/-- A batched dense layer is one on the rows of a matrix.
Trust: ours. -/
theorem batchMap_dense_eq_rowDenseFlat (N : ℕ) {m n : ℕ} (W : Mat m n) (b : Vec n)
    (x : Vec (N * m)) : batchMap N (dense W b) x = rowDenseFlat N m n W b x := by sorry

/-- The product with the weights is the adjoint of the dense layer without bias.
Trust: ours. -/
theorem dense_adjoint {m n : ℕ} (W : Mat m n) (x : Vec m) (dy : Vec n) :
    ∑ j : Fin n, dense W (fun _ => 0) x j * dy j = ∑ i : Fin m, x i * Mat.mulVec W dy i := by sorry

/-- The same, for a batch.
Trust: ours. -/
theorem batchMap_dense_adjoint (N : ℕ) {m n : ℕ} (W : Mat m n) (x : Vec (N * m))
    (dy : Vec (N * n)) :
    ∑ k : Fin (N * n), batchMap N (dense W fun _ => 0) x k * dy k =
      ∑ k : Fin (N * m), x k * rowDenseBackFlat N m n W dy k := by sorry

end Proofs
