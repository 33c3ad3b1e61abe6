import Mathlib.Topology.Instances.Real.Lemmas
import Mathlib.Topology.Order.Basic
import Specs.Architectures.MaxPool2
import Specs.Foundation.Batch

/-!
# The 2 × 2 pool at a fixed selection, one example

States: what a gradient at a point is (`HasGradAt`), and the pool with its routing frozen. A
selection `σ` names one cell of each window; reading the cells that it names is linear, whatever
`σ` is, and its backward sends the cotangent of a window to that one cell. Where `σ` names a maximum
of every window the gather is the pool, and along a parameter it stays the pool near a point where
every window of the pre-activation is dead or tied only between cells that move together.

Proofs: LeanMlir/Proofs/Foundation/ParamGrad.lean and SmallParamGrad.lean of
brettkoonce/lean4-mlir.
-/

namespace Proofs

/-! ## A gradient at a point -/

/-- `G` is differentiable at `x`, and its partial derivatives are the entries of `dy`. -/
structure HasGradAt {m : ℕ} (G : Vec m → Vec 1) (x : Vec m) (dy : Vec m) : Prop where
  /-- There is a derivative: partial derivatives of 0 would not say so. -/
  differentiableAt : DifferentiableAt ℝ G x
  /-- The partial derivative by each input. -/
  pdiv_eq : ∀ j : Fin m, pdiv G x j 0 = dy j

/-- The pool's cells at `σ`, between flat vectors. -/
noncomputable def poolGatherFlat {c h w : ℕ} (σ : Fin c → Fin h → Fin w → Fin 2 × Fin 2)
    (v : Vec (c * (2 * h) * (2 * w))) : Vec (c * h * w) :=
  Tensor3.flatten (windowGather winRowInv winColInv σ (Tensor3.unflatten v))

namespace SmallParamGrad

/-! ## The selection -/

/-- The flat index of the cell that `σ` names in the window of the flat output `k`. -/
noncomputable def poolSelIdx {c h w : ℕ} (σ : Fin c → Fin h → Fin w → Fin 2 × Fin 2)
    (k : Fin (c * h * w)) : Fin (c * (2 * h) * (2 * w)) :=
  let cell := finProdFinEquiv.symm k
  let row := finProdFinEquiv.symm cell.1
  let ab := σ row.1 row.2 cell.2
  t3Idx row.1 (winRowInv row.2 ab.1) (winColInv cell.2 ab.2)

/-- The cell that `σ` names, by the window's own indices. -/
theorem poolSelIdx_t3Idx {c h w : ℕ} (σ : Fin c → Fin h → Fin w → Fin 2 × Fin 2) (ch : Fin c)
    (hi : Fin h) (wi : Fin w) :
    poolSelIdx σ (t3Idx ch hi wi) =
      t3Idx ch (winRowInv hi (σ ch hi wi).1) (winColInv wi (σ ch hi wi).2) := by sorry

/-- The gather reads the named cells. -/
theorem poolGatherFlat_eq_sel {c h w : ℕ} (σ : Fin c → Fin h → Fin w → Fin 2 × Fin 2)
    (u : Vec (c * (2 * h) * (2 * w))) : poolGatherFlat σ u = fun k => u (poolSelIdx σ k) := by
  sorry

/-- `σ` names a maximum of every window of `u`. -/
def PoolSelDom {c h w : ℕ} (σ : Fin c → Fin h → Fin w → Fin 2 × Fin 2)
    (u : Vec (c * (2 * h) * (2 * w))) : Prop :=
  ∀ (ch : Fin c) (hi : Fin h) (wi : Fin w) (cd : Fin 2 × Fin 2),
    u (t3Idx ch (winRowInv hi cd.1) (winColInv wi cd.2)) ≤
      u (t3Idx ch (winRowInv hi (σ ch hi wi).1) (winColInv wi (σ ch hi wi).2))

/-- The first maximal offsets name a maximum of every window. -/
theorem poolSelDom_argmax {c h w : ℕ} (u : Vec (c * (2 * h) * (2 * w))) :
    PoolSelDom (maxPool2Argmax (Tensor3.unflatten u : Tensor3 c (2 * h) (2 * w))) u := by sorry

