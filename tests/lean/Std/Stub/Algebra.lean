/-! The classes of Mathlib that drive elaboration: each carries its operations and no law, under
Mathlib's names. Instances that Mathlib derives are given where statements need them. -/
set_option linter.unusedVariables false
universe u v w

notation "ℕ" => Nat
notation "ℤ" => Int
macro "Type*" : term => `(Type _)
macro "Sort*" : term => `(Sort _)

/-! ### Algebra -/
class AddMonoid (M : Type u) extends Add M, Zero M
class AddCommMonoid (M : Type u) extends AddMonoid M
class AddGroup (M : Type u) extends AddMonoid M, Neg M, Sub M
class AddCommGroup (M : Type u) extends AddGroup M, AddCommMonoid M
class Monoid (M : Type u) extends Mul M, One M where
  npow : Nat → M → M
class CommMonoid (M : Type u) extends Monoid M
class Group (M : Type u) extends Monoid M, Inv M, Div M
class CommGroup (M : Type u) extends Group M, CommMonoid M
class Semiring (R : Type u) extends AddCommMonoid R, Monoid R, NatCast R
class CommSemiring (R : Type u) extends Semiring R, CommMonoid R
class Ring (R : Type u) extends Semiring R, AddCommGroup R, IntCast R
class CommRing (R : Type u) extends Ring R, CommMonoid R
class DivisionRing (R : Type u) extends Ring R, Inv R, Div R
class Field (R : Type u) extends CommRing R, DivisionRing R
instance CommRing.toCommSemiring {R : Type u} [CommRing R] : CommSemiring R where
@[default_instance 10000] instance Monoid.Pow {M : Type u} [Monoid M] : Pow M Nat :=
  ⟨fun x n => Monoid.npow n x⟩
instance instOfNat {R : Type u} {n : Nat} [NatCast R] [Nat.AtLeastTwo n] : OfNat R n := ⟨Nat.cast n⟩
class Module (R : Type u) (M : Type v) [Semiring R] [AddCommMonoid M] extends SMul R M
class Algebra (R : Type u) (A : Type v) [CommSemiring R] [Semiring A] extends SMul R A
instance Mul.toSMul {α : Type u} [Mul α] : SMul α α := ⟨fun a b => a * b⟩
instance Semiring.toModule {R : Type u} [Semiring R] : Module R R where
axiom AddMonoid.smulAxiom {N : Type v} {M : Type u} : SMul N M
noncomputable instance AddMonoid.toNatSMul {M : Type u} [AddMonoid M] : SMul Nat M :=
  AddMonoid.smulAxiom
noncomputable instance AddGroup.toIntSMul {M : Type u} [AddGroup M] : SMul Int M :=
  AddMonoid.smulAxiom
class OfScientific (α : Type u) where
  ofScientific : (mantissa : Nat) → (exponentSign : Bool) → (decimalExponent : Nat) → α
instance {K : Type u} [Field K] : OfScientific K := ⟨fun m s e => Nat.cast m⟩
class Nontrivial (α : Type u) : Prop
class Subsingleton (α : Sort u) : Prop
class Unique (α : Sort u) extends Inhabited α
class Fact (p : Prop) : Prop where
  out : p

/-! ### Order -/
class Top (α : Type u) where
  top : α
class Bot (α : Type u) where
  bot : α
class Compl (α : Type u) where
  compl : α → α
notation "⊤" => Top.top
notation "⊥" => Bot.bot
infixl:68 " ⊔ " => Max.max
infixl:69 " ⊓ " => Min.min
postfix:1024 "ᶜ" => Compl.compl
class Preorder (α : Type u) extends LE α, LT α
class PartialOrder (α : Type u) extends Preorder α
class SemilatticeSup (α : Type u) extends PartialOrder α, Max α
class SemilatticeInf (α : Type u) extends PartialOrder α, Min α
class Lattice (α : Type u) extends SemilatticeSup α, SemilatticeInf α
class OrderBot (α : Type u) [LE α] extends Bot α
class OrderTop (α : Type u) [LE α] extends Top α
class LinearOrder (α : Type u) extends PartialOrder α, Min α, Max α where
  toDecidableLE : (a b : α) → Decidable (a ≤ b)
  toDecidableEq : (a b : α) → Decidable (a = b)
  toDecidableLT : (a b : α) → Decidable (a < b)
instance LinearOrder.toLattice {α : Type u} [LinearOrder α] : Lattice α where
section
variable {α : Type u} [LinearOrder α] (a b : α)
instance instDecidableLe_mathlib : Decidable (a ≤ b) := LinearOrder.toDecidableLE a b
instance instDecidableEq_mathlib : Decidable (a = b) := LinearOrder.toDecidableEq a b
instance instDecidableLt_mathlib : Decidable (a < b) := LinearOrder.toDecidableLT a b
end
class LinearOrderedField (α : Type u) extends Field α, LinearOrder α
class IsOrderedRing (R : Type u) [Semiring R] [PartialOrder R] : Prop
class IsStrictOrderedRing (R : Type u) [Semiring R] [PartialOrder R] : Prop

instance : CommSemiring Nat := { zero := 0, one := 1, npow := fun n x => x ^ n, natCast := id }
instance : LinearOrder Nat :=
  { toDecidableLE := Nat.decLe, toDecidableEq := Nat.decEq, toDecidableLT := Nat.decLt }
instance : CommRing Int :=
  { zero := 0, one := 1, npow := fun n x => Int.pow x n, natCast := Int.ofNat, intCast := id }
