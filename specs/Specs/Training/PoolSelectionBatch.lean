import Specs.Training.SmallParamGrad

/-!
# The batched 2 × 2 pool at a fixed selection

States, for a batch of `N` examples, what `SmallParamGrad` states for one: a selection per example,
the gather and the scatter at it, the pooled batch as that gather wherever the selection names a
maximum of every window of every example, and the pool's backward as the scatter at the first argmax
of every example, at ties too; and how a gradient passes through the rectifier and the gather, and
through a batched dense layer.

No public text has this module; names, binders and forms follow its documentation.

Proofs: none are public.
-/

namespace Proofs.SmallParamGrad

open StableHLO BackLinks

/-! ## Slices -/

/-- The rectifier of a batch is that of each example.
Trust: transcribed. -/
theorem relu_batchSlice (N a : ℕ) (u : Vec (N * a)) (r : Fin N) :
    batchSlice N a (relu (N * a) u) r = relu a (batchSlice N a u r) := by sorry

/-- Taking an example is continuous.
Trust: transcribed. -/
theorem batchSlice_continuous (N a : ℕ) (r : Fin N) :
    Continuous fun u : Vec (N * a) => batchSlice N a u r := by sorry

/-! ## The selection -/

/-- The flat index of the cell that the selection of its example names for the flat output `k`.
Trust: transcribed. -/
noncomputable def poolSelIdxB (N : ℕ) {c h w : ℕ}
    (σ : Fin N → Fin c → Fin h → Fin w → Fin 2 × Fin 2)
    (k : Fin (N * (c * h * w))) : Fin (N * (c * (2 * h) * (2 * w))) :=
  finProdFinEquiv ((finProdFinEquiv.symm k).1,
    poolSelIdx (σ (finProdFinEquiv.symm k).1) (finProdFinEquiv.symm k).2)

/-- The selection of every example names a maximum of every window of it.
Trust: transcribed. -/
def PoolSelDomB (N : ℕ) {c h w : ℕ} (σ : Fin N → Fin c → Fin h → Fin w → Fin 2 × Fin 2)
    (u : Vec (N * (c * (2 * h) * (2 * w)))) : Prop :=
  ∀ r : Fin N, PoolSelDom (σ r) (batchSlice N (c * (2 * h) * (2 * w)) u r)

/-- The first argmax of each example is such a selection.
Trust: transcribed. -/
theorem poolSelDomB_argmax (N : ℕ) {c h w : ℕ} (u : Vec (N * (c * (2 * h) * (2 * w)))) :
    PoolSelDomB N (fun r => maxPool2Argmax
      (Tensor3.unflatten (batchSlice N (c * (2 * h) * (2 * w)) u r) :
        Tensor3 c (2 * h) (2 * w))) u := by sorry

/-- Every window of every example reads nothing positive, or is tied only between positions that are
related for that example.
Trust: transcribed. -/
def MaxPool2SmoothUpToB (N : ℕ) {c h w : ℕ}
    (T : Fin N → Fin (2 * h) × Fin (2 * w) → Fin (2 * h) × Fin (2 * w) → Prop)
    (x : Vec (N * (c * (2 * h) * (2 * w)))) : Prop :=
  ∀ r : Fin N, MaxPool2SmoothUpTo (T r)
    (Tensor3.unflatten (batchSlice N (c * (2 * h) * (2 * w)) x r) : Tensor3 c (2 * h) (2 * w))

/-! ## The pool is a gather, its backward a scatter -/

/-- Where the selection names a maximum of every window, the pooled batch is the gather at it.
Trust: transcribed. -/
theorem batchMap_maxPoolFlat_eq_gatherB (N : ℕ) {c h w : ℕ}
    (σ : Fin N → Fin c → Fin h → Fin w → Fin 2 × Fin 2) (u : Vec (N * (c * (2 * h) * (2 * w))))
    (hσ : PoolSelDomB N σ u) :
    batchMap N (maxPoolFlat c h w) u = fun k => u (poolSelIdxB N σ k) := by sorry

