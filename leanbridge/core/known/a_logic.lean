-- Logic, equality, decisions. Instance arguments and universe levels are left out throughout.
axiom True : Prop
axiom False : Prop
axiom True.intro : True
axiom trivial : True
axiom Not (a : Prop) : Prop
structure And (a b : Prop) : Prop where
  intro ::
  left : a
  right : b
inductive Or (a b : Prop) : Prop where
  | inl (h : a) : Or a b
  | inr (h : b) : Or a b
structure Iff (a b : Prop) : Prop where
  intro ::
  mp : a → b
  mpr : b → a
axiom Eq {α : Sort u} (a b : α) : Prop
axiom HEq {α : Sort u} (a : α) {β : Sort u} (b : β) : Prop
axiom Ne {α : Sort u} (a b : α) : Prop
axiom rfl {α : Sort u} {a : α} : a = a
axiom Eq.refl {α : Sort u} (a : α) : a = a
axiom Eq.symm {α : Sort u} {a b : α} (h : a = b) : b = a
axiom Eq.trans {α : Sort u} {a b c : α} (h₁ : a = b) (h₂ : b = c) : a = c
axiom Eq.mpr {α β : Sort u} (h : α = β) (b : β) : α
axiom Eq.mp {α β : Sort u} (h : α = β) (a : α) : β
axiom cast {α β : Sort u} (h : α = β) (a : α) : β
-- `h ▸ e` keeps its data: `Eq.rec` at the two types
axiom Eq.rec_cast {α β : Sort u} {p : Prop} (h : p) (e : α) : β
axiom congrArg {α : Sort u} {β : Sort v} {a₁ a₂ : α} (f : α → β) (h : a₁ = a₂) : f a₁ = f a₂
axiom congrFun {α : Sort u} {β : α → Sort v} {f g : (x : α) → β x} (h : f = g) (a : α) : f a = g a
axiom funext {α : Sort u} {β : α → Sort v} {f g : (x : α) → β x} (h : ∀ x, f x = g x) : f = g
axiom absurd {a : Prop} {b : Sort v} (h₁ : a) (h₂ : ¬a) : b
axiom False.elim {C : Sort u} (h : False) : C
axiom Exists {α : Sort u} (p : α → Prop) : Prop
axiom ExistsUnique {α : Sort u} (p : α → Prop) : Prop
axiom Nonempty (α : Sort u) : Prop
axiom Inhabited (α : Sort u) : Type
axiom Decidable (p : Prop) : Type
axiom DecidablePred {α : Sort u} (r : α → Prop) : Type
axiom DecidableEq (α : Sort u) : Type
axiom DecidableRel {α : Sort u} {β : Sort u} (r : α → β → Prop) : Type
axiom Fact (p : Prop) : Prop
inductive Bool : Type where
  | false : Bool
  | true : Bool
export Bool (false true)
axiom Decidable.decide (p : Prop) : Bool
export Decidable (decide)
axiom ite {α : Sort u} (c : Prop) (t e : α) : α
axiom dite {α : Sort u} (c : Prop) (t : c → α) (e : ¬c → α) : α
axiom Bool.and (x y : Bool) : Bool
axiom Bool.or (x y : Bool) : Bool
axiom Bool.not (x : Bool) : Bool
export Bool (and or not)
axiom Bool.xor (x y : Bool) : Bool
axiom BEq.beq {α : Type} (a b : α) : Bool
axiom bne {α : Type} (a b : α) : Bool
axiom Classical.choose {α : Sort u} {p : α → Prop} (h : Exists p) : α
axiom Classical.choose_spec {α : Sort u} {p : α → Prop} (h : Exists p) : p (Classical.choose h)
axiom Classical.choice {α : Sort u} (h : Nonempty α) : α
axiom Classical.arbitrary (α : Sort u) : α
axiom Classical.propDecidable (a : Prop) : Decidable a
axiom Classical.em (p : Prop) : p ∨ ¬p
axiom Inhabited.default {α : Sort u} : α
export Inhabited (default)
axiom optParam (α : Sort u) (default : α) : Sort u
def id {α : Sort u} (a : α) : α := a
def Function.comp {α : Sort u} {β : Sort v} {δ : Sort w} (f : β → δ) (g : α → β) : α → δ :=
  fun x => f (g x)
def Function.const {α : Sort u} (β : Sort v) (a : α) : β → α := fun _ => a
axiom Function.update {α : Sort u} {β : α → Sort v} (f : (a : α) → β a) (a' : α) (v : β a') (a : α) : β a
def Function.Injective {α : Sort u} {β : Sort v} (f : α → β) : Prop :=
  ∀ ⦃a₁ a₂ : α⦄, f a₁ = f a₂ → a₁ = a₂
def Function.Surjective {α : Sort u} {β : Sort v} (f : α → β) : Prop :=
  ∀ b : β, ∃ a : α, f a = b
def Function.Bijective {α : Sort u} {β : Sort v} (f : α → β) : Prop :=
  Function.Injective f ∧ Function.Surjective f
def Function.LeftInverse {α : Sort u} {β : Sort v} (g : β → α) (f : α → β) : Prop :=
  ∀ x : α, g (f x) = x
def Function.RightInverse {α : Sort u} {β : Sort v} (g : β → α) (f : α → β) : Prop :=
  Function.LeftInverse f g
axiom Function.leftLim {α β : Type} (f : α → β) (a : α) : β
axiom Function.Embedding (α : Sort u) (β : Sort v) : Type
axiom DFunLike.coe {F : Sort u} {α : Sort v} {β : α → Sort w} (f : F) (a : α) : β a
