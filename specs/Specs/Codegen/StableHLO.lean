import Specs.Architectures.MaxPool2
import Specs.Architectures.ResNetStages

/-!
# Graphs of tensor operations

States: the operations of one example that a graph applies to a batch (`BatchableOp`), graphs of
batched operations by the length of their result (`SHlo`), and what both denote (`denOp`, `den`). A
graph is a tree: what two operands share is written twice. A node carries its numbers, which count
for what it denotes, and the names by which its text calls them, which do not.

A batch enters in two ways. `batchOp` applies an operation of one example to each; a node of its own
is there for what reduces over the batch (`bnBatchF`), adds two batches (`addVB`), or needs of each
example something that was saved (`selectPosB`, `maxPoolBackB`).

Only the operations that the forward graph of ResNet-50 uses are here, and three of the backward.

Proofs: LeanMlir/Proofs/Codegen/StableHLO.lean of brettkoonce/lean4-mlir.
-/

namespace Proofs

namespace StableHLO

/-! ## Operations and graphs -/

/-- An operation of one example, from vectors of the first length to vectors of the second. The
kinds for `bf16` round both operands of the products by `rnd`, and add the bias after.
Trust: transcribed. -/
inductive BatchableOp : ℕ → ℕ → Type where
  | conv {ic oc h w kH kW : ℕ} (wName bName : String) (W : Kernel4 oc ic kH kW) (bias : Vec oc) :
      BatchableOp (ic * h * w) (oc * h * w)
  | convBf16 {ic oc h w kH kW : ℕ} (rnd : ℝ → ℝ) (wName bName : String) (W : Kernel4 oc ic kH kW)
      (bias : Vec oc) : BatchableOp (ic * h * w) (oc * h * w)
  | convStrided {ic oc h w kH kW : ℕ} (wName bName : String) (W : Kernel4 oc ic kH kW)
      (bias : Vec oc) : BatchableOp (ic * (2 * h) * (2 * w)) (oc * h * w)
  | convStridedBf16 {ic oc h w kH kW : ℕ} (rnd : ℝ → ℝ) (wName bName : String)
      (W : Kernel4 oc ic kH kW) (bias : Vec oc) :
      BatchableOp (ic * (2 * h) * (2 * w)) (oc * h * w)
  | relu {n : ℕ} : BatchableOp n n
  | maxPool3s2 {c h w : ℕ} : BatchableOp (c * (2 * h) * (2 * w)) (c * h * w)
  | gap {c h w : ℕ} : BatchableOp (c * h * w) c
  | dense {a c : ℕ} (wName bName : String) (W : Mat a c) (bias : Vec c) : BatchableOp a c

/-- A graph whose result has the given length.
Trust: transcribed. -/
inductive SHlo : ℕ → Type where
  | operand {n : ℕ} (name : String) (v : Vec n) : SHlo n
  | batchOp {N a b : ℕ} (op : BatchableOp a b) (e : SHlo (N * a)) : SHlo (N * b)
  | bnBatchF {N oc h w : ℕ} (gName bName epsStr : String) (ε : ℝ) (γ β : Vec oc)
      (e : SHlo (N * (oc * h * w))) : SHlo (N * (oc * h * w))
  | addVB {N n : ℕ} (e₁ e₂ : SHlo (N * n)) : SHlo (N * n)
  | selectPosB {N n : ℕ} (xName : String) (x : Vec (N * n)) (e : SHlo (N * n)) : SHlo (N * n)
  | maxPoolBackB {N c h w : ℕ} (xName : String) (x : Vec (N * (c * (2 * h) * (2 * w))))
      (e : SHlo (N * (c * h * w))) : SHlo (N * (c * (2 * h) * (2 * w)))
  | denseRowBack {N a c : ℕ} (wName : String) (W : Mat a c) (e : SHlo (N * c)) : SHlo (N * a)

/-! ## What they denote -/