/-- Near `θ₀` the pooled rectifier of a moving batch is the gather at a fixed selection.
Trust: transcribed. -/
theorem maxPoolB_relu_eventuallyEq_sel {P N c h w : ℕ}
    (Z : Vec P → Vec (N * (c * (2 * h) * (2 * w))))
    (σ : Fin N → Fin c → Fin h → Fin w → Fin 2 × Fin 2)
    (T : Fin N → Fin (2 * h) × Fin (2 * w) → Fin (2 * h) × Fin (2 * w) → Prop)
    (hT : ∀ (θ : Vec P) (r : Fin N) (ch : Fin c) (p q : Fin (2 * h) × Fin (2 * w)), T r p q →
      batchSlice N (c * (2 * h) * (2 * w)) (Z θ) r (t3Idx ch p.1 p.2) =
        batchSlice N (c * (2 * h) * (2 * w)) (Z θ) r (t3Idx ch q.1 q.2))
    (θ₀ : Vec P) (hZ : ContinuousAt Z θ₀)
    (hz : ∀ k : Fin (N * (c * (2 * h) * (2 * w))), Z θ₀ k ≠ 0)
    (hs : MaxPool2SmoothUpToB N T (Z θ₀)) (hσ : PoolSelDomB N σ (relu _ (Z θ₀))) :
    ∀ᶠ θ in nhds θ₀,
      batchMap N (maxPoolFlat c h w) (relu _ (Z θ)) =
        fun k => relu _ (Z θ) (poolSelIdxB N σ k) := by sorry

/-- The scatter of a batch is that of each example.
Trust: transcribed. -/
theorem batchSlice_selScatterB (N : ℕ) {c h w : ℕ}
    (σ : Fin N → Fin c → Fin h → Fin w → Fin 2 × Fin 2) (dy : Vec (N * (c * h * w))) (r : Fin N) :
    batchSlice N (c * (2 * h) * (2 * w)) (selScatter (poolSelIdxB N σ) dy) r =
      selScatter (poolSelIdx (σ r)) (batchSlice N (c * h * w) dy r) := by sorry

/-- The pool's backward on a batch is the scatter at the first argmax of each example, at every
point.
Trust: transcribed. -/
theorem batchMapAux_maxPoolBackFlat_eq_selScatter (N : ℕ) {c h w : ℕ}
    (x : Vec (N * (c * (2 * h) * (2 * w)))) (dy : Vec (N * (c * h * w))) :
    batchMapAux N (maxPoolBackFlat c h w) x dy =
      selScatter (poolSelIdxB N fun r => maxPool2Argmax
        (Tensor3.unflatten (batchSlice N (c * (2 * h) * (2 * w)) x r) :
          Tensor3 c (2 * h) (2 * w))) dy := by sorry

/-! ## Gradients -/

/-- Through the rectifier and a gather, away from the kinks: the scatter, then the mask.
Trust: transcribed. -/
theorem hasGradAt_gatherReluB {m n : ℕ} (σ : Fin n → Fin m) (z : Vec m) (hz : ∀ k : Fin m, z k ≠ 0)
    {G : Vec n → Vec 1} {dy : Vec n} (hG : HasGradAt G (fun k => relu m z (σ k)) dy) :
    HasGradAt (fun y => G fun k => relu m y (σ k)) z (reluMaskB m z (selScatter σ dy)) := by sorry

/-- Through a batched dense layer.
Trust: transcribed. -/
theorem hasGradAt_denseB (N : ℕ) {m n : ℕ} (W : Mat m n) (b : Vec n) (u : Vec (N * m))
    {G : Vec (N * n) → Vec 1} {dy : Vec (N * n)} (hG : HasGradAt G (batchMap N (dense W b) u) dy) :
    HasGradAt (fun y => G (batchMap N (dense W b) y)) u (rowDenseBackFlat N m n W dy) := by sorry

end Proofs.SmallParamGrad
