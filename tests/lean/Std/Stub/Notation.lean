import Std.Stub.Known
/-! The notations of Mathlib that statements use, with Mathlib's precedences, and the instances that
speak of generated constants. -/
set_option linter.unusedVariables false
universe u v w

/-! ### Bundled maps are functions -/
section
variable {α : Type u} {β : Type v}
@[instance] axiom Function.Embedding.instFunLike : DFunLike (Function.Embedding α β) α (fun _ => β)
@[instance] axiom OrderIso.instFunLike : DFunLike (OrderIso α β) α (fun _ => β)
@[instance] axiom OrderEmbedding.instFunLike : DFunLike (OrderEmbedding α β) α (fun _ => β)
@[instance] axiom RingHom.instFunLike : DFunLike (RingHom α β) α (fun _ => β)
@[instance] axiom MonoidHom.instFunLike : DFunLike (MonoidHom α β) α (fun _ => β)
@[instance] axiom AddMonoidHom.instFunLike : DFunLike (AddMonoidHom α β) α (fun _ => β)
@[instance] axiom Homeomorph.instFunLike : DFunLike (Homeomorph α β) α (fun _ => β)
@[instance] axiom ContinuousMap.instFunLike : DFunLike (ContinuousMap α β) α (fun _ => β)
@[instance] axiom MeasureTheory.Measure.instFunLike :
    DFunLike (MeasureTheory.Measure α) (Set α) (fun _ => ENNReal)
variable {R : Type w} [Add α] [Add β] [SMul R α] [SMul R β]
instance : DFunLike (LinearMap R α β) α (fun _ => β) := ⟨LinearMap.toFun⟩
instance : DFunLike (ContinuousLinearMap R α β) α (fun _ => β) := ⟨ContinuousLinearMap.toFun⟩
@[instance] axiom LinearEquiv.instFunLike : DFunLike (LinearEquiv R α β) α (fun _ => β)
@[instance] axiom ContinuousLinearEquiv.instFunLike :
    DFunLike (ContinuousLinearEquiv R α β) α (fun _ => β)
end
@[coe_decl] instance {R : Type u} [Preorder R] : CoeFun (StieltjesFunction R) (fun _ => R → Real) :=
  ⟨StieltjesFunction.toFun⟩
noncomputable instance {l m n α : Type} : HMul (Matrix l m α) (Matrix m n α) (Matrix l n α) :=
  ⟨Matrix.mul⟩

/-! ### Norms of families -/
axiom Pi.normAxiom {ι : Type u} {E : ι → Type v} : Norm ((i : ι) → E i)
axiom Pi.distAxiom {ι : Type u} {E : ι → Type v} : Dist ((i : ι) → E i)
noncomputable instance Pi.normedAddCommGroup {ι : Type u} {E : ι → Type v} [Fintype ι]
    [∀ i, NormedAddCommGroup (E i)] : NormedAddCommGroup ((i : ι) → E i) :=
  { Pi.normAxiom, Pi.distAxiom, Pi.addCommGroup with }

/-! ### Notation -/
macro:max atomic("|" noWs) a:term noWs "|" : term => `(abs $a)
notation "‖" e "‖" => Norm.norm e
notation "⌊" a "⌋" => Int.floor a
notation "⌈" a "⌉" => Int.ceil a
notation "⌊" a "⌋₊" => Nat.floor a
notation "⌈" a "⌉₊" => Nat.ceil a
prefix:max "√" => Real.sqrt
notation:max f "^[" n "]" => Nat.iterate f n
infixr:82 " ×ˢ " => SProd.sprod
infixr:80 " '' " => Set.image
infixr:80 " ⁻¹' " => Set.preimage
infixr:25 " ↪ " => Function.Embedding
infixl:72 " ⬝ᵥ " => dotProduct
infixr:73 " *ᵥ " => Matrix.mulVec
infixl:73 " ᵥ* " => Matrix.vecMul
postfix:1024 "ᵀ" => Matrix.transpose
notation:25 M " →ₗ[" R:25 "] " M₂:0 => LinearMap R M M₂
notation:25 M " →L[" R "] " M₂ => ContinuousLinearMap R M M₂
notation:50 M " ≃ₗ[" R "] " M₂ => LinearEquiv R M M₂
notation:50 M " ≃L[" R "] " M₂ => ContinuousLinearEquiv R M M₂
notation:50 f " =ᶠ[" l:50 "] " g:50 => Filter.EventuallyEq l f g
notation:50 f " ≤ᶠ[" l:50 "] " g:50 => Filter.EventuallyLE l f g
namespace Topology
scoped notation "𝓝" => nhds
end Topology
namespace Real
scoped notation "π" => Real.pi
end Real
macro "∀ᶠ " x:term:max " in " f:term ", " p:term : term => `(Filter.Eventually (fun $x => $p) $f)
macro "∃ᶠ " x:term:max " in " f:term ", " p:term : term => `(Filter.Frequently (fun $x => $p) $f)

/-! `∃!`, sets given by a condition, vectors given by their entries -/
macro "∃! " x:ident ", " p:term : term => `(ExistsUnique fun $x:ident => $p)
macro "∃! " x:ident " : " t:term ", " p:term : term => `(ExistsUnique fun ($x:ident : $t) => $p)
macro "{" x:ident " | " p:term "}" : term => `(setOf fun $x:ident => $p)
macro "{" x:ident " : " t:term " | " p:term "}" : term => `(setOf fun ($x:ident : $t) => $p)
macro "{" x:ident " ∈ " s:term " | " p:term "}" : term => `(setOf fun $x:ident => $x ∈ $s ∧ $p)
syntax "![" term,* "]" : term
macro_rules
  | `(![]) => `(Matrix.vecEmpty)
  | `(![$x]) => `(Matrix.vecCons $x ![])
  | `(![$x, $xs,*]) => `(Matrix.vecCons $x ![$xs,*])

