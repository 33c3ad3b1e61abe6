import Mathlib.Analysis.SpecialFunctions.Sqrt
import Specs.Foundation.Tensor

/-!
# Normalisation by the statistics of a batch

States: mean and variance of a vector, its normal form `(x - μ) / √(σ² + ε)` and the affine map of
it; then the same for each channel of a batch, over all examples and all places. The variance is
biased: it is divided by the number of values. `ε` stands inside the root, and may be any real: the
root of a negative number is 0 in Lean, and so is what is divided by 0.

A batch `[N, c, h, w]` is brought to one row of `N * (h * w)` values per channel and back by two
permutations of the flat index.

Proofs: LeanMlir/Proofs/Architectures/BatchNorm.lean, Foundation/PerChannelBN.lean and
Codegen/StableHLO.lean of brettkoonce/lean4-mlir.
-/

namespace Proofs

/-! ## One vector -/

/-- The mean of the entries; 0 if there is none. -/
noncomputable def bnMean (n : ℕ) (x : Vec n) : ℝ := (∑ i : Fin n, x i) / (n : ℝ)

/-- The mean squared distance from the mean: the variance, biased. -/
noncomputable def bnVar (n : ℕ) (x : Vec n) : ℝ :=
  let μ := bnMean n x
  (∑ i : Fin n, (x i - μ) * (x i - μ)) / (n : ℝ)

/-- What the distances from the mean are multiplied with: one over the root of the variance and
`ε`. -/
noncomputable def bnIstd (n : ℕ) (x : Vec n) (ε : ℝ) : ℝ := 1 / Real.sqrt (bnVar n x + ε)

/-- The entries, centred and scaled. -/
noncomputable def bnXhat (n : ℕ) (ε : ℝ) (x : Vec n) : Vec n := fun i =>
  (x i - bnMean n x) * bnIstd n x ε

/-- The entries, centred, scaled, and mapped by `γ` and `β`. -/
noncomputable def bnForward (n : ℕ) (ε γ β : ℝ) (x : Vec n) : Vec n := fun i =>
  γ * bnXhat n ε x i + β

/-- A variance is not negative.
Trust: ours. -/
theorem bnVar_nonneg (n : ℕ) (x : Vec n) : 0 ≤ bnVar n x := by sorry

/-- The variance is the mean of the squares without the square of the mean.
Trust: ours. -/
theorem bnVar_eq_mean_sq_sub (n : ℕ) (x : Vec n) :
    bnVar n x = bnMean n (fun i => x i * x i) - bnMean n x * bnMean n x := by sorry

/-- Normalised entries have mean 0.
Trust: ours. -/
theorem bnXhat_mean (n : ℕ) (ε : ℝ) (x : Vec n) : bnMean n (bnXhat n ε x) = 0 := by sorry

/-- Normalised entries have a variance below 1, by as much as `ε` says.
Trust: ours. -/
theorem bnXhat_var (n : ℕ) (ε : ℝ) (hε : 0 < ε) (x : Vec n) :
    bnVar n (bnXhat n ε x) = bnVar n x / (bnVar n x + ε) := by sorry

/-- A constant added to all entries is lost.
Trust: ours. -/
theorem bnForward_add_const (n : ℕ) (ε γ β a : ℝ) (x : Vec n) :
    bnForward n ε γ β (fun i => x i + a) = bnForward n ε γ β x := by sorry

/-! ## One row for each channel -/

/-- Every row of a matrix by its own statistics, `γ` and `β`. -/
noncomputable def bnPerChannelMat (oc m : ℕ) (ε : ℝ) (γ β : Vec oc) : Mat oc m → Mat oc m :=
  fun A c => bnForward m ε (γ c) (β c) (A c)

/-- The same between flat matrices. -/
noncomputable def bnPerChannelFlat (oc m : ℕ) (ε : ℝ) (γ β : Vec oc) :
    Vec (oc * m) → Vec (oc * m) := fun v =>
  Mat.flatten (bnPerChannelMat oc m ε γ β (Mat.unflatten v))

/-! ## A batch -/

/-- Where in the batch value `(n, s)` of channel `c` stands: at `(n, c, s)`. -/
noncomputable def bnchwFwdIdx (N oc h w : ℕ) (k : Fin (oc * (N * (h * w)))) :
    Fin (N * (oc * (h * w))) :=
  let channel := finProdFinEquiv.symm k
  let value := finProdFinEquiv.symm channel.2
  finProdFinEquiv (value.1, finProdFinEquiv (channel.1, value.2))

