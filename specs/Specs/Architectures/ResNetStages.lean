import Specs.Architectures.BatchNorm
import Specs.Architectures.Convolution
import Specs.Architectures.MaxPool3s2
import Specs.Architectures.Residual
import Specs.Foundation.Batch

/-!
# Stages of residual networks on a batch

States: convolution and normalisation by the statistics of the batch, with and without the
rectifier, at stride 1 and 2; the stem, which is the 7 × 7 convolution of stride 2 and the 3 × 3 pool
of stride 2; and the head, which is the average of each channel and a dense layer.

Every strided stage is in the even phase: its padding is symmetric.

Proofs: LeanMlir/Proofs/Foundation/ResNet34BackB0.lean and Codegen/EfficientNetRenderPC.lean of
brettkoonce/lean4-mlir.
-/

namespace Proofs

namespace StableHLO

/-- Convolution, normalisation, rectifier. -/
@[reducible] noncomputable def cbReluB (N : ℕ) {ic oc h w kH kW : ℕ} (W : Kernel4 oc ic kH kW)
    (b : Vec oc) (ε : ℝ) (γ β : Vec oc) : Vec (N * (ic * h * w)) → Vec (N * (oc * h * w)) :=
  relu (N * (oc * h * w)) ∘ bnBatchLA N oc h w ε γ β ∘ batchMap N (flatConv W b)

/-- Convolution of stride 2, normalisation, rectifier. -/
@[reducible] noncomputable def cbReluStridedB (N : ℕ) {ic oc h w kH kW : ℕ}
    (W : Kernel4 oc ic kH kW) (b : Vec oc) (ε : ℝ) (γ β : Vec oc) :
    Vec (N * (ic * (2 * h) * (2 * w))) → Vec (N * (oc * h * w)) :=
  relu (N * (oc * h * w)) ∘ bnBatchLA N oc h w ε γ β ∘ batchMap N (flatConvStride2 W b)

/-- Convolution of stride 2, normalisation. -/
@[reducible] noncomputable def projStridedB (N : ℕ) {ic oc h w kH kW : ℕ}
    (W : Kernel4 oc ic kH kW) (b : Vec oc) (ε : ℝ) (γ β : Vec oc) :
    Vec (N * (ic * (2 * h) * (2 * w))) → Vec (N * (oc * h * w)) :=
  bnBatchLA N oc h w ε γ β ∘ batchMap N (flatConvStride2 W b)

end StableHLO

/-- Convolution, normalisation. -/
@[reducible] noncomputable def projB (N : ℕ) {ic oc h w kH kW : ℕ} (W : Kernel4 oc ic kH kW)
    (b : Vec oc) (ε : ℝ) (γ β : Vec oc) : Vec (N * (ic * h * w)) → Vec (N * (oc * h * w)) :=
  StableHLO.bnBatchLA N oc h w ε γ β ∘ StableHLO.batchMap N (flatConv W b)

/-- The stem: a quarter of the rows and of the columns is left. -/
@[reducible] noncomputable def r34StemB (N h w : ℕ) {ic oc : ℕ} (W : Kernel4 oc ic 7 7)
    (b : Vec oc) (ε : ℝ) (γ β : Vec oc) :
    Vec (N * (ic * (2 * (2 * h)) * (2 * (2 * w)))) → Vec (N * (oc * h * w)) :=
  StableHLO.batchMap N (maxPool3s2Flat oc h w) ∘
    StableHLO.cbReluStridedB N (h := 2 * h) (w := 2 * w) W b ε γ β

/-- The head: the average of each channel, and a dense layer. -/
@[reducible] noncomputable def r34HeadB (N h w : ℕ) {c nCls : ℕ} (W : Mat c nCls)
    (b : Vec nCls) : Vec (N * (c * h * w)) → Vec (N * nCls) :=
  StableHLO.batchMap N (dense W b) ∘ StableHLO.batchMap N (globalAvgPoolFlat c h w)

end Proofs
