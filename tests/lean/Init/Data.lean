prelude
import Init.Notation
/-! The data of core Lean that statements use: numbers, bounded numbers, lists, options, sums, and
the instances that decide equality and order. -/
universe u v w
set_option linter.unusedVariables false
export Inhabited (default)
instance : Inhabited Prop := ⟨True⟩

instance {p : Prop} [dp : Decidable p] : Decidable (¬p) := match dp with
  | isTrue hp => isFalse (absurd hp)
  | isFalse hp => isTrue hp
instance {p q : Prop} [dp : Decidable p] [dq : Decidable q] : Decidable (p ∧ q) := match dp with
  | isTrue hp => match dq with
    | isTrue hq => isTrue ⟨hp, hq⟩
    | isFalse hq => isFalse (fun h => hq h.right)
  | isFalse hp => isFalse (fun h => hp h.left)
instance {p q : Prop} [dp : Decidable p] [dq : Decidable q] : Decidable (p ∨ q) := match dp with
  | isTrue hp => isTrue (.inl hp)
  | isFalse hp => match dq with
    | isTrue hq => isTrue (.inr hq)
    | isFalse hq => isFalse (fun h => match h with
      | .inl h => hp h
      | .inr h => hq h)
instance {p q : Prop} [dp : Decidable p] [dq : Decidable q] : Decidable (p → q) := match dp with
  | isTrue hp => match dq with
    | isTrue hq => isTrue (fun _ => hq)
    | isFalse hq => isFalse (fun h => hq (h hp))
  | isFalse hp => isTrue (fun h => absurd h hp)
instance {p q : Prop} [dp : Decidable p] [dq : Decidable q] : Decidable (p ↔ q) := match dp with
  | isTrue hp => match dq with
    | isTrue hq => isTrue ⟨fun _ => hq, fun _ => hp⟩
    | isFalse hq => isFalse (fun h => hq (h.mp hp))
  | isFalse hp => match dq with
    | isTrue hq => isFalse (fun h => hp (h.mpr hq))
    | isFalse hq => isTrue ⟨fun h => absurd h hp, fun h => absurd h hq⟩
instance : Decidable True := isTrue trivial
instance : Decidable False := isFalse (fun h => h)
instance {α : Sort u} [DecidableEq α] (a b : α) : Decidable (a ≠ b) :=
  inferInstanceAs (Decidable (¬ a = b))

/-! ### Natural numbers -/
protected abbrev Nat.lt (n m : Nat) : Prop := Nat.le (Nat.succ n) m
axiom Nat.le_of_ble_eq_true {n m : Nat} (h : Nat.ble n m = true) : n ≤ m
axiom Nat.not_le_of_not_ble_eq_true {n m : Nat} (h : ¬ Nat.ble n m = true) : ¬ n ≤ m
@[extern "lean_nat_dec_le"]
def Nat.decLe (n m : Nat) : Decidable (n ≤ m) :=
  if h : Nat.ble n m = true then isTrue (Nat.le_of_ble_eq_true h) else isFalse
      (Nat.not_le_of_not_ble_eq_true h)
@[extern "lean_nat_dec_lt"]
def Nat.decLt (n m : Nat) : Decidable (n < m) := Nat.decLe (Nat.succ n) m
instance {n m : Nat} : Decidable (n ≤ m) := Nat.decLe n m
instance {n m : Nat} : Decidable (n < m) := Nat.decLt n m
@[extern "lean_nat_div"] protected opaque Nat.div (n m : Nat) : Nat
@[extern "lean_nat_mod"] protected opaque Nat.mod (n m : Nat) : Nat
@[extern "lean_nat_gcd"] opaque Nat.gcd (m n : Nat) : Nat
@[extern "lean_nat_pow"]
protected def Nat.pow (m : Nat) : Nat → Nat
  | .zero => 1
  | .succ n => Nat.pow m n * m
