import Specs.Architectures.ResNet50

/-!
# Laws of ResNet-50

States what the network does not depend on. Each convolution is followed by a normalisation, which
takes away what is added to a whole channel: so no bias of a convolution reaches the output.

All of it is ours.
-/

namespace Proofs

/-- A constant added to each channel is lost: the bias of the convolution before.
Trust: ours. -/
theorem bnBatchLA_add_channel (N oc h w : ℕ) (ε : ℝ) (γ β a : Vec oc)
    (x : Fin N → Tensor3 oc h w) :
    StableHLO.bnBatchLA N oc h w ε γ β
        (Mat.flatten fun n => Tensor3.flatten fun c i j => x n c i j + a c) =
      StableHLO.bnBatchLA N oc h w ε γ β (Mat.flatten fun n => Tensor3.flatten (x n)) := by sorry

/-- With the biases of other weights in the place of its own, in all 53 convolutions, the network
gives the same. The bias of the last layer is none of them.
Trust: ours. -/
theorem resnet50ForwardBFull_biases (N q : ℕ) {nCls : ℕ} (w c : R50BWeights nCls)
    (x : Vec (N * (3 * (2 * (2 * (2 * (2 * (2 * q))))) * (2 * (2 * (2 * (2 * (2 * q)))))))) :
    resnet50ForwardBFull N q
        { w with
          sb := c.sb
          s1b0 := { w.s1b0 with b₁ := c.s1b0.b₁, b₂ := c.s1b0.b₂, b₃ := c.s1b0.b₃, bp := c.s1b0.bp }
          s1b1 := { w.s1b1 with b₁ := c.s1b1.b₁, b₂ := c.s1b1.b₂, b₃ := c.s1b1.b₃ }
          s1b2 := { w.s1b2 with b₁ := c.s1b2.b₁, b₂ := c.s1b2.b₂, b₃ := c.s1b2.b₃ }
          s2b0 := { w.s2b0 with b₁ := c.s2b0.b₁, b₂ := c.s2b0.b₂, b₃ := c.s2b0.b₃, bp := c.s2b0.bp }
          s2b1 := { w.s2b1 with b₁ := c.s2b1.b₁, b₂ := c.s2b1.b₂, b₃ := c.s2b1.b₃ }
          s2b2 := { w.s2b2 with b₁ := c.s2b2.b₁, b₂ := c.s2b2.b₂, b₃ := c.s2b2.b₃ }
          s2b3 := { w.s2b3 with b₁ := c.s2b3.b₁, b₂ := c.s2b3.b₂, b₃ := c.s2b3.b₃ }
          s3b0 := { w.s3b0 with b₁ := c.s3b0.b₁, b₂ := c.s3b0.b₂, b₃ := c.s3b0.b₃, bp := c.s3b0.bp }
          s3b1 := { w.s3b1 with b₁ := c.s3b1.b₁, b₂ := c.s3b1.b₂, b₃ := c.s3b1.b₃ }
          s3b2 := { w.s3b2 with b₁ := c.s3b2.b₁, b₂ := c.s3b2.b₂, b₃ := c.s3b2.b₃ }
          s3b3 := { w.s3b3 with b₁ := c.s3b3.b₁, b₂ := c.s3b3.b₂, b₃ := c.s3b3.b₃ }
          s3b4 := { w.s3b4 with b₁ := c.s3b4.b₁, b₂ := c.s3b4.b₂, b₃ := c.s3b4.b₃ }
          s3b5 := { w.s3b5 with b₁ := c.s3b5.b₁, b₂ := c.s3b5.b₂, b₃ := c.s3b5.b₃ }
          s4b0 := { w.s4b0 with b₁ := c.s4b0.b₁, b₂ := c.s4b0.b₂, b₃ := c.s4b0.b₃, bp := c.s4b0.bp }
          s4b1 := { w.s4b1 with b₁ := c.s4b1.b₁, b₂ := c.s4b1.b₂, b₃ := c.s4b1.b₃ }
          s4b2 := { w.s4b2 with b₁ := c.s4b2.b₁, b₂ := c.s4b2.b₂, b₃ := c.s4b2.b₃ } } x =
      resnet50ForwardBFull N q w x := by sorry

end Proofs