/-- The map of one example that an operation denotes.
Trust: transcribed. -/
noncomputable def denOp : {a b : ℕ} → (op : BatchableOp a b) → (x : Vec a) → Vec b
  | _, _, .conv _ _ W bias => flatConv W bias
  | _, _, .convBf16 (oc := oc) (h := h) (w := w) rnd _ _ W bias => fun x =>
      let y := flatConv (h := h) (w := w) (fun o c p q => rnd (W o c p q)) (fun _ => 0)
        (fun i => rnd (x i))
      fun k => y k + Tensor3.flatten (fun (o : Fin oc) (_ : Fin h) (_ : Fin w) => bias o) k
  | _, _, .convStrided _ _ W bias => flatConvStride2 W bias
  | _, _, .convStridedBf16 (oc := oc) (h := h) (w := w) rnd _ _ W bias => fun x =>
      let y := flatConvStride2 (h := h) (w := w) (fun o c p q => rnd (W o c p q)) (fun _ => 0)
        (fun i => rnd (x i))
      fun k => y k + Tensor3.flatten (fun (o : Fin oc) (_ : Fin h) (_ : Fin w) => bias o) k
  | _, _, .relu (n := n) => Proofs.relu n
  | _, _, .maxPool3s2 (c := c) (h := h) (w := w) => maxPool3s2Flat c h w
  | _, _, .gap (c := c) (h := h) (w := w) => globalAvgPoolFlat c h w
  | _, _, .dense _ _ W bias => Proofs.dense W bias

/-- The vector that a graph denotes.
Trust: transcribed. -/
noncomputable def den : {n : ℕ} → (e : SHlo n) → Vec n
  | _, .operand _ v => v
  | _, .batchOp (N := N) op e => batchMap N (denOp op) (den e)
  | _, .bnBatchF (N := N) (oc := oc) (h := h) (w := w) _ _ _ ε γ β e =>
      bnBatchLA N oc h w ε γ β (den e)
  | _, .addVB e₁ e₂ => fun j => den e₁ j + den e₂ j
  | _, .selectPosB _ x e => fun i => if x i > 0 then den e i else 0
  | _, .maxPoolBackB (N := N) (c := c) (h := h) (w := w) _ x e =>
      batchMapAux N (maxPoolBackFlat c h w) x (den e)
  | _, .denseRowBack (N := N) (a := a) (c := c) _ W e => rowDenseBackFlat N a c W (den e)

/-! ## Convolutions at a precision, and names -/

/-- A convolution in the precision that the flag says.
Trust: transcribed. -/
def BatchableOp.convAt {ic oc h w kH kW : ℕ} (bf16 : Bool) (rnd : ℝ → ℝ) (wName bName : String)
    (W : Kernel4 oc ic kH kW) (bias : Vec oc) : BatchableOp (ic * h * w) (oc * h * w) :=
  if bf16 then .convBf16 rnd wName bName W bias else .conv wName bName W bias

/-- A convolution of stride 2 in the precision that the flag says.
Trust: transcribed. -/
def BatchableOp.convStridedAt {ic oc h w kH kW : ℕ} (bf16 : Bool) (rnd : ℝ → ℝ)
    (wName bName : String) (W : Kernel4 oc ic kH kW) (bias : Vec oc) :
    BatchableOp (ic * (2 * h) * (2 * w)) (oc * h * w) :=
  if bf16 then .convStridedBf16 rnd wName bName W bias else .convStrided wName bName W bias

/-- Where nothing is rounded, the precision does not count.
Trust: ours. -/
theorem denOp_convAt_id {ic oc h w kH kW : ℕ} (bf16 : Bool) (wName bName : String)
    (W : Kernel4 oc ic kH kW) (bias : Vec oc) (x : Vec (ic * h * w)) :
    denOp (BatchableOp.convAt (h := h) (w := w) bf16 id wName bName W bias) x =
      flatConv W bias x := by sorry

/-- Where nothing is rounded, the precision does not count at stride 2 either.
Trust: ours. -/
theorem denOp_convStridedAt_id {ic oc h w kH kW : ℕ} (bf16 : Bool) (wName bName : String)
    (W : Kernel4 oc ic kH kW) (bias : Vec oc) (x : Vec (ic * (2 * h) * (2 * w))) :
    denOp (BatchableOp.convStridedAt (h := h) (w := w) bf16 id wName bName W bias) x =
      flatConvStride2 W bias x := by sorry

/-- The name of the bias of a convolution: its own, or that of the zeros of its width.
Trust: transcribed. -/
noncomputable def biasName (convBias : Bool) (nm : String) (c : ℕ) : String :=
  if convBias then nm else "%zb" ++ toString c

end StableHLO

end Proofs
