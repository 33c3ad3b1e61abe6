-- Real functions, norms, linear maps, derivatives, filters, measures.
axiom Real.sqrt (x : Real) : Real
axiom Real.exp (x : Real) : Real
axiom Real.log (x : Real) : Real
axiom Real.logb (b x : Real) : Real
axiom Real.tanh (x : Real) : Real
axiom Real.sinh (x : Real) : Real
axiom Real.cosh (x : Real) : Real
axiom Real.cos (x : Real) : Real
axiom Real.sin (x : Real) : Real
axiom Real.tan (x : Real) : Real
axiom Real.arctan (x : Real) : Real
axiom Real.arcsin (x : Real) : Real
axiom Real.pi : Real
axiom Real.rpow (x y : Real) : Real
axiom Real.sign (x : Real) : Real
axiom Real.sigmoid (x : Real) : Real
axiom Real.Gamma (x : Real) : Real
axiom Real.toNNReal (x : Real) : NNReal
axiom Real.nnabs (x : Real) : NNReal
axiom NNReal.toReal (x : NNReal) : Real
axiom NNReal.sqrt (x : NNReal) : NNReal
axiom ENNReal.ofReal (x : Real) : ENNReal
axiom ENNReal.toReal (x : ENNReal) : Real
axiom ENNReal.toNNReal (x : ENNReal) : NNReal
axiom ENNReal.ofNNReal (x : NNReal) : ENNReal
axiom Complex.re (z : Complex) : Real
axiom Complex.im (z : Complex) : Real
axiom Complex.ofReal (x : Real) : Complex
axiom Complex.exp (z : Complex) : Complex
axiom Complex.I : Complex
axiom Norm.norm {E : Type} (x : E) : Real
export Norm (norm)
axiom NNNorm.nnnorm {E : Type} (x : E) : NNReal
axiom Dist.dist {α : Type} (x y : α) : Real
export Dist (dist)
axiom Inner.inner (𝕜 : Type) {E : Type} (x y : E) : 𝕜
export Inner (inner)
axiom Metric.ball {α : Type} (x : α) (ε : Real) : Set α
axiom Metric.closedBall {α : Type} (x : α) (ε : Real) : Set α
axiom Metric.sphere {α : Type} (x : α) (ε : Real) : Set α
axiom segment (𝕜 : Type) {E : Type} (x y : E) : Set E
axiom convexHull (𝕜 : Type) {E : Type} (s : Set E) : Set E
axiom Convex (𝕜 : Type) {E : Type} (s : Set E) : Prop
axiom ConvexOn (𝕜 : Type) {E β : Type} (s : Set E) (f : E → β) : Prop
axiom ConcaveOn (𝕜 : Type) {E β : Type} (s : Set E) (f : E → β) : Prop
-- Linear maps. Mathlib nests the structures; here the fields stand flat (see DIVERGENCES).
structure LinearMap (R M M₂ : Type) where
  mk ::
  toFun : M → M₂
  map_add' : ∀ x y : M, toFun (x + y) = toFun x + toFun y
  map_smul' : ∀ (r : R) (x : M), toFun (r • x) = r • toFun x
structure ContinuousLinearMap (R M M₂ : Type) where
  mk ::
  toFun : M → M₂
  map_add' : ∀ x y : M, toFun (x + y) = toFun x + toFun y
  map_smul' : ∀ (r : R) (x : M), toFun (r • x) = r • toFun x
  cont : Continuous toFun