instance : LinearOrder Int :=
  { toDecidableLE := Int.decLe, toDecidableEq := Int.decEq, toDecidableLT := Int.decLt }
instance {n : Nat} : Max (Fin n) := ⟨fun a b => if a ≤ b then b else a⟩
instance {n : Nat} : Min (Fin n) := ⟨fun a b => if a ≤ b then a else b⟩
instance {n : Nat} : LinearOrder (Fin n) :=
  { toDecidableLE := Fin.decLe, toDecidableEq := fun a b => decEq a b, toDecidableLT := Fin.decLt }
instance {n : Nat} [NeZero n] : AddCommMonoid (Fin n) := { zero := 0 }

/-! ### Functions and pairs, component by component -/
namespace Pi
variable {I : Type u} {f : I → Type v}
instance instZero [∀ i, Zero (f i)] : Zero (∀ i, f i) := ⟨fun _ => 0⟩
instance instOne [∀ i, One (f i)] : One (∀ i, f i) := ⟨fun _ => 1⟩
instance instAdd [∀ i, Add (f i)] : Add (∀ i, f i) := ⟨fun x y i => x i + y i⟩
instance instMul [∀ i, Mul (f i)] : Mul (∀ i, f i) := ⟨fun x y i => x i * y i⟩
instance instSub [∀ i, Sub (f i)] : Sub (∀ i, f i) := ⟨fun x y i => x i - y i⟩
instance instDiv [∀ i, Div (f i)] : Div (∀ i, f i) := ⟨fun x y i => x i / y i⟩
instance instNeg [∀ i, Neg (f i)] : Neg (∀ i, f i) := ⟨fun x i => -x i⟩
instance instInv [∀ i, Inv (f i)] : Inv (∀ i, f i) := ⟨fun x i => (x i)⁻¹⟩
instance instSMul {α : Type w} [∀ i, SMul α (f i)] : SMul α (∀ i, f i) := ⟨fun s x i => s • x i⟩
instance instPow {β : Type w} [∀ i, Pow (f i) β] : Pow (∀ i, f i) β := ⟨fun x b i => x i ^ b⟩
instance hasLe [∀ i, LE (f i)] : LE (∀ i, f i) := ⟨fun x y => ∀ i, x i ≤ y i⟩
instance preorder [∀ i, Preorder (f i)] : Preorder (∀ i, f i) :=
  { lt := fun x y => x ≤ y ∧ ¬ y ≤ x }
instance instMaxForall_mathlib [∀ i, Max (f i)] : Max (∀ i, f i) := ⟨fun x y i => x i ⊔ y i⟩
instance instMinForall_mathlib [∀ i, Min (f i)] : Min (∀ i, f i) := ⟨fun x y i => x i ⊓ y i⟩
instance addCommMonoid [∀ i, AddCommMonoid (f i)] : AddCommMonoid (∀ i, f i) where
instance addCommGroup [∀ i, AddCommGroup (f i)] : AddCommGroup (∀ i, f i) where
instance instNatCast [∀ i, NatCast (f i)] : NatCast (∀ i, f i) := ⟨fun n _ => Nat.cast n⟩
instance semiring [∀ i, Semiring (f i)] : Semiring (∀ i, f i) :=
  { npow := fun n x i => Monoid.npow n (x i), natCast := fun n _ => Nat.cast n }
instance module {α : Type w} [Semiring α] [∀ i, AddCommMonoid (f i)] [∀ i, Module α (f i)] :
    Module α (∀ i, f i) where
end Pi
namespace Prod
variable {α : Type u} {β : Type v}
instance instAdd [Add α] [Add β] : Add (α × β) := ⟨fun p q => (p.1 + q.1, p.2 + q.2)⟩
instance instZero [Zero α] [Zero β] : Zero (α × β) := ⟨(0, 0)⟩
instance instNeg [Neg α] [Neg β] : Neg (α × β) := ⟨fun p => (-p.1, -p.2)⟩
instance instSub [Sub α] [Sub β] : Sub (α × β) := ⟨fun p q => (p.1 - q.1, p.2 - q.2)⟩
instance instSMul {M : Type w} [SMul M α] [SMul M β] : SMul M (α × β) :=
  ⟨fun a p => (a • p.1, a • p.2)⟩
instance instLE [LE α] [LE β] : LE (α × β) := ⟨fun p q => p.1 ≤ q.1 ∧ p.2 ≤ q.2⟩
instance instNonempty [h : Nonempty α] [k : Nonempty β] : Nonempty (α × β) :=
  match h, k with
  | ⟨a⟩, ⟨b⟩ => ⟨(a, b)⟩
end Prod

/-! ### Bundled maps -/
class DFunLike (F : Sort u) (α : outParam (Sort v)) (β : outParam (α → Sort w)) where
  coe : F → (a : α) → β a
@[coe_decl] instance
    (priority := 100) DFunLike.hasCoeToFun {F : Sort u} {α : Sort v} {β : α → Sort w}
    [DFunLike F α β] : CoeFun F (fun _ => (a : α) → β a) where
  coe := @DFunLike.coe _ _ β _
structure Equiv (α : Sort u) (β : Sort v) where
  toFun : α → β
  invFun : β → α
  left_inv : ∀ x : α, invFun (toFun x) = x
  right_inv : ∀ y : β, toFun (invFun y) = y
infixl:25 " ≃ " => Equiv
instance {α : Sort u} {β : Sort v} : DFunLike (α ≃ β) α (fun _ => β) := ⟨Equiv.toFun⟩
