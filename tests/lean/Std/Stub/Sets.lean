import Std.Stub.Numbers
/-! Sets, finite sets and finite types. -/
set_option linter.unusedVariables false
universe u v w

def Set (α : Type u) : Type u := α → Prop
def setOf {α : Type u} (p : α → Prop) : Set α := p
namespace Set
variable {α : Type u}
protected def Mem (s : Set α) (a : α) : Prop := s a
instance : Membership α (Set α) := ⟨Set.Mem⟩
protected def Subset (s t : Set α) : Prop := ∀ a, a ∈ s → a ∈ t
instance : HasSubset (Set α) := ⟨Set.Subset⟩
instance : HasSSubset (Set α) := ⟨fun s t => s ⊆ t ∧ ¬ t ⊆ s⟩
instance : EmptyCollection (Set α) := ⟨fun _ => False⟩
instance : Insert α (Set α) := ⟨fun a s => fun b => b = a ∨ b ∈ s⟩
instance : Singleton α (Set α) := ⟨fun a => fun b => b = a⟩
instance : Union (Set α) := ⟨fun s t => fun a => a ∈ s ∨ a ∈ t⟩
instance : Inter (Set α) := ⟨fun s t => fun a => a ∈ s ∧ a ∈ t⟩
instance : SDiff (Set α) := ⟨fun s t => fun a => a ∈ s ∧ ¬ a ∈ t⟩
instance : Compl (Set α) := ⟨fun s => fun a => ¬ a ∈ s⟩
instance : LE (Set α) := ⟨fun s t => s ⊆ t⟩
@[reducible] def Elem (s : Set α) : Type u := {x // x ∈ s}
@[coe_decl] instance : CoeSort (Set α) (Type u) := ⟨Elem⟩
end Set
class SupSet (α : Type u) where
  sSup : Set α → α
export SupSet (sSup)
class InfSet (α : Type u) where
  sInf : Set α → α
export InfSet (sInf)
axiom Real.supSetAxiom : SupSet ℝ
axiom Real.infSetAxiom : InfSet ℝ
noncomputable instance : SupSet ℝ := Real.supSetAxiom
noncomputable instance : InfSet ℝ := Real.infSetAxiom

axiom String.decEqAxiom : DecidableEq String
noncomputable instance : DecidableEq String := String.decEqAxiom

structure Multiset (α : Type u) where
  toList : List α
structure Finset (α : Type u) where
  val : Multiset α
namespace Finset
variable {α : Type u}
instance : Membership α (Finset α) := ⟨fun s a => a ∈ s.val.toList⟩
axiom emptyAxiom : Finset α
axiom insertAxiom (a : α) (s : Finset α) : Finset α
axiom unionAxiom (s t : Finset α) : Finset α
axiom interAxiom (s t : Finset α) : Finset α
axiom sdiffAxiom (s t : Finset α) : Finset α
noncomputable instance : EmptyCollection (Finset α) := ⟨emptyAxiom⟩
noncomputable instance [DecidableEq α] : Insert α (Finset α) := ⟨insertAxiom⟩
noncomputable instance : Singleton α (Finset α) := ⟨fun a => insertAxiom a emptyAxiom⟩
noncomputable instance [DecidableEq α] : Union (Finset α) := ⟨unionAxiom⟩
noncomputable instance [DecidableEq α] : Inter (Finset α) := ⟨interAxiom⟩
noncomputable instance [DecidableEq α] : SDiff (Finset α) := ⟨sdiffAxiom⟩
instance : HasSubset (Finset α) := ⟨fun s t => ∀ a, a ∈ s → a ∈ t⟩
instance : HasSSubset (Finset α) := ⟨fun s t => s ⊆ t ∧ ¬ t ⊆ s⟩
axiom decMemAxiom (s : Finset α) (a : α) : Decidable (a ∈ s)
noncomputable instance [DecidableEq α] (s : Finset α) (a : α) : Decidable (a ∈ s) := decMemAxiom s a
axiom coe (s : Finset α) : Set α
@[coe_decl] noncomputable instance : CoeTC (Finset α) (Set α) := ⟨coe⟩
@[coe_decl] instance : CoeSort (Finset α) (Type u) := ⟨fun s => {x // x ∈ s}⟩
end Finset

class Fintype (α : Type u) where
  elems : Finset α
class Finite (α : Sort u) : Prop
class Infinite (α : Sort u) : Prop
axiom Fintype.elemsAxiom {α : Type u} : Finset α
noncomputable instance {n : Nat} : Fintype (Fin n) := ⟨Fintype.elemsAxiom⟩
noncomputable instance : Fintype Bool := ⟨Fintype.elemsAxiom⟩
noncomputable instance {α : Type u} {β : Type v} [Fintype α] [Fintype β] : Fintype (α × β) :=
  ⟨Fintype.elemsAxiom⟩
noncomputable instance {α : Type u} {β : Type v} [Fintype α] [Fintype β] : Fintype (α ⊕ β) :=
  ⟨Fintype.elemsAxiom⟩
noncomputable instance {α : Type u} {β : α → Type v} [DecidableEq α] [Fintype α]
    [∀ a, Fintype (β a)] :
    Fintype ((a : α) → β a) := ⟨Fintype.elemsAxiom⟩
noncomputable instance {α : Type u} (p : α → Prop) [DecidablePred p] [Fintype α] :
    Fintype {x // p x} := ⟨Fintype.elemsAxiom⟩
axiom Fintype.decideAxiom {p : Prop} : Decidable p
section
variable {α : Type u} {p : α → Prop}
noncomputable instance Fintype.decidableForallFintype [DecidablePred p] [Fintype α] :
    Decidable (∀ a, p a) :=
  Fintype.decideAxiom
noncomputable instance Fintype.decidableExistsFintype [DecidablePred p] [Fintype α] :
    Decidable (∃ a, p a) :=
  Fintype.decideAxiom
noncomputable instance Fintype.decidablePiFintype {β : α → Type v} [∀ a, DecidableEq (β a)]
    [Fintype α] :
    DecidableEq ((a : α) → β a) := fun _ _ => Fintype.decideAxiom
end

/-! ### Vectors with a norm of their own -/
structure WithLp (p : ℝ≥0∞) (V : Type u) where
  ofLp : V
abbrev PiLp (p : ℝ≥0∞) {ι : Type u} (α : ι → Type v) : Type (max u v) := WithLp p ((i : ι) → α i)
abbrev EuclideanSpace (𝕜 : Type u) (n : Type v) : Type (max u v) := PiLp 2 fun _ : n => 𝕜
namespace WithLp
variable {p : ℝ≥0∞} {V : Type u}
def toLp (p : ℝ≥0∞) {V : Type u} (ofLp : V) : WithLp p V := ⟨ofLp⟩
instance [Add V] : Add (WithLp p V) := ⟨fun x y => ⟨x.ofLp + y.ofLp⟩⟩
instance [Zero V] : Zero (WithLp p V) := ⟨⟨0⟩⟩
instance [Neg V] : Neg (WithLp p V) := ⟨fun x => ⟨-x.ofLp⟩⟩
instance [Sub V] : Sub (WithLp p V) := ⟨fun x y => ⟨x.ofLp - y.ofLp⟩⟩
instance {K : Type v} [SMul K V] : SMul K (WithLp p V) := ⟨fun k x => ⟨k • x.ofLp⟩⟩
@[coe_decl] instance PiLp.instCoeFun {ι : Type u} {β : ι → Type v} :
    CoeFun (PiLp p β) (fun _ => (i : ι) → β i) :=
  ⟨WithLp.ofLp⟩
end WithLp
