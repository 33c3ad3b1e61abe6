import Specs.Codegen.ResNet50Graph

/-!
# What the graphs of ResNet-50 consist of

States: which parameters a graph takes, which of its convolutions have stride 2, how many rectifiers
it has, and that the parts of the network have the numbers that its census adds up: 3 parameters in
the stem, 9 or 12 in a bottleneck, 2 in the head, which is 3 + 12 * 9 + 4 * 12 + 2 = 161; seven
strided convolutions, of which the stem has one and each halving two; three rectifiers in a block.

Everything in this file is stated by this project.
-/

namespace Proofs

namespace StableHLO

/-! ## Counting -/

/-- The names of the parameters of an operation; zeros that are named by their width are none.
Trust: ours. -/
noncomputable def opParams : {a b : ℕ} → (op : BatchableOp a b) → Finset String
  | _, _, .conv (oc := oc) wName bName _ _ =>
      if bName = biasName false "" oc then {wName} else {wName, bName}
  | _, _, .convBf16 (oc := oc) _ wName bName _ _ =>
      if bName = biasName false "" oc then {wName} else {wName, bName}
  | _, _, .convStrided (oc := oc) wName bName _ _ =>
      if bName = biasName false "" oc then {wName} else {wName, bName}
  | _, _, .convStridedBf16 (oc := oc) _ wName bName _ _ =>
      if bName = biasName false "" oc then {wName} else {wName, bName}
  | _, _, .relu => ∅
  | _, _, .maxPool3s2 => ∅
  | _, _, .gap => ∅
  | _, _, .dense wName bName _ _ => {wName, bName}

/-- The names of the parameters of a graph.
Trust: ours. -/
noncomputable def params : {n : ℕ} → (e : SHlo n) → Finset String
  | _, .operand _ _ => ∅
  | _, .batchOp op e => opParams op ∪ params e
  | _, .bnBatchF gName bName _ _ _ _ e => {gName, bName} ∪ params e
  | _, .addVB e₁ e₂ => params e₁ ∪ params e₂
  | _, .selectPosB _ _ e => params e
  | _, .maxPoolBackB _ _ e => params e
  | _, .denseRowBack wName _ e => {wName} ∪ params e

/-- The kernels of an operation, if it has stride 2.
Trust: ours. -/
noncomputable def opStrided : {a b : ℕ} → (op : BatchableOp a b) → Finset String
  | _, _, .convStrided wName _ _ _ => {wName}
  | _, _, .convStridedBf16 _ wName _ _ _ => {wName}
  | _, _, _ => ∅

/-- The names of the kernels of the strided convolutions of a graph.
Trust: ours. -/
noncomputable def strided : {n : ℕ} → (e : SHlo n) → Finset String
  | _, .operand _ _ => ∅
  | _, .batchOp op e => opStrided op ∪ strided e
  | _, .bnBatchF _ _ _ _ _ _ e => strided e
  | _, .addVB e₁ e₂ => strided e₁ ∪ strided e₂
  | _, .selectPosB _ _ e => strided e
  | _, .maxPoolBackB _ _ e => strided e
  | _, .denseRowBack _ _ e => strided e

/-- 1 for the rectifier.
Trust: ours. -/
def opRelus : {a b : ℕ} → (op : BatchableOp a b) → ℕ
  | _, _, .relu => 1
  | _, _, _ => 0

/-- How many rectifiers the tree of a graph has: what two operands share counts for each.
Trust: ours. -/
def relus : {n : ℕ} → (e : SHlo n) → ℕ
  | _, .operand _ _ => 0
  | _, .batchOp op e => opRelus op + relus e
  | _, .bnBatchF _ _ _ _ _ _ e => relus e
  | _, .addVB e₁ e₂ => relus e₁ + relus e₂
  | _, .selectPosB _ _ e => relus e
  | _, .maxPoolBackB _ _ e => relus e
  | _, .denseRowBack _ _ e => relus e

/-! ## The census -/

