import Mathlib.Data.Fintype.BigOperators
import Specs.Laws.Batch
import Specs.Training.PoolSelectionBatch

/-!
# Laws of the pool at a fixed selection

States what the public text says in words, and relations that need no oracle: reading at a fixed
selection is linear, the scatter is its adjoint and loses no cotangent, exchanging examples or
channels commutes with pooling and with its backward, and a statement about a batch is the
conjunction over its examples.

All of it is ours.
-/

namespace Proofs

open StableHLO SmallParamGrad

/-! ## Linear at a fixed selection -/

/-- Gathering is additive.
Trust: ours. -/
theorem poolGatherFlat_add {c h w : ℕ} (σ : Fin c → Fin h → Fin w → Fin 2 × Fin 2)
    (u v : Vec (c * (2 * h) * (2 * w))) (k : Fin (c * h * w)) :
    poolGatherFlat σ (fun i => u i + v i) k = poolGatherFlat σ u k + poolGatherFlat σ v k := by
  sorry

/-- Gathering is homogeneous.
Trust: ours. -/
theorem poolGatherFlat_smul {c h w : ℕ} (σ : Fin c → Fin h → Fin w → Fin 2 × Fin 2) (t : ℝ)
    (u : Vec (c * (2 * h) * (2 * w))) (k : Fin (c * h * w)) :
    poolGatherFlat σ (fun i => t * u i) k = t * poolGatherFlat σ u k := by sorry

/-- Scattering is additive.
Trust: ours. -/
theorem selScatter_add {m n : ℕ} (σ : Fin n → Fin m) (u v : Vec n) (i : Fin m) :
    selScatter σ (fun k => u k + v k) i = selScatter σ u i + selScatter σ v i := by sorry

/-- No gather exceeds the pool, whatever it selects.
Trust: ours. -/
theorem poolGatherFlat_le_maxPoolFlat {c h w : ℕ}
    (σ : Fin c → Fin h → Fin w → Fin 2 × Fin 2) (u : Vec (c * (2 * h) * (2 * w)))
    (k : Fin (c * h * w)) : poolGatherFlat σ u k ≤ maxPoolFlat c h w u k := by sorry

/-- A selection names maxima if and only if the gather at it is the pool.
Trust: ours. -/
theorem poolSelDom_iff {c h w : ℕ} (σ : Fin c → Fin h → Fin w → Fin 2 × Fin 2)
    (u : Vec (c * (2 * h) * (2 * w))) :
    PoolSelDom σ u ↔ poolGatherFlat σ u = maxPoolFlat c h w u := by sorry

/-! ## The scatter is the adjoint of the gather -/

/-- Pairing a gather with a cotangent is pairing its argument with the scatter.
Trust: ours. -/
theorem selScatter_adjoint {m n : ℕ} (σ : Fin n → Fin m) (u : Vec m) (dy : Vec n) :
    ∑ k : Fin n, u (σ k) * dy k = ∑ i : Fin m, u i * selScatter σ dy i := by sorry

/-- The same for the pool's gather on a batch.
Trust: ours. -/
theorem poolSelIdxB_adjoint (N : ℕ) {c h w : ℕ}
    (σ : Fin N → Fin c → Fin h → Fin w → Fin 2 × Fin 2) (u : Vec (N * (c * (2 * h) * (2 * w))))
    (dy : Vec (N * (c * h * w))) :
    ∑ k : Fin (N * (c * h * w)), u (poolSelIdxB N σ k) * dy k =
      ∑ i : Fin (N * (c * (2 * h) * (2 * w))), u i * selScatter (poolSelIdxB N σ) dy i := by sorry

/-- The backward paired with the input is the cotangent paired with the pool.
Trust: ours. -/
theorem maxPoolBackFlat_pairing (c h w : ℕ) (x : Vec (c * (2 * h) * (2 * w)))
    (dy : Vec (c * h * w)) :
    ∑ i : Fin (c * (2 * h) * (2 * w)), maxPoolBackFlat c h w x dy i * x i =
      ∑ k : Fin (c * h * w), dy k * maxPoolFlat c h w x k := by sorry

/-! ## No cotangent is lost -/

/-- A scatter keeps the sum.
Trust: ours. -/
theorem selScatter_sum {m n : ℕ} (σ : Fin n → Fin m) (dy : Vec n) :
    ∑ i : Fin m, selScatter σ dy i = ∑ k : Fin n, dy k := by sorry

