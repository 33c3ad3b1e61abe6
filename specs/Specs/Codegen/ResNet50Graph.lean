import Specs.Architectures.ResNet50
import Specs.Codegen.StableHLO

/-!
# The forward graph of ResNet-50

States: the graphs of the stem, of the three forms of a bottleneck and of the head, the graph of the
network, and that each denotes the map of its name. The names are those of the emitted text; the
bias of a convolution is called by its width, `%zb64`, as the text gives zeros there. The sum of a
block has its body first, in every graph, where the map `residualProj` has the projection first.

Proofs: LeanMlir/Proofs/Nets/ResNet/ResNet50FullB.lean and ResNet34FullB.lean of
brettkoonce/lean4-mlir.
-/

namespace Proofs

namespace StableHLO

/-! ## Stem and head -/

/-- The graph of the stem.
Trust: transcribed. -/
noncomputable def r34StemGraphB (epsStr : String) (N h w : ℕ) {ic oc : ℕ} (Ws : Kernel4 oc ic 7 7)
    (bs : Vec oc) (εs : ℝ) (γs βs : Vec oc) (bf16 : Bool)
    (e : SHlo (N * (ic * (2 * (2 * h)) * (2 * (2 * w))))) : SHlo (N * (oc * h * w)) :=
  .batchOp (.maxPool3s2 (c := oc) (h := h) (w := w))
    (.batchOp (.relu (n := oc * (2 * h) * (2 * w)))
      (.bnBatchF (N := N) (oc := oc) (h := 2 * h) (w := 2 * w) "%sg" "%sbt" epsStr εs γs βs
        (.batchOp (.convStridedAt (h := 2 * h) (w := 2 * w) bf16 id "%sW" (biasName false "" oc)
          Ws bs) e)))

/-- The graph of the stem denotes the stem.
Trust: transcribed. -/
theorem r34StemGraphB_faithful (epsStr : String) (N h w : ℕ) {ic oc : ℕ} (Ws : Kernel4 oc ic 7 7)
    (bs : Vec oc) (εs : ℝ) (γs βs : Vec oc) (bf16 : Bool)
    (e : SHlo (N * (ic * (2 * (2 * h)) * (2 * (2 * w))))) :
    den (r34StemGraphB epsStr N h w Ws bs εs γs βs bf16 e) =
      r34StemB N h w Ws bs εs γs βs (den e) := by sorry

/-- The graph of the stem, under the name of this network.
Trust: transcribed. -/
noncomputable def r50StemGraphB (epsStr : String) (N h w : ℕ) {ic oc : ℕ} (Ws : Kernel4 oc ic 7 7)
    (bs : Vec oc) (εs : ℝ) (γs βs : Vec oc) (bf16 : Bool)
    (e : SHlo (N * (ic * (2 * (2 * h)) * (2 * (2 * w))))) : SHlo (N * (oc * h * w)) :=
  r34StemGraphB epsStr N h w Ws bs εs γs βs bf16 e

/-- The graph of the stem denotes the stem.
Trust: transcribed. -/
theorem r50StemGraphB_faithful (epsStr : String) (N h w : ℕ) {ic oc : ℕ} (Ws : Kernel4 oc ic 7 7)
    (bs : Vec oc) (εs : ℝ) (γs βs : Vec oc) (bf16 : Bool)
    (e : SHlo (N * (ic * (2 * (2 * h)) * (2 * (2 * w))))) :
    den (r50StemGraphB epsStr N h w Ws bs εs γs βs bf16 e) =
      r34StemB N h w Ws bs εs γs βs (den e) := by sorry

/-- The graph of the head.
Trust: transcribed. -/
noncomputable def r34HeadGraphB (N h w : ℕ) {c nCls : ℕ} (Wd : Mat c nCls) (bd : Vec nCls)
    (e : SHlo (N * (c * h * w))) : SHlo (N * nCls) :=
  .batchOp (.dense "%Wd" "%bd" Wd bd) (.batchOp (.gap (c := c) (h := h) (w := w)) e)