/-! Big operators: the body is read at 67, between `*` and `+`. -/
macro "∑ " x:term:max ", " b:term:67 : term => `(Finset.sum Finset.univ (fun $x => $b))
macro "∑ " x:term:max " : " t:term ", " b:term:67 : term =>
  `(Finset.sum (Finset.univ : Finset $t) (fun $x => $b))
macro "∑ " x:term:max " ∈ " s:term ", " b:term:67 : term => `(Finset.sum $s (fun $x => $b))
macro "∑ " x:term:max " with " p:term ", " b:term:67 : term =>
  `(Finset.sum (Finset.filter (fun $x => $p) Finset.univ) (fun $x => $b))
macro "∑ " x:term:max " : " t:term " with " p:term ", " b:term:67 : term =>
  `(Finset.sum (Finset.filter (fun $x => $p) (Finset.univ : Finset $t)) (fun $x => $b))
macro "∑ " x:term:max " ∈ " s:term " with " p:term ", " b:term:67 : term =>
  `(Finset.sum (Finset.filter (fun $x => $p) $s) (fun $x => $b))
macro "∏ " x:term:max ", " b:term:67 : term => `(Finset.prod Finset.univ (fun $x => $b))
macro "∏ " x:term:max " : " t:term ", " b:term:67 : term =>
  `(Finset.prod (Finset.univ : Finset $t) (fun $x => $b))
macro "∏ " x:term:max " ∈ " s:term ", " b:term:67 : term => `(Finset.prod $s (fun $x => $b))
macro "∏ " x:term:max " ∈ " s:term " with " p:term ", " b:term:67 : term =>
  `(Finset.prod (Finset.filter (fun $x => $p) $s) (fun $x => $b))
/-! Several bracketed binders: one sum over the product, and a pattern. -/
macro "∑ " "(" x:term:max " : " s:term ") " "(" y:term:max " : " t:term ")" ", " b:term:67 : term =>
  `(Finset.sum ((Finset.univ : Finset $s) ×ˢ (Finset.univ : Finset $t)) (fun ⟨$x, $y⟩ => $b))
macro "∑ " "(" x:term:max " ∈ " s:term ") " "(" y:term:max " ∈ " t:term ")" ", " b:term:67 : term =>
  `(Finset.sum ($s ×ˢ $t) (fun ⟨$x, $y⟩ => $b))
macro "∏ " "(" x:term:max " : " s:term ") " "(" y:term:max " : " t:term ")" ", " b:term:67 : term =>
  `(Finset.prod ((Finset.univ : Finset $s) ×ˢ (Finset.univ : Finset $t)) (fun ⟨$x, $y⟩ => $b))
macro "∏ " "(" x:term:max " ∈ " s:term ") " "(" y:term:max " ∈ " t:term ")" ", " b:term:67 : term =>
  `(Finset.prod ($s ×ˢ $t) (fun ⟨$x, $y⟩ => $b))

/-! Suprema, infima, unions and intersections over one variable: the body is read at 60. -/
macro "⨆ " x:term:max ", " b:term:60 : term => `(iSup fun $x => $b)
macro "⨆ " x:ident " : " t:term ", " b:term:60 : term => `(iSup fun ($x:ident : $t) => $b)
macro "⨅ " x:term:max ", " b:term:60 : term => `(iInf fun $x => $b)
macro "⨅ " x:ident " : " t:term ", " b:term:60 : term => `(iInf fun ($x:ident : $t) => $b)
macro "⋃ " x:term:max ", " b:term:60 : term => `(Set.iUnion fun $x => $b)
macro "⋃ " x:ident " : " t:term ", " b:term:60 : term => `(Set.iUnion fun ($x:ident : $t) => $b)
macro "⋂ " x:term:max ", " b:term:60 : term => `(Set.iInter fun $x => $b)
macro "⋂ " x:ident " : " t:term ", " b:term:60 : term => `(Set.iInter fun ($x:ident : $t) => $b)

/-! ### Attributes and tactics that have no effect on a statement -/
syntax "fun_prop" : attr
macro_rules | `(attr| fun_prop) => `(attr| nospecialize)
namespace Lean.Parser.Tactic
macro "norm_num" closerArgs : tactic => `(tactic| exact sorry)
macro "linarith" closerArgs : tactic => `(tactic| exact sorry)
macro "nlinarith" closerArgs : tactic => `(tactic| exact sorry)
macro "field_simp" closerArgs : tactic => `(tactic| exact sorry)
macro "ring" : tactic => `(tactic| exact sorry)
macro "positivity" : tactic => `(tactic| exact sorry)
macro "fun_prop" : tactic => `(tactic| exact sorry)
macro "aesop" : tactic => `(tactic| exact sorry)
end Lean.Parser.Tactic
