prelude
import Init.Core
/-! Operator classes, the coercion classes and the order on `Nat`, with upstream's names, argument
order, binder kinds and default instances. -/
universe u v w w'

/-! ### Logic -/
abbrev Ne {α : Sort u} (a b : α) : Prop := Not (Eq a b)
structure Iff (a b : Prop) : Prop where
  intro ::
  mp : a → b
  mpr : b → a
theorem Iff.rfl {a : Prop} : Iff a a := ⟨fun h => h, fun h => h⟩
theorem trivial : True := True.intro
axiom propext {a b : Prop} (h : Iff a b) : Eq a b
theorem of_eq_true {p : Prop} (h : Eq p True) : p :=
  Eq.subst (motive := fun q => q) (Eq.symm h) True.intro
theorem eq_self {α : Sort u} (a : α) : Eq (Eq a a) True :=
  propext ⟨fun _ => True.intro, fun _ => Eq.refl a⟩
theorem congr {α : Sort u} {β : Sort v} {f g : α → β} {a b : α} (h : Eq f g) (h2 : Eq a b) :
    Eq (f a) (g b) :=
  Eq.subst (motive := fun (x : α → β) => Eq (f a) (x b)) h (congrArg f h2)
theorem congrFun {α : Sort u} {β : α → Sort v} {f g : (x : α) → β x} (h : Eq f g) (a : α) :
    Eq (f a) (g a) :=
  Eq.subst (motive := fun (x : (a : α) → β a) => Eq (f a) (x a)) h rfl
theorem congrFun' {α : Sort u} {β : Sort v} {f g : α → β} (h : Eq f g) (a : α) : Eq (f a) (g a) :=
  congrFun h a
attribute [simp] eq_self
theorem iff_self (p : Prop) : Eq (Iff p p) True := propext ⟨fun _ => True.intro, fun _ => Iff.rfl⟩
axiom funext {α : Sort u} {β : α → Sort v} {f g : (x : α) → β x} (h : (x : α) → Eq (f x) (g x)) :
    Eq f g
axiom Classical.choice {α : Sort u} : Nonempty α → α
set_option checkBinderAnnotations false in
abbrev inferInstance {α : Sort u} [i : α] : α := i
abbrev DecidablePred {α : Sort u} (r : α → Prop) := (a : α) → Decidable (r a)
abbrev DecidableRel {α : Sort u} {β : Sort v} (r : α → β → Prop) :=
  (a : α) → (b : β) → Decidable (r a b)
@[inline_if_reduce] def Decidable.decide (p : Prop) [h : Decidable p] : Bool :=
  match h with
  | .isTrue _ => .true
  | .isFalse _ => .false
export Decidable (decide isTrue isFalse)
theorem of_decide_eq_true {p : Prop} [inst : Decidable p] : Eq (decide p) true → p := fun h =>
  match inst with
  | .isTrue hp => hp
  | .isFalse _ => False.elim (Bool.false_ne_true h)
@[inline] def decEq {α : Sort u} [inst : DecidableEq α] (a b : α) : Decidable (Eq a b) := inst a b
abbrev autoParam (α : Sort u) (_tactic : Lean.Syntax) : Sort u := α

/-! ### Booleans -/
class BEq (α : Type u) where
  beq : α → α → Bool
@[inline] def bne {α : Type u} [BEq α] (a b : α) : Bool := not (BEq.beq a b)
instance instBEqOfDecidableEq {α : Type u} [DecidableEq α] : BEq α := ⟨fun a b => decide (Eq a b)⟩

/-! ### Operators -/
class Div (α : Type u) where
  div : α → α → α
class Mod (α : Type u) where
  mod : α → α → α
class Pow (α : Type u) (β : Type v) where
  pow : α → β → α
class NatPow (α : Type u) where
  protected pow : α → Nat → α
class Append (α : Type u) where
  append : α → α → α
class SMul (M : Type u) (α : Type v) where
  smul : M → α → α
class Inv (α : Type u) where
  inv : α → α
class Dvd (α : Type u) where
  dvd : α → α → Prop
class Max (α : Type u) where
  max : α → α → α
export Max (max)
class Min (α : Type u) where
  min : α → α → α
