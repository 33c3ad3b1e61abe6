prelude
/-! What the elaborator asks for by name before it reads `Things.lean`: the smallest such text. -/
universe u v w u1 u2
unsafe axiom lcErased : Type
unsafe axiom lcAny : Type
unsafe axiom lcVoid : Type
set_option bootstrap.inductiveCheckResultingUniverse false in
inductive PUnit : Sort u where
  | unit : PUnit
inductive Eq {α : Sort u} : α → α → Prop where
  | refl (a : α) : Eq a a
abbrev Eq.ndrec {α : Sort u2} {a : α} {motive : α → Sort u1} (m : motive a) {b : α}
    (h : Eq a b) : motive b := h.rec m
inductive HEq : {α : Sort u} → α → {β : Sort u} → β → Prop where
  | refl {α : Sort u} (a : α) : HEq a a
init_quot
unsafe axiom lcProof {α : Prop} : α
unsafe axiom lcCast {α : Sort u} {β : Sort v} (a : α) : β
unsafe axiom lcUnreachable {α : Sort u} : α
@[inline] def id {α : Sort u} (a : α) : α := a
abbrev Unit : Type := PUnit
@[match_pattern] abbrev Unit.unit : Unit := PUnit.unit
set_option genCtorIdx false in
inductive Bool : Type where
  | false : Bool
  | true : Bool
export Bool (false true)
inductive True : Prop where
  | intro : True
inductive False : Prop
def Not (a : Prop) : Prop := a → False
def False.elim {C : Sort u} (h : False) : C := h.rec
def absurd {a : Prop} {b : Sort v} (h₁ : a) (h₂ : Not a) : b := (h₂ h₁).rec
set_option linter.defProp false in
@[match_pattern] def rfl {α : Sort u} {a : α} : Eq a a := Eq.refl a
theorem Eq.subst {α : Sort u} {motive : α → Prop} {a b : α} (h₁ : Eq a b) (h₂ : motive a) :
    motive b := Eq.ndrec h₂ h₁
theorem Eq.symm {α : Sort u} {a b : α} (h : Eq a b) : Eq b a :=
  Eq.subst (motive := fun x => Eq x a) h rfl
theorem Eq.trans {α : Sort u} {a b c : α} (h₁ : Eq a b) (h₂ : Eq b c) : Eq a c := Eq.subst h₂ h₁
theorem congrArg {α : Sort u} {β : Sort v} {a₁ a₂ : α} (f : α → β) (h : Eq a₁ a₂) :
    Eq (f a₁) (f a₂) := Eq.subst (motive := fun x => Eq (f a₁) (f x)) h rfl
def cast {α β : Sort u} (h : Eq α β) (a : α) : β := h.rec a
theorem eq_of_heq {α : Sort u} {a a' : α} (h : HEq a a') : Eq a a' :=
  @HEq.rec α a (fun {β : Sort u} (b : β) _ => (e : Eq α β) → Eq (cast e a) b)
    (fun _ => @rfl α a) α a' h rfl
theorem heq_of_eq {α : Sort u} {a a' : α} (h : Eq a a') : HEq a a' :=
  Eq.subst (motive := fun x => HEq a x) h (HEq.refl a)
structure PProd (α : Sort u) (β : Sort v) where
  fst : α
  snd : β
@[macro_inline] def cond {α : Sort u} (c : Bool) (x y : α) : α :=
  match c with
  | .true => x
  | .false => y
structure MProd (α β : Type u) where
  fst : α
  snd : β
structure Prod (α : Type u) (β : Type v) where
  fst : α
  snd : β
structure And (a b : Prop) : Prop where
  intro ::
  left : a
  right : b
set_option genCtorIdx false in
inductive Nat where
  | zero : Nat
  | succ (n : Nat) : Nat
axiom sorryAx (α : Sort u) (synthetic : Bool) : α
structure PULift.{r, s} (α : Sort s) : Sort (max s r 1) where
  up ::
  down : α
structure PSigma {α : Sort u} (β : α → Sort v) where
  fst : α
  snd : β fst
class OfNat (α : Type u) (_ : Nat) where
  ofNat : α
@[default_instance 100, reducible, instance 100]
def instOfNatNat (n : Nat) : OfNat Nat n := ⟨n⟩
@[reducible] def outParam (α : Sort u) : Sort u := α
@[reducible] def optParam (α : Sort u) (_default : α) : Sort u := α
class Inhabited (α : Sort u) where
  default : α
class inductive Nonempty (α : Sort u) : Prop where
  | intro (val : α) : Nonempty α
instance {α : Sort u} [Inhabited α] : Nonempty α := ⟨Inhabited.default⟩
set_option genCtorIdx false in
class inductive Decidable (p : Prop) where
  | isFalse (h : Not p) : Decidable p
  | isTrue (h : p) : Decidable p
noncomputable def Bool.holds (b : Bool) : Prop := Bool.rec (motive := fun _ => Prop) False True b
theorem Bool.false_ne_true (h : Eq Bool.false Bool.true) : False :=
  Eq.subst (motive := fun b => Not (Bool.holds b)) h (fun f => f) True.intro
set_option bootstrap.genMatcherCode false in
@[extern "lean_nat_dec_eq"]
def Nat.beq : Nat → Nat → Bool
  | .zero, .zero => .true
  | .zero, .succ _ => .false
  | .succ _, .zero => .false
  | .succ n, .succ m => Nat.beq n m
