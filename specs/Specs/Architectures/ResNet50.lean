import Specs.Architectures.ResNetStages

/-!
# ResNet-50 on a batch

States: the weights of the bottleneck blocks and of the whole network, as records; the three forms
of a bottleneck, for any batch size, widths and resolution.

A bottleneck is 1 × 1, 3 × 3, 1 × 1, each normalised by the statistics of the batch, the first two
rectified; then the skip is added and the sum rectified. Where the resolution is halved, the stride
is on the 3 × 3 and on the skip (the placement called v1.5): the first 1 × 1 runs at the resolution
of the input.

Proofs: LeanMlir/Proofs/Nets/ResNet/ResNet50FullB.lean of brettkoonce/lean4-mlir.
-/

namespace Proofs

/-! ## Weights -/

/-- The weights of a bottleneck with a plain skip, in three groups: kernels, biases, `ε`, `γ`, `β`.
Trust: transcribed. -/
structure R50IdW (mid oc : ℕ) where
  W₁ : Kernel4 mid oc 1 1
  b₁ : Vec mid
  ε₁ : ℝ
  γ₁ : Vec mid
  β₁ : Vec mid
  W₂ : Kernel4 mid mid 3 3
  b₂ : Vec mid
  ε₂ : ℝ
  γ₂ : Vec mid
  β₂ : Vec mid
  W₃ : Kernel4 oc mid 1 1
  b₃ : Vec oc
  ε₃ : ℝ
  γ₃ : Vec oc
  β₃ : Vec oc

/-- The weights of a bottleneck with a projection on its skip: the fourth group. Where the stride
is does not show in them.
Trust: transcribed. -/
structure R50ProjW (ic mid oc : ℕ) where
  W₁ : Kernel4 mid ic 1 1
  b₁ : Vec mid
  ε₁ : ℝ
  γ₁ : Vec mid
  β₁ : Vec mid
  W₂ : Kernel4 mid mid 3 3
  b₂ : Vec mid
  ε₂ : ℝ
  γ₂ : Vec mid
  β₂ : Vec mid
  W₃ : Kernel4 oc mid 1 1
  b₃ : Vec oc
  ε₃ : ℝ
  γ₃ : Vec oc
  β₃ : Vec oc
  Wp : Kernel4 oc ic 1 1
  bp : Vec oc
  εp : ℝ
  γp : Vec oc
  βp : Vec oc

/-- The weights of the network: stem, sixteen blocks in four stages, head.
Trust: transcribed. -/
structure R50BWeights (nCls : ℕ) where
  sW : Kernel4 64 3 7 7
  sb : Vec 64
  sε : ℝ
  sγ : Vec 64
  sβ : Vec 64
  s1b0 : R50ProjW 64 64 256
  s1b1 : R50IdW 64 256
  s1b2 : R50IdW 64 256
  s2b0 : R50ProjW 256 128 512
  s2b1 : R50IdW 128 512
  s2b2 : R50IdW 128 512
  s2b3 : R50IdW 128 512
  s3b0 : R50ProjW 512 256 1024
  s3b1 : R50IdW 256 1024
  s3b2 : R50IdW 256 1024
  s3b3 : R50IdW 256 1024
  s3b4 : R50IdW 256 1024
  s3b5 : R50IdW 256 1024
  s4b0 : R50ProjW 1024 512 2048
  s4b1 : R50IdW 512 2048
  s4b2 : R50IdW 512 2048
  Wd : Mat 2048 nCls
  bd : Vec nCls

/-! ## The three forms of a bottleneck -/

/-- With a plain skip.
Trust: transcribed. -/
@[reducible] noncomputable def r50IdB (N h w : ℕ) {mid oc : ℕ} (p : R50IdW mid oc) :
    Vec (N * (oc * h * w)) → Vec (N * (oc * h * w)) :=
  relu (N * (oc * h * w)) ∘ residual
    (projB N (h := h) (w := w) p.W₃ p.b₃ p.ε₃ p.γ₃ p.β₃ ∘
      StableHLO.cbReluB N (h := h) (w := w) p.W₂ p.b₂ p.ε₂ p.γ₂ p.β₂ ∘
      StableHLO.cbReluB N (h := h) (w := w) p.W₁ p.b₁ p.ε₁ p.γ₁ p.β₁)