/-- Where among the channels' rows value `(c, s)` of example `n` stands: at `(c, n, s)`. -/
noncomputable def bnchwBackIdx (N oc h w : ℕ) (k : Fin (N * (oc * (h * w)))) :
    Fin (oc * (N * (h * w))) :=
  let ex := finProdFinEquiv.symm k
  let value := finProdFinEquiv.symm ex.2
  finProdFinEquiv (value.1, finProdFinEquiv (ex.1, value.2))

/-- The two places undo each other, from the batch. -/
theorem bnchwFwdIdx_bnchwBackIdx (N oc h w : ℕ) (k : Fin (N * (oc * (h * w)))) :
    bnchwFwdIdx N oc h w (bnchwBackIdx N oc h w k) = k := by sorry

/-- The two places undo each other, from the rows. -/
theorem bnchwBackIdx_bnchwFwdIdx (N oc h w : ℕ) (k : Fin (oc * (N * (h * w)))) :
    bnchwBackIdx N oc h w (bnchwFwdIdx N oc h w k) = k := by sorry

/-- The batch as one row of values per channel. -/
noncomputable def bnchwFwd (N oc h w : ℕ) :
    Vec (N * (oc * (h * w))) → Vec (oc * (N * (h * w))) := fun v k => v (bnchwFwdIdx N oc h w k)

/-- The rows of the channels as a batch. -/
noncomputable def bnchwBack (N oc h w : ℕ) :
    Vec (oc * (N * (h * w))) → Vec (N * (oc * (h * w))) := fun v k => v (bnchwBackIdx N oc h w k)

/-- A batch, each channel by its statistics over all examples and places. -/
noncomputable def bnBatchTensor4 (N oc h w : ℕ) (ε : ℝ) (γ β : Vec oc) :
    Vec (N * (oc * (h * w))) → Vec (N * (oc * (h * w))) :=
  bnchwBack N oc h w ∘ bnPerChannelFlat oc (N * (h * w)) ε γ β ∘ bnchwFwd N oc h w

namespace StableHLO

/-- The same for a batch whose sizes are grouped as those of flat tensors are. -/
noncomputable def bnBatchLA (N oc h w : ℕ) (ε : ℝ) (γ β : Vec oc) :
    Vec (N * (oc * h * w)) → Vec (N * (oc * h * w)) := fun v =>
  let y := bnBatchTensor4 N oc h w ε γ β
    (v ∘ Fin.cast (congrArg (N * ·) (Nat.mul_assoc oc h w)).symm)
  y ∘ Fin.cast (congrArg (N * ·) (Nat.mul_assoc oc h w))

/-- The mean of a channel of a batch, over examples, rows and columns.
Trust: ours. -/
noncomputable def batchMean (N oc h w : ℕ) (v : Vec (N * (oc * h * w))) (c : Fin oc) : ℝ :=
  (∑ n : Fin N, ∑ i : Fin h, ∑ j : Fin w,
    v (finProdFinEquiv (n, finProdFinEquiv (finProdFinEquiv (c, i), j)))) / (N * h * w)

/-- The biased variance of a channel of a batch, over examples, rows and columns.
Trust: ours. -/
noncomputable def batchVar (N oc h w : ℕ) (v : Vec (N * (oc * h * w))) (c : Fin oc) : ℝ :=
  (∑ n : Fin N, ∑ i : Fin h, ∑ j : Fin w,
    (v (finProdFinEquiv (n, finProdFinEquiv (finProdFinEquiv (c, i), j)))
      - batchMean N oc h w v c) ^ 2) / (N * h * w)

/-- What normalisation does to the cell `(n, c, i, j)`.
Trust: ours. -/
theorem bnBatchLA_apply (N oc h w : ℕ) (ε : ℝ) (γ β : Vec oc) (v : Vec (N * (oc * h * w)))
    (n : Fin N) (c : Fin oc) (i : Fin h) (j : Fin w) :
    bnBatchLA N oc h w ε γ β v
        (finProdFinEquiv (n, finProdFinEquiv (finProdFinEquiv (c, i), j))) =
      γ c * ((v (finProdFinEquiv (n, finProdFinEquiv (finProdFinEquiv (c, i), j)))
        - batchMean N oc h w v c) * (1 / Real.sqrt (batchVar N oc h w v c + ε))) + β c := by sorry

end StableHLO

end Proofs