export Min (min)
class HDiv (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hDiv : α → β → γ
class HMod (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hMod : α → β → γ
class HPow (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hPow : α → β → γ
class HAppend (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hAppend : α → β → γ
class HSMul (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hSMul : α → β → γ
class HOrElse (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hOrElse : α → (Unit → β) → γ
@[default_instance, reducible] instance instHDiv {α : Type u} [Div α] : HDiv α α α := ⟨Div.div⟩
@[default_instance, reducible] instance instHMod {α : Type u} [Mod α] : HMod α α α := ⟨Mod.mod⟩
@[default_instance, reducible] instance instHPow {α : Type u} {β : Type v} [Pow α β] :
    HPow α β α := ⟨Pow.pow⟩
@[default_instance 1001, reducible] instance instPowNat {α : Type u} [NatPow α] : Pow α Nat :=
  ⟨NatPow.pow⟩
@[default_instance, reducible] instance instHAppendOfAppend {α : Type u} [Append α] :
    HAppend α α α := ⟨Append.append⟩
@[default_instance, reducible] instance instHSMul {α : Type u} {β : Type v} [SMul α β] :
    HSMul α β β := ⟨SMul.smul⟩
abbrev GT.gt {α : Type u} [LT α] (a b : α) : Prop := LT.lt b a
abbrev GE.ge {α : Type u} [LE α] (a b : α) : Prop := LE.le b a
class Zero (α : Type u) where
  zero : α
class One (α : Type u) where
  one : α

/-! ### Collections -/
class Membership (α : outParam (Type u)) (γ : Type v) where
  mem : γ → α → Prop
class EmptyCollection (α : Type u) where
  emptyCollection : α
class Insert (α : outParam (Type u)) (γ : Type v) where
  insert : α → γ → γ
export Insert (insert)
class Singleton (α : outParam (Type u)) (β : Type v) where
  singleton : α → β
export Singleton (singleton)
class Union (α : Type u) where
  union : α → α → α
class Inter (α : Type u) where
  inter : α → α → α
class SDiff (α : Type u) where
  sdiff : α → α → α
class HasSubset (α : Type u) where
  Subset : α → α → Prop
class HasSSubset (α : Type u) where
  SSubset : α → α → Prop

/-! ### Coercions -/
class Coe (α : semiOutParam (Sort u)) (β : Sort v) where
  coe : α → β
class CoeTC (α : Sort u) (β : Sort v) where
  coe : α → β
class CoeOut (α : Sort u) (β : semiOutParam (Sort v)) where
  coe : α → β
class CoeOTC (α : Sort u) (β : Sort v) where
  coe : α → β
class CoeHead (α : Sort u) (β : semiOutParam (Sort v)) where
  coe : α → β
class CoeHTC (α : Sort u) (β : Sort v) where
  coe : α → β
class CoeTail (α : semiOutParam (Sort u)) (β : Sort v) where
  coe : α → β
class CoeHTCT (α : Sort u) (β : Sort v) where
  coe : α → β
class CoeDep (α : Sort u) (_ : α) (β : Sort v) where
  coe : β
attribute [coe_decl] Coe.coe CoeTC.coe CoeOut.coe CoeOTC.coe CoeHead.coe CoeHTC.coe CoeTail.coe
  CoeHTCT.coe
  CoeDep.coe
section
variable {α : Sort u} {β : Sort v} {γ : Sort w}
@[coe_decl] instance instCoeTC [Coe β γ] [CoeTC α β] : CoeTC α γ where
  coe a := Coe.coe (CoeTC.coe a : β)
@[coe_decl] instance instCoeTC_1 [Coe α β] : CoeTC α β where coe a := Coe.coe a
@[coe_decl] instance instCoeTC_2 : CoeTC α α where coe a := a
@[coe_decl] instance instCoeOTC [CoeOut α β] [CoeOTC β γ] : CoeOTC α γ where
  coe a := CoeOTC.coe (CoeOut.coe a : β)
@[coe_decl] instance instCoeOTC_1 [CoeTC α β] : CoeOTC α β where coe a := CoeTC.coe a
@[coe_decl] instance instCoeHTC [CoeHead α β] [CoeOTC β γ] : CoeHTC α γ where
  coe a := CoeOTC.coe (CoeHead.coe a : β)
@[coe_decl] instance instCoeHTC_1 [CoeOTC α β] : CoeHTC α β where coe a := CoeOTC.coe a
@[coe_decl] instance instCoeHTCT [CoeTail β γ] [CoeHTC α β] : CoeHTCT α γ where
  coe a := CoeTail.coe (CoeHTC.coe a : β)
@[coe_decl] instance instCoeHTCT_1 [CoeHTC α β] : CoeHTCT α β where coe a := CoeHTC.coe a
@[coe_decl] instance instCoeHTCT_2 : CoeHTCT α α where coe a := a
@[coe_decl] instance instCoeT [CoeHTCT α β] {a : α} : CoeT α a β where coe := CoeHTCT.coe a
@[coe_decl] instance instCoeT_1 {a : α} [CoeDep α a β] : CoeT α a β where coe := CoeDep.coe a
@[coe_decl] instance instCoeT_2 {a : α} : CoeT α a α where coe := a
@[coe_decl] instance instCoeOfCoeFun [CoeFun α (fun _ => β)] : CoeOut α β where
  coe a := CoeFun.coe a
@[coe_decl] instance instCoeOutOfCoeSort [CoeSort α β] : CoeOut α β where coe a := CoeSort.coe a
end
@[coe_decl] instance boolToProp : Coe Bool Prop where coe b := Eq b true
@[coe_decl] instance boolToSort : CoeSort Bool Prop where coe b := Eq b true
@[coe_decl] instance decPropToBool (p : Prop) [Decidable p] : CoeDep Prop p Bool where
  coe := decide p
@[coe_decl] instance optionCoe {α : Type u} : Coe α (Option α) where coe := Option.some
structure Subtype {α : Sort u} (p : α → Prop) where
  val : α
  property : p val
@[coe_decl] instance subtypeCoe {α : Sort u} {p : α → Prop} : CoeOut (Subtype p) α where
  coe v := v.val
class NatCast (R : Type u) where
  natCast : Nat → R
instance : NatCast Nat := ⟨id⟩
@[reducible, match_pattern] protected def Nat.cast {R : Type u} [NatCast R] : Nat → R :=
  NatCast.natCast
@[coe_decl] instance {R : Type u} [NatCast R] : CoeTail Nat R where coe := Nat.cast
@[coe_decl] instance {R : Type u} [NatCast R] : CoeHTCT Nat R where coe := Nat.cast