/-- Where `σ` names a maximum of every window, the pool is the gather at `σ`. -/
theorem maxPoolFlat_eq_poolGatherFlat {c h w : ℕ} (σ : Fin c → Fin h → Fin w → Fin 2 × Fin 2)
    (u : Vec (c * (2 * h) * (2 * w)))
    (hσ : ∀ (ch : Fin c) (hi : Fin h) (wi : Fin w) (cd : Fin 2 × Fin 2),
      u (t3Idx ch (winRowInv hi cd.1) (winColInv wi cd.2)) ≤
        u (t3Idx ch (winRowInv hi (σ ch hi wi).1) (winColInv wi (σ ch hi wi).2))) :
    maxPoolFlat c h w u = poolGatherFlat σ u := by sorry

/-- Every window of the pool reads nothing positive, or is tied only between related positions. -/
abbrev MaxPool2SmoothUpTo {c h w : ℕ}
    (T : Fin (2 * h) × Fin (2 * w) → Fin (2 * h) × Fin (2 * w) → Prop)
    (x : Tensor3 c (2 * h) (2 * w)) : Prop :=
  WindowSmoothUpTo winRowInv winColInv T x

/-- The flat pool is continuous. -/
theorem maxPoolFlat_continuous (c h w : ℕ) : Continuous (maxPoolFlat c h w) := by sorry

/-! ## The scatter -/

/-- Each output's cotangent, added to the input that it reads. -/
noncomputable def selScatter {m n : ℕ} (σ : Fin n → Fin m) (dy : Vec n) : Vec m := fun i =>
  ∑ k : Fin n, if i = σ k then dy k else 0

/-- The backward between flat vectors is the flattened one between tensors.
Trust: transcribed. -/
theorem maxPoolBackFlat_eq_denote (c h w : ℕ) (xv : Vec (c * (2 * h) * (2 * w)))
    (dyv : Vec (c * h * w)) :
    StableHLO.maxPoolBackFlat c h w xv dyv =
      Tensor3.flatten (IR.maxPoolBackDenote (Tensor3.unflatten xv) (Tensor3.unflatten dyv)) := by
  sorry

/-- The backward is the scatter at the first argmax, at every point.
Trust: transcribed. -/
theorem maxPoolBackFlat_eq_selScatter (c h w : ℕ) (xv : Vec (c * (2 * h) * (2 * w)))
    (dyv : Vec (c * h * w)) :
    StableHLO.maxPoolBackFlat c h w xv dyv =
      selScatter (poolSelIdx (maxPool2Argmax (Tensor3.unflatten xv))) dyv := by sorry

/-! ## Near a point -/

/-- Near `θ₀` the pooled rectifier of a moving input is the gather at a fixed selection. -/
theorem maxPool_relu_eventuallyEq_sel {P c h w : ℕ} (Z : Vec P → Vec (c * (2 * h) * (2 * w)))
    (σ : Fin c → Fin h → Fin w → Fin 2 × Fin 2)
    (T : Fin (2 * h) × Fin (2 * w) → Fin (2 * h) × Fin (2 * w) → Prop)
    (hT : ∀ (θ : Vec P) (ch : Fin c) (p q : Fin (2 * h) × Fin (2 * w)), T p q →
      Z θ (t3Idx ch p.1 p.2) = Z θ (t3Idx ch q.1 q.2))
    (θ₀ : Vec P) (hZ : ContinuousAt Z θ₀) (hz : ∀ k : Fin (c * (2 * h) * (2 * w)), Z θ₀ k ≠ 0)
    (hs : MaxPool2SmoothUpTo T (Tensor3.unflatten (Z θ₀) : Tensor3 c (2 * h) (2 * w)))
    (hσ : PoolSelDom σ (relu _ (Z θ₀))) :
    ∀ᶠ θ in nhds θ₀,
      maxPoolFlat c h w (relu _ (Z θ)) = fun k => relu _ (Z θ) (poolSelIdx σ k) := by sorry

end SmallParamGrad

end Proofs