/-- The graph of the head denotes the head.
Trust: transcribed. -/
theorem r34HeadGraphB_faithful (N h w : ℕ) {c nCls : ℕ} (Wd : Mat c nCls) (bd : Vec nCls)
    (e : SHlo (N * (c * h * w))) :
    den (r34HeadGraphB N h w Wd bd e) = r34HeadB N h w Wd bd (den e) := by sorry

/-! ## The three forms of a bottleneck -/

/-- The graph of a bottleneck with a plain skip, with the prefix `p` before its names.
Trust: transcribed. -/
noncomputable def r50IdGraphB (p epsStr : String) (N h w : ℕ) {mid oc : ℕ} (pw : R50IdW mid oc)
    (bf16 : Bool) (e : SHlo (N * (oc * h * w))) : SHlo (N * (oc * h * w)) :=
  .batchOp (.relu (n := oc * h * w))
    (.addVB
      (.bnBatchF (N := N) (oc := oc) (h := h) (w := w)
          ("%" ++ p ++ "g3") ("%" ++ p ++ "bt3") epsStr pw.ε₃ pw.γ₃ pw.β₃
        (.batchOp (.convAt (h := h) (w := w) bf16 id ("%" ++ p ++ "W3")
            (biasName false "" oc) pw.W₃ pw.b₃)
          (.batchOp (.relu (n := mid * h * w))
            (.bnBatchF (N := N) (oc := mid) (h := h) (w := w)
                ("%" ++ p ++ "g2") ("%" ++ p ++ "bt2") epsStr pw.ε₂ pw.γ₂ pw.β₂
              (.batchOp
                (.convAt (h := h) (w := w) bf16 id ("%" ++ p ++ "W2")
                    (biasName false "" mid) pw.W₂ pw.b₂)
                (.batchOp (.relu (n := mid * h * w))
                  (.bnBatchF (N := N) (oc := mid) (h := h) (w := w)
                      ("%" ++ p ++ "g1") ("%" ++ p ++ "bt1") epsStr pw.ε₁ pw.γ₁ pw.β₁
                    (.batchOp
                      (.convAt (h := h) (w := w) bf16 id ("%" ++ p ++ "W1")
                          (biasName false "" mid) pw.W₁ pw.b₁)
                      e))))))))
      e)

/-- The graph of a bottleneck with a plain skip denotes the bottleneck.
Trust: transcribed. -/
theorem r50IdGraphB_faithful (p epsStr : String) (N h w : ℕ) {mid oc : ℕ} (pw : R50IdW mid oc)
    (bf16 : Bool) (e : SHlo (N * (oc * h * w))) :
    den (r50IdGraphB p epsStr N h w pw bf16 e) = r50IdB N h w pw (den e) := by sorry