/-- With a projection on the skip, at one resolution.
Trust: transcribed. -/
@[reducible] noncomputable def r50ProjB (N h w : ℕ) {ic mid oc : ℕ} (p : R50ProjW ic mid oc) :
    Vec (N * (ic * h * w)) → Vec (N * (oc * h * w)) :=
  relu (N * (oc * h * w)) ∘ residualProj
    (projB N (h := h) (w := w) p.Wp p.bp p.εp p.γp p.βp)
    (projB N (h := h) (w := w) p.W₃ p.b₃ p.ε₃ p.γ₃ p.β₃ ∘
      StableHLO.cbReluB N (h := h) (w := w) p.W₂ p.b₂ p.ε₂ p.γ₂ p.β₂ ∘
      StableHLO.cbReluB N (h := h) (w := w) p.W₁ p.b₁ p.ε₁ p.γ₁ p.β₁)

/-- With a projection on the skip, halving the resolution: the stride is on the 3 × 3 and on the
skip.
Trust: transcribed. -/
@[reducible] noncomputable def r50DownB (N h w : ℕ) {ic mid oc : ℕ} (p : R50ProjW ic mid oc) :
    Vec (N * (ic * (2 * h) * (2 * w))) → Vec (N * (oc * h * w)) :=
  relu (N * (oc * h * w)) ∘ residualProj
    (StableHLO.projStridedB N (h := h) (w := w) p.Wp p.bp p.εp p.γp p.βp)
    (projB N (h := h) (w := w) p.W₃ p.b₃ p.ε₃ p.γ₃ p.β₃ ∘
      StableHLO.cbReluStridedB N (h := h) (w := w) p.W₂ p.b₂ p.ε₂ p.γ₂ p.β₂ ∘
      StableHLO.cbReluB N (h := 2 * h) (w := 2 * w) p.W₁ p.b₁ p.ε₁ p.γ₁ p.β₁)

/-- The forward pass: stem, stages of 3, 4, 6 and 3 blocks at `8q`, `4q`, `2q` and `q`, head.
Trust: transcribed. -/
noncomputable def resnet50ForwardBFull (N q : ℕ) {nCls : ℕ} (w : R50BWeights nCls)
    (x : Vec (N * (3 * (2 * (2 * (2 * (2 * (2 * q))))) * (2 * (2 * (2 * (2 * (2 * q)))))))) :
    Vec (N * nCls) :=
  r34HeadB N q q w.Wd w.bd
    (r50IdB N q q w.s4b2 (r50IdB N q q w.s4b1 (r50DownB N q q w.s4b0
      (r50IdB N (2 * q) (2 * q) w.s3b5 (r50IdB N (2 * q) (2 * q) w.s3b4
        (r50IdB N (2 * q) (2 * q) w.s3b3 (r50IdB N (2 * q) (2 * q) w.s3b2
          (r50IdB N (2 * q) (2 * q) w.s3b1 (r50DownB N (2 * q) (2 * q) w.s3b0
            (r50IdB N (2 * (2 * q)) (2 * (2 * q)) w.s2b3
              (r50IdB N (2 * (2 * q)) (2 * (2 * q)) w.s2b2
                (r50IdB N (2 * (2 * q)) (2 * (2 * q)) w.s2b1
                  (r50DownB N (2 * (2 * q)) (2 * (2 * q)) w.s2b0
                    (r50IdB N (2 * (2 * (2 * q))) (2 * (2 * (2 * q))) w.s1b2
                      (r50IdB N (2 * (2 * (2 * q))) (2 * (2 * (2 * q))) w.s1b1
                        (r50ProjB N (2 * (2 * (2 * q))) (2 * (2 * (2 * q))) w.s1b0
                          (r34StemB N (2 * (2 * (2 * q))) (2 * (2 * (2 * q)))
                            w.sW w.sb w.sε w.sγ w.sβ x)))))))))))))))))

end Proofs