axiom LinearEquiv (R M M₂ : Type) : Type
axiom ContinuousLinearEquiv (R M M₂ : Type) : Type
axiom LinearMap.toContinuousLinearMap {R M M₂ : Type} (f : LinearMap R M M₂) : ContinuousLinearMap R M M₂
axiom LinearMap.comp {R M M₂ M₃ : Type} (g : LinearMap R M₂ M₃) (f : LinearMap R M M₂) : LinearMap R M M₃
axiom LinearMap.id {R M : Type} : LinearMap R M M
axiom ContinuousLinearMap.pi {R M : Type} {ι : Type} {φ : ι → Type} (f : (i : ι) → ContinuousLinearMap R M (φ i)) : ContinuousLinearMap R M ((i : ι) → φ i)
axiom ContinuousLinearMap.proj {R : Type} {ι : Type} {φ : ι → Type} (i : ι) : ContinuousLinearMap R ((j : ι) → φ j) (φ i)
axiom ContinuousLinearMap.comp {R M M₂ M₃ : Type} (g : ContinuousLinearMap R M₂ M₃) (f : ContinuousLinearMap R M M₂) : ContinuousLinearMap R M M₃
axiom ContinuousLinearMap.id (R M : Type) : ContinuousLinearMap R M M
axiom ContinuousLinearMap.smulRight {R M M₂ : Type} (c : ContinuousLinearMap R M R) (f : M₂) : ContinuousLinearMap R M M₂
axiom ContinuousLinearMap.toLinearMap {R M M₂ : Type} (f : ContinuousLinearMap R M M₂) : LinearMap R M M₂
axiom ContinuousLinearMap.fst (R M M₂ : Type) : ContinuousLinearMap R (M × M₂) M
axiom ContinuousLinearMap.snd (R M M₂ : Type) : ContinuousLinearMap R (M × M₂) M₂
axiom ContinuousMap (α β : Type) : Type
axiom Homeomorph (α β : Type) : Type
axiom OrderIso (α β : Type) : Type
axiom OrderEmbedding (α β : Type) : Type
axiom RingHom (α β : Type) : Type
axiom MonoidHom (α β : Type) : Type
axiom AddMonoidHom (α β : Type) : Type
-- Matrices
def Matrix (m n α : Type) : Type := m → n → α
axiom Matrix.of {m n α : Type} : (m → n → α) ≃ Matrix m n α
axiom Matrix.transpose {m n α : Type} (M : Matrix m n α) : Matrix n m α
axiom Matrix.conjTranspose {m n α : Type} (M : Matrix m n α) : Matrix n m α
axiom Matrix.diagonal {n α : Type} (d : n → α) : Matrix n n α
axiom Matrix.diag {n α : Type} (A : Matrix n n α) : n → α
axiom Matrix.mulVec {m n α : Type} (M : Matrix m n α) (v : n → α) : m → α
axiom Matrix.vecMul {m n α : Type} (v : m → α) (M : Matrix m n α) : n → α
axiom Matrix.vecMulVec {m n α : Type} (w : m → α) (v : n → α) : Matrix m n α
axiom Matrix.trace {n α : Type} (A : Matrix n n α) : α
axiom Matrix.det {n α : Type} (M : Matrix n n α) : α
axiom Matrix.PosSemidef {n α : Type} (M : Matrix n n α) : Prop
axiom Matrix.PosDef {n α : Type} (M : Matrix n n α) : Prop
axiom Matrix.IsSymm {α n : Type} (A : Matrix n n α) : Prop
axiom Matrix.IsHermitian {α n : Type} (A : Matrix n n α) : Prop
axiom Matrix.map {m n α β : Type} (M : Matrix m n α) (f : α → β) : Matrix m n β
axiom Matrix.submatrix {l m n o α : Type} (A : Matrix m n α) (r : l → m) (c : o → n) : Matrix l o α
axiom Matrix.rank {m n α : Type} (A : Matrix m n α) : Nat
axiom Matrix.vecEmpty {α : Type} : Fin 0 → α
axiom Matrix.vecCons {α : Type} {n : Nat} (h : α) (t : Fin n → α) : Fin (n + 1) → α
axiom Matrix.toEuclideanLin {m n 𝕜 : Type} : Matrix m n 𝕜 → LinearMap 𝕜 (EuclideanSpace 𝕜 n) (EuclideanSpace 𝕜 m)
-- `M * N` of matrices of different shapes (Lean: the instance of `HMul` for matrices)
axiom Matrix.mul {l m n α : Type} (M : Matrix l m α) (N : Matrix m n α) : Matrix l n α
axiom dotProduct {m α : Type} (v w : m → α) : α
axiom Pi.single {ι : Type} {M : ι → Type} (i : ι) (x : M i) (j : ι) : M j
structure WithLp (p : ENNReal) (V : Type) where
  mk ::
  ofLp : V