/-- The graph of a bottleneck with a projection on its skip, at one resolution.
Trust: transcribed. -/
noncomputable def r50ProjGraphB (p epsStr : String) (N h w : ℕ) {ic mid oc : ℕ}
    (pw : R50ProjW ic mid oc) (bf16 : Bool) (e : SHlo (N * (ic * h * w))) :
    SHlo (N * (oc * h * w)) :=
  .batchOp (.relu (n := oc * h * w))
    (.addVB
      (.bnBatchF (N := N) (oc := oc) (h := h) (w := w)
          ("%" ++ p ++ "g3") ("%" ++ p ++ "bt3") epsStr pw.ε₃ pw.γ₃ pw.β₃
        (.batchOp (.convAt (h := h) (w := w) bf16 id ("%" ++ p ++ "W3")
            (biasName false "" oc) pw.W₃ pw.b₃)
          (.batchOp (.relu (n := mid * h * w))
            (.bnBatchF (N := N) (oc := mid) (h := h) (w := w)
                ("%" ++ p ++ "g2") ("%" ++ p ++ "bt2") epsStr pw.ε₂ pw.γ₂ pw.β₂
              (.batchOp
                (.convAt (h := h) (w := w) bf16 id ("%" ++ p ++ "W2")
                    (biasName false "" mid) pw.W₂ pw.b₂)
                (.batchOp (.relu (n := mid * h * w))
                  (.bnBatchF (N := N) (oc := mid) (h := h) (w := w)
                      ("%" ++ p ++ "g1") ("%" ++ p ++ "bt1") epsStr pw.ε₁ pw.γ₁ pw.β₁
                    (.batchOp
                      (.convAt (h := h) (w := w) bf16 id ("%" ++ p ++ "W1")
                          (biasName false "" mid) pw.W₁ pw.b₁)
                      e))))))))
      (.bnBatchF (N := N) (oc := oc) (h := h) (w := w)
          ("%" ++ p ++ "gp") ("%" ++ p ++ "btp") epsStr pw.εp pw.γp pw.βp
        (.batchOp (.convAt (h := h) (w := w) bf16 id ("%" ++ p ++ "Wp")
            (biasName false "" oc) pw.Wp pw.bp)
          e)))

/-- The graph of a bottleneck with a projection denotes the bottleneck.
Trust: transcribed. -/
theorem r50ProjGraphB_faithful (p epsStr : String) (N h w : ℕ) {ic mid oc : ℕ}
    (pw : R50ProjW ic mid oc) (bf16 : Bool) (e : SHlo (N * (ic * h * w))) :
    den (r50ProjGraphB p epsStr N h w pw bf16 e) = r50ProjB N h w pw (den e) := by sorry

/-- The graph of a bottleneck with a projection that halves the resolution: strided are the 3 × 3
and the skip.
Trust: transcribed. -/
noncomputable def r50DownGraphB (p epsStr : String) (N h w : ℕ) {ic mid oc : ℕ}
    (pw : R50ProjW ic mid oc) (bf16 : Bool) (e : SHlo (N * (ic * (2 * h) * (2 * w)))) :
    SHlo (N * (oc * h * w)) :=
  .batchOp (.relu (n := oc * h * w))
    (.addVB
      (.bnBatchF (N := N) (oc := oc) (h := h) (w := w)
          ("%" ++ p ++ "g3") ("%" ++ p ++ "bt3") epsStr pw.ε₃ pw.γ₃ pw.β₃
        (.batchOp (.convAt (h := h) (w := w) bf16 id ("%" ++ p ++ "W3")
            (biasName false "" oc) pw.W₃ pw.b₃)
          (.batchOp (.relu (n := mid * h * w))
            (.bnBatchF (N := N) (oc := mid) (h := h) (w := w)
                ("%" ++ p ++ "g2") ("%" ++ p ++ "bt2") epsStr pw.ε₂ pw.γ₂ pw.β₂
              (.batchOp
                (.convStridedAt (h := h) (w := w) bf16 id ("%" ++ p ++ "W2")
                    (biasName false "" mid) pw.W₂ pw.b₂)
                (.batchOp (.relu (n := mid * (2 * h) * (2 * w)))
                  (.bnBatchF (N := N) (oc := mid) (h := 2 * h) (w := 2 * w)
                      ("%" ++ p ++ "g1") ("%" ++ p ++ "bt1") epsStr pw.ε₁ pw.γ₁ pw.β₁
                    (.batchOp
                      (.convAt (h := 2 * h) (w := 2 * w) bf16 id ("%" ++ p ++ "W1")
                          (biasName false "" mid) pw.W₁ pw.b₁)
                      e))))))))
      (.bnBatchF (N := N) (oc := oc) (h := h) (w := w)
          ("%" ++ p ++ "gp") ("%" ++ p ++ "btp") epsStr pw.εp pw.γp pw.βp
        (.batchOp
          (.convStridedAt (h := h) (w := w) bf16 id ("%" ++ p ++ "Wp")
              (biasName false "" oc) pw.Wp pw.bp)
          e)))