protected abbrev Nat.min (n m : Nat) := if n ≤ m then n else m
protected abbrev Nat.max (n m : Nat) := if n ≤ m then m else n
instance : Div Nat := ⟨Nat.div⟩
instance : Mod Nat := ⟨Nat.mod⟩
instance : NatPow Nat := ⟨Nat.pow⟩
instance : Dvd Nat := ⟨fun a b => ∃ c, b = a * c⟩
instance : Max Nat := ⟨Nat.max⟩
instance : Min Nat := ⟨Nat.min⟩
axiom Nat.decEq_dvd (m n : Nat) : Decidable (m ∣ n)
noncomputable instance (m n : Nat) : Decidable (m ∣ n) := Nat.decEq_dvd m n
instance : Zero Nat := ⟨0⟩
instance : One Nat := ⟨1⟩
instance (priority := 300) Zero.toOfNat0 {α : Type u} [Zero α] : OfNat α (nat_lit 0) := ⟨Zero.zero⟩
instance (priority := 300) One.toOfNat1 {α : Type u} [One α] : OfNat α (nat_lit 1) := ⟨One.one⟩
class NeZero {R : Type u} [Zero R] (n : R) : Prop where
  out : n ≠ 0
instance Nat.instNeZeroSucc {n : Nat} : NeZero (n + 1) := ⟨fun h => Nat.noConfusion h⟩
theorem NeZero.ne {R : Type u} [Zero R] (n : R) [h : NeZero n] : n ≠ 0 := h.out
class Nat.AtLeastTwo (n : Nat) : Prop where
  prop : 2 ≤ n
axiom Nat.two_le_add (n : Nat) : 2 ≤ n + 2
instance instNatAtLeastTwo {n : Nat} : Nat.AtLeastTwo (n + 2) := ⟨Nat.two_le_add n⟩

/-! ### Integers -/
set_option genCtorIdx false in
inductive Int : Type where
  | ofNat (n : Nat) : Int
  | negSucc (n : Nat) : Int
class IntCast (R : Type u) where
  protected intCast : Int → R
instance : Inhabited Int := ⟨Int.ofNat 0⟩
@[reducible, match_pattern] protected def Int.cast {R : Type u} [IntCast R] : Int → R :=
  IntCast.intCast
@[coe_decl] instance {R : Type u} [IntCast R] : CoeTail Int R where coe := Int.cast
@[coe_decl] instance {R : Type u} [IntCast R] : CoeHTCT Int R where coe := Int.cast
instance : NatCast Int := ⟨Int.ofNat⟩
instance : IntCast Int := ⟨id⟩
instance Int.instOfNat {n : Nat} : OfNat Int n := ⟨Int.ofNat n⟩
@[extern "lean_int_neg"] protected opaque Int.neg (n : Int) : Int
@[extern "lean_int_add"] protected opaque Int.add (m n : Int) : Int
@[extern "lean_int_sub"] protected opaque Int.sub (m n : Int) : Int
@[extern "lean_int_mul"] protected opaque Int.mul (m n : Int) : Int
@[extern "lean_int_ediv"] protected opaque Int.ediv (m n : Int) : Int
@[extern "lean_int_emod"] protected opaque Int.emod (m n : Int) : Int
@[extern "lean_nat_abs"] opaque Int.natAbs (m : Int) : Nat
protected def Int.pow (m : Int) : Nat → Int
  | 0 => 1
  | n + 1 => Int.mul (Int.pow m n) m
opaque Int.NonNeg (a : Int) : Prop
instance : Neg Int := ⟨Int.neg⟩
instance : Add Int := ⟨Int.add⟩
instance : Sub Int := ⟨Int.sub⟩
instance : Mul Int := ⟨Int.mul⟩
instance : Div Int := ⟨Int.ediv⟩
instance : Mod Int := ⟨Int.emod⟩
instance : NatPow Int := ⟨Int.pow⟩
protected def Int.le (a b : Int) : Prop := Int.NonNeg (b - a)
protected def Int.lt (a b : Int) : Prop := Int.le (a + 1) b
instance : LE Int := ⟨Int.le⟩
instance : LT Int := ⟨Int.lt⟩
axiom Int.decEqAxiom (a b : Int) : Decidable (a = b)
axiom Int.decLeAxiom (a b : Int) : Decidable (a ≤ b)
axiom Int.decLtAxiom (a b : Int) : Decidable (a < b)
@[extern "lean_int_dec_eq"] protected def Int.decEq (a b : Int) : Decidable (a = b) :=
  Int.decEqAxiom a b
@[extern "lean_int_dec_le"] protected def Int.decLe (a b : Int) : Decidable (a ≤ b) :=
  Int.decLeAxiom a b