theorem Nat.eq_of_beq : (n m : Nat) → Eq (Nat.beq n m) .true → Eq n m
  | .zero, .zero, _ => rfl
  | .zero, .succ _, h => False.elim (Bool.false_ne_true h)
  | .succ _, .zero, h => False.elim (Bool.false_ne_true h)
  | .succ n, .succ m, h => congrArg Nat.succ (Nat.eq_of_beq n m h)
theorem Nat.beq_refl : (n : Nat) → Eq (Nat.beq n n) .true
  | .zero => rfl
  | .succ n => Nat.beq_refl n
theorem Nat.ne_of_beq (n m : Nat) (h : Eq (Nat.beq n m) .false) : Not (Eq n m) :=
  fun e => Bool.false_ne_true (Eq.trans (Eq.symm h)
    (Eq.subst (motive := fun x => Eq (Nat.beq n x) .true) e (Nat.beq_refl n)))
@[extern "lean_nat_dec_eq"]
def Nat.decEq (n m : Nat) : Decidable (Eq n m) :=
  match h : Nat.beq n m with
  | .true => .isTrue (Nat.eq_of_beq n m h)
  | .false => .isFalse (Nat.ne_of_beq n m h)
@[match_pattern, extern "lean_nat_add"]
def Nat.add : Nat → Nat → Nat
  | n, .zero => n
  | n, .succ m => .succ (Nat.add n m)
set_option bootstrap.genMatcherCode false in
@[extern "lean_nat_pred"]
def Nat.pred : Nat → Nat
  | .zero => .zero
  | .succ n => n
set_option bootstrap.genMatcherCode false in
@[extern "lean_nat_sub"]
def Nat.sub : Nat → Nat → Nat
  | n, .zero => n
  | n, .succ m => Nat.pred (Nat.sub n m)
set_option bootstrap.genMatcherCode false in
@[extern "lean_nat_dec_le"]
def Nat.ble : Nat → Nat → Bool
  | .zero, .zero => .true
  | .zero, .succ _ => .true
  | .succ _, .zero => .false
  | .succ n, .succ m => Nat.ble n m
class HAdd (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hAdd : α → β → γ
class CoeFun (α : Sort u) (γ : outParam (α → Sort v)) where
  coe : (f : α) → γ f
class CoeSort (α : Sort u) (β : outParam (Sort v)) where
  coe : α → β
class CoeT (α : Sort u) (_ : α) (β : Sort v) where
  coe : β
class Add (α : Type u) where
  add : α → α → α
@[default_instance, reducible] instance instHAdd {α : Type u} [Add α] : HAdd α α α := ⟨Add.add⟩
instance instAddNat : Add Nat := ⟨Nat.add⟩
instance : Inhabited Nat := ⟨Nat.zero⟩
instance {α : Sort u} {β : Sort v} [Inhabited β] : Inhabited (α → β) := ⟨fun _ => Inhabited.default⟩
class SizeOf (α : Sort u) where
  sizeOf : α → Nat
export SizeOf (sizeOf)
instance (priority := 50) instSizeOfDefault (α : Sort u) : SizeOf α := ⟨fun _ => 0⟩
def Eq.mpr {α β : Sort u} (h : Eq α β) (b : β) : α := (Eq.symm h).rec b
@[macro_inline] def dite {α : Sort u} (c : Prop) [h : Decidable c] (t : c → α) (e : Not c → α) : α :=
  match h with
  | .isTrue h => t h
  | .isFalse h => e h
theorem noConfusion_of_Nat {α : Sort u} (f : α → Nat) {a b : α} (h : Eq a b) :
    Bool.rec (motive := fun _ => Prop) False True (Nat.beq (f a) (f b)) :=
  Eq.subst
    (motive := fun x => Bool.rec (motive := fun _ => Prop) False True (Nat.beq (f a) (f x))) h
    (Eq.subst (motive := fun x => Bool.rec (motive := fun _ => Prop) False True x)
      (Eq.symm (Nat.beq_refl (f a))) True.intro)
inductive List (α : Type u) where
  | nil : List α
  | cons (head : α) (tail : List α) : List α
structure String where
  ofByteArray ::
  repr : Nat
namespace Lean
-- as much as `Numeral.lean` takes; the program dictates names and order
inductive Name where
  | anonymous : Name
  | str (pre : Name) (str : String)
  | num (pre : Name) (i : Nat)
instance : Inhabited Name := ⟨Name.anonymous⟩
@[extern "l_Lean_Name_str___override"] opaque Name.str._override (p : Name) (s : String) : Name
@[extern "l_Lean_Name_mkStr1"] opaque Name.mkStr1 (s : String) : Name
@[extern "l_Lean_Name_mkStr2"] opaque Name.mkStr2 (s t : String) : Name
abbrev SyntaxNodeKind := Name
inductive ParserDescr where
  | const (name : Name)
  | unary (name : Name) (p : ParserDescr)
  | binary (name : Name) (p₁ p₂ : ParserDescr)
  | node (kind : SyntaxNodeKind) (prec : Nat) (p : ParserDescr)
  | trailingNode (kind : SyntaxNodeKind) (prec lhsPrec : Nat) (p : ParserDescr)
  | symbol (val : String)
  | nonReservedSymbol (val : String) (includeIdent : Bool)
  | cat (catName : Name) (rbp : Nat)
  | parser (declName : Name)
  | nodeWithAntiquot (name : String) (kind : SyntaxNodeKind) (p : ParserDescr)
  | sepBy (p : ParserDescr) (sep : String) (psep : ParserDescr) (allowTrailingSep : Bool)
  | sepBy1 (p : ParserDescr) (sep : String) (psep : ParserDescr) (allowTrailingSep : Bool)
  | unicodeSymbol (val asciiVal : String) (preserveForPP : Bool)
end Lean