/-- The stem has three parameters, one strided convolution, one rectifier.
Trust: ours. -/
theorem r34StemGraphB_census (epsStr x : String) (N h w : ℕ) {ic oc : ℕ} (Ws : Kernel4 oc ic 7 7)
    (bs : Vec oc) (εs : ℝ) (γs βs : Vec oc) (bf16 : Bool)
    (v : Vec (N * (ic * (2 * (2 * h)) * (2 * (2 * w))))) :
    (params (r34StemGraphB epsStr N h w Ws bs εs γs βs bf16 (.operand x v))).card = 3 ∧
      strided (r34StemGraphB epsStr N h w Ws bs εs γs βs bf16 (.operand x v)) = {"%sW"} ∧
      relus (r34StemGraphB epsStr N h w Ws bs εs γs βs bf16 (.operand x v)) = 1 := by sorry

/-- A bottleneck with a plain skip has nine parameters, no strided convolution, three rectifiers.
Trust: ours. -/
theorem r50IdGraphB_census (p epsStr x : String) (N h w : ℕ) {mid oc : ℕ} (pw : R50IdW mid oc)
    (bf16 : Bool) (v : Vec (N * (oc * h * w))) :
    (params (r50IdGraphB p epsStr N h w pw bf16 (.operand x v))).card = 9 ∧
      strided (r50IdGraphB p epsStr N h w pw bf16 (.operand x v)) = ∅ ∧
      relus (r50IdGraphB p epsStr N h w pw bf16 (.operand x v)) = 3 := by sorry

/-- A bottleneck with a projection has twelve parameters, no strided convolution, three rectifiers.
Trust: ours. -/
theorem r50ProjGraphB_census (p epsStr x : String) (N h w : ℕ) {ic mid oc : ℕ}
    (pw : R50ProjW ic mid oc) (bf16 : Bool) (v : Vec (N * (ic * h * w))) :
    (params (r50ProjGraphB p epsStr N h w pw bf16 (.operand x v))).card = 12 ∧
      strided (r50ProjGraphB p epsStr N h w pw bf16 (.operand x v)) = ∅ ∧
      relus (r50ProjGraphB p epsStr N h w pw bf16 (.operand x v)) = 3 := by sorry

/-- A bottleneck that halves has twelve parameters, three rectifiers; strided are its 3 × 3 and its
skip.
Trust: ours. -/
theorem r50DownGraphB_census (p epsStr x : String) (N h w : ℕ) {ic mid oc : ℕ}
    (pw : R50ProjW ic mid oc) (bf16 : Bool) (v : Vec (N * (ic * (2 * h) * (2 * w)))) :
    (params (r50DownGraphB p epsStr N h w pw bf16 (.operand x v))).card = 12 ∧
      strided (r50DownGraphB p epsStr N h w pw bf16 (.operand x v)) =
        {"%" ++ p ++ "W2", "%" ++ p ++ "Wp"} ∧
      relus (r50DownGraphB p epsStr N h w pw bf16 (.operand x v)) = 3 := by sorry

/-- The head has two parameters.
Trust: ours. -/
theorem r34HeadGraphB_census (x : String) (N h w : ℕ) {c nCls : ℕ} (Wd : Mat c nCls)
    (bd : Vec nCls) (v : Vec (N * (c * h * w))) :
    params (r34HeadGraphB N h w Wd bd (.operand x v)) = {"%Wd", "%bd"} ∧
      relus (r34HeadGraphB N h w Wd bd (.operand x v)) = 0 := by sorry

/-! ## The ladder of resolutions -/

/-- The rows of an image at the input, after the stem's convolution, and in the stages 1 to 4.
Trust: ours. -/
def r50Sides (q : ℕ) : List ℕ :=
  [2 * (2 * (2 * (2 * (2 * q)))), 2 * (2 * (2 * (2 * q))), 2 * (2 * (2 * q)), 2 * (2 * q), 2 * q, q]

/-- The two resolutions that the network ships at.
Trust: ours. -/
theorem r50Sides_shipped : r50Sides 7 = [2 ^ 5 * 7, 112, 8 * 7, 28, 14, 7] ∧
    r50Sides 5 = [2 ^ 5 * 5, 80, 8 * 5, 20, 10, 5] ∧ 2 ^ 5 * 7 = 224 ∧ 2 ^ 5 * 5 = 160 := by sorry

end StableHLO

end Proofs