/-- The pool's backward keeps the sum, at ties too.
Trust: ours. -/
theorem maxPoolBackFlat_sum (c h w : ℕ) (x : Vec (c * (2 * h) * (2 * w))) (dy : Vec (c * h * w)) :
    ∑ i : Fin (c * (2 * h) * (2 * w)), maxPoolBackFlat c h w x dy i =
      ∑ k : Fin (c * h * w), dy k := by sorry

/-- Two windows never choose one cell: the selected indices differ.
Trust: ours. -/
theorem poolSelIdx_injective {c h w : ℕ} (σ : Fin c → Fin h → Fin w → Fin 2 × Fin 2) :
    Function.Injective (poolSelIdx σ) := by sorry

/-- Scattering what was gathered changes nothing where the selection points.
Trust: ours. -/
theorem poolGatherFlat_selScatter {c h w : ℕ} (σ : Fin c → Fin h → Fin w → Fin 2 × Fin 2)
    (dy : Vec (c * h * w)) : poolGatherFlat σ (selScatter (poolSelIdx σ) dy) = dy := by sorry

/-! ## Examples and channels may be exchanged -/

/-- Pooling a batch and exchanging its examples commute.
Trust: ours. -/
theorem batchMap_maxPoolFlat_batchReindex (N : ℕ) {c h w : ℕ} (π : Fin N → Fin N)
    (u : Vec (N * (c * (2 * h) * (2 * w)))) :
    batchMap N (maxPoolFlat c h w) (batchReindex N (c * (2 * h) * (2 * w)) π u) =
      batchReindex N (c * h * w) π (batchMap N (maxPoolFlat c h w) u) := by sorry

/-- So do the backward and an exchange of examples, each with its own saved input.
Trust: ours. -/
theorem batchMapAux_maxPoolBackFlat_batchReindex (N : ℕ) {c h w : ℕ} (π : Fin N → Fin N)
    (x : Vec (N * (c * (2 * h) * (2 * w)))) (dy : Vec (N * (c * h * w))) :
    batchMapAux N (maxPoolBackFlat c h w) (batchReindex N (c * (2 * h) * (2 * w)) π x)
        (batchReindex N (c * h * w) π dy) =
      batchReindex N (c * (2 * h) * (2 * w)) π (batchMapAux N (maxPoolBackFlat c h w) x dy) := by
  sorry

/-- Pooling and exchanging channels commute.
Trust: ours. -/
theorem maxPool2_channels {c h w : ℕ} (π : Fin c → Fin c) (x : Tensor3 c (2 * h) (2 * w)) :
    maxPool2 (fun ch => x (π ch)) = fun ch => maxPool2 x (π ch) := by sorry

/-- So do the backward and an exchange of channels.
Trust: ours. -/
theorem maxPoolBackDenote_channels {c h w : ℕ} (π : Fin c → Fin c)
    (x : Tensor3 c (2 * h) (2 * w)) (dy : Tensor3 c h w) :
    IR.maxPoolBackDenote (fun ch => x (π ch)) (fun ch => dy (π ch)) =
      fun ch => IR.maxPoolBackDenote x dy (π ch) := by sorry

/-! ## Example by example -/

/-- Naming maxima of a batch is naming them in each example: no cell of a window exceeds the one
that is read.
Trust: ours. -/
theorem poolSelDomB_iff (N : ℕ) {c h w : ℕ}
    (σ : Fin N → Fin c → Fin h → Fin w → Fin 2 × Fin 2)
    (u : Vec (N * (c * (2 * h) * (2 * w)))) :
    PoolSelDomB N σ u ↔
      (fun k => u (poolSelIdxB N σ k)) = batchMap N (maxPoolFlat c h w) u := by sorry

/-- The gather of a batch is the gather of each example.
Trust: ours. -/
theorem batchSlice_gatherB (N : ℕ) {c h w : ℕ}
    (σ : Fin N → Fin c → Fin h → Fin w → Fin 2 × Fin 2) (u : Vec (N * (c * (2 * h) * (2 * w))))
    (r : Fin N) :
    batchSlice N (c * h * w) (fun k => u (poolSelIdxB N σ k)) r =
      poolGatherFlat (σ r) (batchSlice N (c * (2 * h) * (2 * w)) u r) := by sorry

end Proofs
