/-- A constant added to each channel is lost: the bias of the convolution before.
Trust: ours. -/
theorem bnBatchLA_add_channel (N oc h w : ℕ) (ε : ℝ) (γ β a : Vec oc)
    (x : Fin N → Tensor3 oc h w) :
    bnBatchLA N oc h w ε γ β (Mat.flatten fun n => Tensor3.flatten fun c i j => x n c i j + a c) =
      bnBatchLA N oc h w ε γ β (Mat.flatten fun n => Tensor3.flatten (x n)) := by sorry