/-- The graph of a bottleneck that halves the resolution denotes the bottleneck.
Trust: transcribed. -/
theorem r50DownGraphB_faithful (p epsStr : String) (N h w : ℕ) {ic mid oc : ℕ}
    (pw : R50ProjW ic mid oc) (bf16 : Bool) (e : SHlo (N * (ic * (2 * h) * (2 * w)))) :
    den (r50DownGraphB p epsStr N h w pw bf16 e) = r50DownB N h w pw (den e) := by sorry

/-! ## The network -/

/-- The graph of the network.
Trust: transcribed. -/
noncomputable def resnet50FwdGraphBFull (N q : ℕ) (epsStr : String) {nCls : ℕ}
    (w : R50BWeights nCls) (bf16 : Bool)
    (e : SHlo (N * (3 * (2 * (2 * (2 * (2 * (2 * q))))) * (2 * (2 * (2 * (2 * (2 * q)))))))) :
    SHlo (N * nCls) :=
  r34HeadGraphB N q q w.Wd w.bd
    (r50IdGraphB "s4b2" epsStr N q q w.s4b2 bf16
      (r50IdGraphB "s4b1" epsStr N q q w.s4b1 bf16
        (r50DownGraphB "s4b0" epsStr N q q w.s4b0 bf16
          (r50IdGraphB "s3b5" epsStr N (2 * q) (2 * q) w.s3b5 bf16
            (r50IdGraphB "s3b4" epsStr N (2 * q) (2 * q) w.s3b4 bf16
              (r50IdGraphB "s3b3" epsStr N (2 * q) (2 * q) w.s3b3 bf16
                (r50IdGraphB "s3b2" epsStr N (2 * q) (2 * q) w.s3b2 bf16
                  (r50IdGraphB "s3b1" epsStr N (2 * q) (2 * q) w.s3b1 bf16
                    (r50DownGraphB "s3b0" epsStr N (2 * q) (2 * q) w.s3b0 bf16
                      (r50IdGraphB "s2b3" epsStr N (2 * (2 * q)) (2 * (2 * q)) w.s2b3 bf16
                        (r50IdGraphB "s2b2" epsStr N (2 * (2 * q)) (2 * (2 * q)) w.s2b2 bf16
                          (r50IdGraphB "s2b1" epsStr N (2 * (2 * q)) (2 * (2 * q)) w.s2b1 bf16
                            (r50DownGraphB "s2b0" epsStr N (2 * (2 * q)) (2 * (2 * q)) w.s2b0 bf16
                              (r50IdGraphB "s1b2" epsStr N (2 * (2 * (2 * q))) (2 * (2 * (2 * q)))
                                w.s1b2 bf16
                                (r50IdGraphB "s1b1" epsStr N (2 * (2 * (2 * q)))
                                  (2 * (2 * (2 * q))) w.s1b1 bf16
                                  (r50ProjGraphB "s1b0" epsStr N (2 * (2 * (2 * q)))
                                    (2 * (2 * (2 * q))) w.s1b0 bf16
                                    (r50StemGraphB epsStr N (2 * (2 * (2 * q)))
                                      (2 * (2 * (2 * q))) w.sW w.sb w.sε w.sγ w.sβ bf16
                                      e)))))))))))))))))

/-- The graph of the network denotes the network, in either precision.
Trust: transcribed. -/
theorem resnet50FwdGraphBFull_faithful (N q : ℕ) (epsStr : String) {nCls : ℕ}
    (w : R50BWeights nCls) (bf16 : Bool)
    (e : SHlo (N * (3 * (2 * (2 * (2 * (2 * (2 * q))))) * (2 * (2 * (2 * (2 * (2 * q)))))))) :
    den (resnet50FwdGraphBFull N q epsStr w bf16 e) =
      resnet50ForwardBFull N q w (den e) := by sorry

end StableHLO

end Proofs