-- Mathlib's constructor, with `p` explicit
def WithLp.toLp (p : ENNReal) {V : Type} (ofLp : V) : WithLp p V := ⟨ofLp⟩
abbrev PiLp (p : ENNReal) {ι : Type} (α : ι → Type) : Type := WithLp p ((i : ι) → α i)
abbrev EuclideanSpace (𝕜 n : Type) : Type := PiLp 2 fun _ : n => 𝕜
axiom EuclideanSpace.single {ι 𝕜 : Type} (i : ι) (a : 𝕜) : EuclideanSpace 𝕜 ι
axiom EuclideanSpace.equiv (ι 𝕜 : Type) : ContinuousLinearEquiv 𝕜 (EuclideanSpace 𝕜 ι) (ι → 𝕜)
-- Continuity and derivatives
axiom Continuous {X Y : Type} (f : X → Y) : Prop
axiom ContinuousAt {X Y : Type} (f : X → Y) (x : X) : Prop
axiom ContinuousOn {X Y : Type} (f : X → Y) (s : Set X) : Prop
axiom ContinuousWithinAt {X Y : Type} (f : X → Y) (s : Set X) (x : X) : Prop
axiom UniformContinuous {X Y : Type} (f : X → Y) : Prop
axiom LipschitzWith {α β : Type} (K : NNReal) (f : α → β) : Prop
axiom LipschitzOnWith {α β : Type} (K : NNReal) (f : α → β) (s : Set α) : Prop
axiom Differentiable (𝕜 : Type) {E F : Type} (f : E → F) : Prop
axiom DifferentiableAt (𝕜 : Type) {E F : Type} (f : E → F) (x : E) : Prop
axiom DifferentiableOn (𝕜 : Type) {E F : Type} (f : E → F) (s : Set E) : Prop
axiom DifferentiableWithinAt (𝕜 : Type) {E F : Type} (f : E → F) (s : Set E) (x : E) : Prop
axiom fderiv (𝕜 : Type) {E F : Type} (f : E → F) (x : E) : ContinuousLinearMap 𝕜 E F
axiom deriv {𝕜 F : Type} (f : 𝕜 → F) (x : 𝕜) : F
axiom iteratedDeriv {𝕜 F : Type} (n : Nat) (f : 𝕜 → F) (x : 𝕜) : F
axiom gradient {𝕜 F : Type} (f : F → 𝕜) (x : F) : F
axiom HasFDerivAt {𝕜 E F : Type} (f : E → F) (f' : ContinuousLinearMap 𝕜 E F) (x : E) : Prop
axiom HasStrictFDerivAt {𝕜 E F : Type} (f : E → F) (f' : ContinuousLinearMap 𝕜 E F) (x : E) : Prop
axiom HasDerivAt {𝕜 F : Type} (f : 𝕜 → F) (f' : F) (x : 𝕜) : Prop
axiom HasDerivWithinAt {𝕜 F : Type} (f : 𝕜 → F) (f' : F) (s : Set 𝕜) (x : 𝕜) : Prop
axiom HasGradientAt {𝕜 F : Type} (f : F → 𝕜) (f' x : F) : Prop
axiom ContDiff (𝕜 : Type) {E F : Type} (n : WithTop ENat) (f : E → F) : Prop
axiom DifferentiableAt.comp {𝕜 E F G : Type} {f : E → F} (x : E) {g : F → G} (hg : DifferentiableAt 𝕜 g (f x)) (hf : DifferentiableAt 𝕜 f x) : DifferentiableAt 𝕜 (g ∘ f) x
axiom Differentiable.comp {𝕜 E F G : Type} {f : E → F} {g : F → G} (hg : Differentiable 𝕜 g) (hf : Differentiable 𝕜 f) : Differentiable 𝕜 (g ∘ f)
axiom Differentiable.differentiableAt {𝕜 E F : Type} {f : E → F} {x : E} (h : Differentiable 𝕜 f) : DifferentiableAt 𝕜 f x
axiom differentiable_id {𝕜 E : Type} : Differentiable 𝕜 (fun x : E => x)
axiom differentiable_const {𝕜 E F : Type} (c : F) : Differentiable 𝕜 (fun _ : E => c)
axiom differentiableAt_id {𝕜 E : Type} {x : E} : DifferentiableAt 𝕜 (fun x : E => x) x
-- Filters
axiom Filter (α : Type) : Type
axiom Filter.Eventually {α : Type} (p : α → Prop) (f : Filter α) : Prop
axiom Filter.Frequently {α : Type} (p : α → Prop) (f : Filter α) : Prop
axiom Filter.EventuallyEq {α β : Type} (l : Filter α) (f g : α → β) : Prop
axiom Filter.EventuallyLE {α β : Type} (l : Filter α) (f g : α → β) : Prop
axiom Filter.Tendsto {α β : Type} (f : α → β) (l₁ : Filter α) (l₂ : Filter β) : Prop
axiom Filter.atTop {α : Type} : Filter α
axiom Filter.atBot {α : Type} : Filter α
axiom Filter.map {α β : Type} (f : α → β) (l : Filter α) : Filter β
axiom Filter.principal {α : Type} (s : Set α) : Filter α
axiom nhds {X : Type} (x : X) : Filter X
axiom nhdsWithin {X : Type} (x : X) (s : Set X) : Filter X
axiom IsOpen {X : Type} (s : Set X) : Prop
axiom IsClosed {X : Type} (s : Set X) : Prop
axiom IsCompact {X : Type} (s : Set X) : Prop
axiom closure {X : Type} (s : Set X) : Set X
axiom interior {X : Type} (s : Set X) : Set X
axiom Dense {X : Type} (s : Set X) : Prop
-- Measures and probability
axiom MeasureTheory.Measure (α : Type) : Type
axiom MeasureTheory.MeasureSpace.volume {α : Type} : MeasureTheory.Measure α
namespace MeasureTheory
export MeasureSpace (volume)
end MeasureTheory
axiom MeasureTheory.integral {α E : Type} (μ : MeasureTheory.Measure α) (f : α → E) : E
axiom MeasureTheory.Measure.restrict {α : Type} (μ : MeasureTheory.Measure α) (s : Set α) : MeasureTheory.Measure α
axiom MeasureTheory.Measure.real {α : Type} (μ : MeasureTheory.Measure α) (s : Set α) : Real
axiom MeasureTheory.Measure.map {α β : Type} (f : α → β) (μ : MeasureTheory.Measure α) : MeasureTheory.Measure β
axiom MeasureTheory.Measure.pi {ι : Type} {α : ι → Type} (μ : (i : ι) → MeasureTheory.Measure (α i)) : MeasureTheory.Measure ((i : ι) → α i)
axiom MeasureTheory.Measure.dirac {α : Type} (a : α) : MeasureTheory.Measure α
axiom MeasureTheory.Integrable {E α : Type} (f : α → E) (μ : MeasureTheory.Measure α := MeasureTheory.MeasureSpace.volume) : Prop
axiom MeasureTheory.IsProbabilityMeasure {α : Type} (μ : MeasureTheory.Measure α) : Prop
axiom MeasureTheory.IsFiniteMeasure {α : Type} (μ : MeasureTheory.Measure α) : Prop
axiom MeasureTheory.NoAtoms {α : Type} (μ : MeasureTheory.Measure α) : Prop
axiom MeasureTheory.Measure.IsOpenPosMeasure {α : Type} (μ : MeasureTheory.Measure α) : Prop
axiom MeasureTheory.AEStronglyMeasurable {α β : Type} (f : α → β) (μ : MeasureTheory.Measure α) : Prop
axiom MeasureTheory.NullSingletonClass {α : Type} (μ : MeasureTheory.Measure α) : Prop
axiom Measurable {α β : Type} (f : α → β) : Prop
axiom MeasurableSet {α : Type} (s : Set α) : Prop
structure StieltjesFunction (R : Type) : Type where
  mk ::
  toFun : R → Real
  mono' : Monotone toFun
  right_continuous' : ∀ x : R, ContinuousWithinAt toFun (Set.Ici x) x
axiom ProbabilityTheory.gaussianReal (μ : Real) (v : NNReal) : MeasureTheory.Measure Real
axiom ProbabilityTheory.cdf (μ : MeasureTheory.Measure Real) : StieltjesFunction Real
axiom ProbabilityTheory.gaussianPDFReal (μ : Real) (v : NNReal) (x : Real) : Real
axiom ProbabilityTheory.stdGaussian (E : Type) : MeasureTheory.Measure E
axiom ProbabilityTheory.iIndepFun {Ω ι : Type} {β : ι → Type} (f : (i : ι) → Ω → β i) (μ : MeasureTheory.Measure Ω) : Prop
axiom ProbabilityTheory.HasLaw {Ω 𝓧 : Type} (X : Ω → 𝓧) (μ : MeasureTheory.Measure 𝓧) (P : MeasureTheory.Measure Ω) : Prop
-- Classes
axiom TopologicalSpace (X : Type) : Type
axiom MeasurableSpace (α : Type) : Type
axiom BorelSpace (α : Type) : Prop
axiom OpensMeasurableSpace (α : Type) : Prop
axiom SecondCountableTopology (α : Type) : Prop
axiom CompleteSpace (α : Type) : Prop
axiom PseudoMetricSpace (α : Type) : Type
axiom MetricSpace (α : Type) : Type
axiom NormedAddCommGroup (E : Type) : Type
axiom SeminormedAddCommGroup (E : Type) : Type
axiom NormedSpace (𝕜 E : Type) : Type
axiom NormedField (α : Type) : Type
axiom NontriviallyNormedField (α : Type) : Type
axiom InnerProductSpace (𝕜 E : Type) : Type
axiom FiniteDimensional (K V : Type) : Prop
axiom RCLike (K : Type) : Type