@[extern "lean_int_dec_lt"] protected def Int.decLt (a b : Int) : Decidable (a < b) :=
  Int.decLtAxiom a b
instance : DecidableEq Int := Int.decEq
instance (a b : Int) : Decidable (a ≤ b) := Int.decLe a b
instance (a b : Int) : Decidable (a < b) := Int.decLt a b
instance : Max Int := ⟨fun a b => if a ≤ b then b else a⟩
instance : Min Int := ⟨fun a b => if a ≤ b then a else b⟩
instance : Zero Int := ⟨0⟩
instance : One Int := ⟨1⟩
instance : Dvd Int := ⟨fun a b => ∃ c, b = a * c⟩
def Int.toNat : Int → Nat
  | .ofNat n => n
  | .negSucc _ => 0

/-! ### Bounded numbers -/
/-! True of natural numbers, and their proofs of no use here. -/
axiom Nat.pos_of_neZero (n : Nat) [NeZero n] : 0 < n
axiom Nat.mod_lt_of_lt {a n : Nat} (b : Nat) (h : a < n) : b % n < n
axiom Nat.div_lt_of_lt {a n : Nat} (b : Nat) (h : a < n) : a / b < n
axiom Nat.mod_left_lt_of_lt {a n : Nat} (b : Nat) (h : a < n) : a % b < n
axiom Nat.lt_of_lt_of_le {a b c : Nat} (h : a < b) (h' : b ≤ c) : a < c
axiom Nat.le_add_right (n k : Nat) : n ≤ n + k
axiom Nat.add_lt_add_right {a b : Nat} (h : a < b) (c : Nat) : a + c < b + c
axiom Nat.add_lt_add_left {a b : Nat} (h : a < b) (c : Nat) : c + a < c + b
axiom Nat.lt_succ_self (n : Nat) : n < n + 1
axiom Nat.sub_succ_lt {a n : Nat} (h : a < n) : n - (a + 1) < n
axiom Nat.pred_lt_of_lt {a n : Nat} (h : a < n + 1) (h' : ¬ a = 0) : a - 1 < n
axiom Nat.not_lt_zero (n : Nat) : ¬ n < 0

namespace Fin
variable {n : Nat}
theorem eq_of_val_eq : {i j : Fin n} → i.val = j.val → i = j
  | ⟨_, _⟩, ⟨_, _⟩, rfl => rfl
@[coe_decl] instance coeToNat : CoeOut (Fin n) Nat := ⟨Fin.val⟩
protected def ofNat (n : Nat) [NeZero n] (a : Nat) : Fin n := ⟨a % n, Nat.mod_lt_of_lt a (Nat.pos_of_neZero n)⟩
instance instOfNat {n : Nat} [NeZero n] {i : Nat} : OfNat (Fin n) i := ⟨Fin.ofNat n i⟩
instance instInhabited {n : Nat} [NeZero n] : Inhabited (Fin n) := ⟨0⟩
protected def add : Fin n → Fin n → Fin n
  | ⟨a, h⟩, ⟨b, _⟩ => ⟨(a + b) % n, Nat.mod_lt_of_lt _ h⟩
protected def mul : Fin n → Fin n → Fin n
  | ⟨a, h⟩, ⟨b, _⟩ => ⟨(a * b) % n, Nat.mod_lt_of_lt _ h⟩
protected def sub : Fin n → Fin n → Fin n
  | ⟨a, h⟩, ⟨b, _⟩ => ⟨((n - b) + a) % n, Nat.mod_lt_of_lt _ h⟩
protected def div : Fin n → Fin n → Fin n
  | ⟨a, h⟩, ⟨b, _⟩ => ⟨a / b, Nat.div_lt_of_lt b h⟩
protected def mod : Fin n → Fin n → Fin n
  | ⟨a, h⟩, ⟨b, _⟩ => ⟨a % b, Nat.mod_left_lt_of_lt b h⟩
instance : Add (Fin n) := ⟨Fin.add⟩
instance : Sub (Fin n) := ⟨Fin.sub⟩
instance : Mul (Fin n) := ⟨Fin.mul⟩
instance : Div (Fin n) := ⟨Fin.div⟩
instance : Mod (Fin n) := ⟨Fin.mod⟩
instance neg (n : Nat) : Neg (Fin n) := ⟨fun a => ⟨(n - a) % n, Nat.mod_lt_of_lt _ a.isLt⟩⟩
protected def le (a b : Fin n) : Prop := a.val ≤ b.val
protected def lt (a b : Fin n) : Prop := a.val < b.val
instance : LE (Fin n) := ⟨Fin.le⟩
instance : LT (Fin n) := ⟨Fin.lt⟩
instance decLe (a b : Fin n) : Decidable (a ≤ b) := Nat.decLe a.val b.val
instance decLt (a b : Fin n) : Decidable (a < b) := Nat.decLt a.val b.val
instance : DecidableEq (Fin n) := fun a b =>
  match Nat.decEq a.val b.val with
  | isTrue h => isTrue (eq_of_val_eq h)
  | isFalse h => isFalse (fun e => h (congrArg Fin.val e))
@[inline] protected def cast {n m : Nat} (eq : n = m) (i : Fin n) : Fin m := ⟨i.val, eq ▸ i.isLt⟩
@[inline] def castLE {n m : Nat} (h : n ≤ m) (i : Fin n) : Fin m :=
  ⟨i.val, Nat.lt_of_lt_of_le i.isLt h⟩
@[inline] def castLT {n m : Nat} (i : Fin m) (h : i.val < n) : Fin n := ⟨i.val, h⟩
@[inline] def castAdd {n : Nat} (m : Nat) : Fin n → Fin (n + m) := castLE (Nat.le_add_right n m)
@[inline] def castSucc {n : Nat} : Fin n → Fin (n + 1) := castAdd 1
@[inline] def addNat {n : Nat} (i : Fin n) (m : Nat) : Fin (n + m) :=
  ⟨i.val + m, Nat.add_lt_add_right i.isLt m⟩
@[inline] def natAdd {m : Nat} (n : Nat) (i : Fin m) : Fin (n + m) :=
  ⟨n + i.val, Nat.add_lt_add_left i.isLt n⟩
@[inline] def succ {n : Nat} (i : Fin n) : Fin (n + 1) :=
  ⟨i.val + 1, Nat.add_lt_add_right i.isLt 1⟩
axiom val_zero_of {n : Nat} {i : Fin (n + 1)} (h : i.val = 0) : i = 0
@[inline] def pred {n : Nat} (i : Fin (n + 1)) (h : i ≠ 0) : Fin n :=
  ⟨i.val - 1, Nat.pred_lt_of_lt i.isLt (fun e => h (val_zero_of e))⟩
@[inline] def last (n : Nat) : Fin (n + 1) := ⟨n, Nat.lt_succ_self n⟩
@[inline] def rev {n : Nat} (i : Fin n) : Fin n := ⟨n - (i.val + 1), Nat.sub_succ_lt i.isLt⟩
@[inline] def elim0 {α : Sort u} (x : Fin 0) : α := absurd x.isLt (Nat.not_lt_zero x.val)
protected abbrev toNat (i : Fin n) : Nat := i.val
end Fin

/-! ### Sums, pairs, lists, options -/
inductive Sum (α : Type u) (β : Type v) where
  | inl (val : α) : Sum α β
  | inr (val : β) : Sum α β
infixr:30 " ⊕ " => Sum
structure Sigma {α : Type u} (β : α → Type v) where
  fst : α
  snd : β fst
inductive Except (ε : Type u) (α : Type v) where
  | error : ε → Except ε α
  | ok : α → Except ε α
structure ULift.{r, s} (α : Type s) : Type (max s r) where
  up ::
  down : α
inductive Empty : Type
def Prod.map {α₁ : Type u} {α₂ : Type v} {β₁ : Type u} {β₂ : Type v} (f : α₁ → α₂) (g : β₁ → β₂) :
    α₁ × β₁ → α₂ × β₂ :=
  fun p => (f p.1, g p.2)
instance {α : Type u} {β : Type v} [DecidableEq α] [DecidableEq β] : DecidableEq (α × β) :=
  fun a b =>
  match decEq a.1 b.1, decEq a.2 b.2 with
  | isTrue h, isTrue k => isTrue (congr (congrArg Prod.mk h) k)
  | isFalse h, _ => isFalse (fun e => h (congrArg Prod.fst e))
  | _, isFalse k => isFalse (fun e => k (congrArg Prod.snd e))
instance {α : Type u} {β : Type v} [Inhabited α] [Inhabited β] : Inhabited (α × β) :=
  ⟨(default, default)⟩
export Option (none some)
namespace List
variable {α : Type u} {β : Type v}
def length : List α → Nat
  | nil => 0
  | cons _ as => length as + 1
protected def append : (xs ys : List α) → List α
  | [], bs => bs
  | a :: as, bs => a :: List.append as bs
instance : Append (List α) := ⟨List.append⟩
def map (f : α → β) : (l : List α) → List β
  | [] => []
  | a :: as => f a :: map f as
def foldl {α : Type u} {β : Type v} (f : α → β → α) : (init : α) → List β → α
  | a, nil => a
  | a, cons b l => foldl f (f a b) l
def foldr (f : α → β → β) (init : β) : (l : List α) → β
  | [] => init
  | a :: as => f a (foldr f init as)
def replicate : (n : Nat) → (a : α) → List α
  | 0, _ => []
  | n + 1, a => a :: replicate n a
inductive Mem (a : α) : List α → Prop
  | head (as : List α) : Mem a (a :: as)
  | tail (b : α) {as : List α} : Mem a as → Mem a (b :: as)
instance : Membership α (List α) := ⟨fun l a => Mem a l⟩
instance : Inhabited (List α) := ⟨[]⟩
def isEmpty : (l : List α) → Bool
  | [] => true
  | _ :: _ => false
def head? : (l : List α) → Option α
  | [] => none
  | a :: _ => some a
def headD : (as : List α) → (a₀ : α) → α
  | [], a₀ => a₀
  | a :: _, _ => a
def tail : (l : List α) → List α
  | [] => []
  | _ :: as => as
protected def hasDecEq [DecidableEq α] : (a b : List α) → Decidable (a = b)
  | [], [] => isTrue rfl
  | _ :: _, [] => isFalse (fun e => Bool.false_ne_true (congrArg isEmpty e))
  | [], _ :: _ => isFalse (fun e => Bool.false_ne_true (congrArg isEmpty e).symm)
  | a :: as, b :: bs => match decEq a b, List.hasDecEq as bs with
    | isTrue h, isTrue k => isTrue (congr (congrArg List.cons h) k)
    | isFalse h, _ => isFalse (fun e => h (congrArg (fun l => headD l a) e))
    | _, isFalse k => isFalse (fun e => k (congrArg tail e))
instance [DecidableEq α] : DecidableEq (List α) := List.hasDecEq
end List
namespace Option
variable {α : Type u} {β : Type v}
@[inline] def getD (opt : Option α) (dflt : α) : α := match opt with
  | some x => x
  | none => dflt
@[inline] protected def map (f : α → β) : Option α → Option β
  | some x => some (f x)
  | none => none
@[inline] protected def bind : Option α → (α → Option β) → Option β
  | none, _ => none
  | some a, f => f a
@[inline] def isSome : Option α → Bool
  | some _ => true
  | none => false
@[inline] def isNone : Option α → Bool
  | some _ => false
  | none => true
instance : Inhabited (Option α) := ⟨none⟩
end Option
instance : Inhabited Unit := ⟨()⟩
instance : DecidableEq Bool := fun a b => match a, b with
  | false, false => isTrue rfl
  | false, true => isFalse Bool.false_ne_true
  | true, false => isFalse (fun e => Bool.false_ne_true e.symm)
  | true, true => isTrue rfl
@[extern "lean_string_append"] opaque String.append (s t : String) : String
instance : Append String := ⟨String.append⟩

/-! What Lean looks up for `x@p` in a pattern, for `n + 1` beside `n`, and for an index `n + 1`. -/
@[reducible] def namedPattern {α : Sort u} (x a : α) (_h : Eq x a) : α := a
abbrev Eq.ndrec_symm.{u1, u2} {α : Sort u2} {a : α} {motive : α → Sort u1} (m : motive a) {b : α}
    (h : Eq b a) : motive b := Eq.ndrec m h.symm
def Nat.ctorIdx (n : Nat) : Nat := Nat.casesOn (motive := fun _ => Nat) n 0 (fun _ => 1)
