import Std.Stub.Algebra
/-! The number types above `ℤ`, axiomatic: their operations and orders are unknown constants. -/
universe u v

axiom Rat : Type
axiom Real : Type
axiom Complex : Type
axiom NNReal : Type
axiom ENNReal : Type
axiom EReal : Type
notation "ℚ" => Rat
notation "ℝ" => Real
notation "ℂ" => Complex
notation "ℝ≥0" => NNReal
notation "ℝ≥0∞" => ENNReal

class RatCast (K : Type u) where
  ratCast : Rat → K
@[reducible] protected def Rat.cast {K : Type u} [RatCast K] : Rat → K := RatCast.ratCast
@[coe_decl] instance {K : Type u} [RatCast K] : CoeTail Rat K where coe := Rat.cast
@[coe_decl] instance {K : Type u} [RatCast K] : CoeHTCT Rat K where coe := Rat.cast

axiom Rat.fieldAxiom : Field ℚ
axiom Rat.linearOrderAxiom : LinearOrder ℚ
noncomputable instance Rat.instField : Field ℚ := Rat.fieldAxiom
noncomputable instance Rat.linearOrder : LinearOrder ℚ := Rat.linearOrderAxiom

axiom Real.fieldAxiom : Field ℝ
axiom Real.linearOrderAxiom : LinearOrder ℝ
axiom Real.ratCastAxiom : RatCast ℝ
noncomputable instance Real.instField : Field ℝ := Real.fieldAxiom
noncomputable instance Real.linearOrder : LinearOrder ℝ := Real.linearOrderAxiom
noncomputable instance Real.instRatCast : RatCast ℝ := Real.ratCastAxiom
noncomputable instance Real.instInhabited : Inhabited ℝ := ⟨0⟩

axiom Complex.fieldAxiom : Field ℂ
noncomputable instance Complex.instField : Field ℂ := Complex.fieldAxiom
axiom Complex.ofReal (x : ℝ) : ℂ
@[coe_decl] noncomputable instance : CoeOut ℝ ℂ := ⟨Complex.ofReal⟩

axiom NNReal.semiringAxiom : CommSemiring ℝ≥0
axiom NNReal.linearOrderAxiom : LinearOrder ℝ≥0
axiom NNReal.toReal (x : ℝ≥0) : ℝ
noncomputable instance : CommSemiring ℝ≥0 := NNReal.semiringAxiom
noncomputable instance : LinearOrder ℝ≥0 := NNReal.linearOrderAxiom
@[coe_decl] noncomputable instance : CoeOut ℝ≥0 ℝ := ⟨NNReal.toReal⟩

axiom ENNReal.semiringAxiom : CommSemiring ℝ≥0∞
axiom ENNReal.linearOrderAxiom : LinearOrder ℝ≥0∞
axiom ENNReal.ofNNReal (x : ℝ≥0) : ℝ≥0∞
noncomputable instance : CommSemiring ℝ≥0∞ := ENNReal.semiringAxiom
noncomputable instance : LinearOrder ℝ≥0∞ := ENNReal.linearOrderAxiom
@[coe_decl] noncomputable instance : CoeOut ℝ≥0 ℝ≥0∞ := ⟨ENNReal.ofNNReal⟩

/-! ### Norms -/
class Norm (E : Type u) where
  norm : E → ℝ
export Norm (norm)
class Dist (α : Type u) where
  dist : α → α → ℝ
export Dist (dist)
class SeminormedAddCommGroup (E : Type u) extends Norm E, AddCommGroup E
class NormedAddCommGroup (E : Type u) extends SeminormedAddCommGroup E, Dist E
class NormedField (α : Type u) extends Norm α, Field α
class NontriviallyNormedField (α : Type u) extends NormedField α
class RCLike (K : Type u) extends NontriviallyNormedField K
class NormedSpace (𝕜 : Type u)
    (E : Type v) [NormedField 𝕜] [SeminormedAddCommGroup E] extends Module 𝕜 E
class InnerProductSpace (𝕜 : Type u)
    (E : Type v) [RCLike 𝕜] [SeminormedAddCommGroup E] extends NormedSpace 𝕜 E

axiom Real.normAxiom : Norm ℝ
axiom Real.distAxiom : Dist ℝ
noncomputable instance Real.instRCLike : RCLike ℝ := { Real.normAxiom, Real.instField with }
noncomputable instance Real.normedAddCommGroup : NormedAddCommGroup ℝ :=
  { Real.normAxiom, Real.distAxiom, (inferInstance : AddCommGroup ℝ) with }
noncomputable instance NormedField.toNormedSpace : NormedSpace ℝ ℝ where
