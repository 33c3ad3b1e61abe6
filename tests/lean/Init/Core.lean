prelude
/-! A miniature `Init` for tests, the first of the modules of `Init`.

The names and types are those that the compiled elaborator of Lean 4.35.0 looks up by name;
everything not needed for `inductive`, `structure`, `class`, `match`, structural recursion,
numerals, `notation`, and a handful of tactics is left out. -/
universe u v w u1 u2
unsafe axiom lcErased : Type
unsafe axiom lcAny : Type
unsafe axiom lcVoid : Type
set_option bootstrap.inductiveCheckResultingUniverse false in
inductive PUnit : Sort u where
  | unit : PUnit
inductive Eq {α : Sort u} : α → α → Prop where
  | refl (a : α) : Eq a a
abbrev Eq.ndrec {α : Sort u2} {a : α} {motive : α → Sort u1} (m : motive a) {b : α} (h : Eq a b) :
    motive b :=
  h.rec m
inductive HEq : {α : Sort u} → α → {β : Sort u} → β → Prop where
  | refl {α : Sort u} (a : α) : HEq a a
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
@[macro_inline] def Bool.or (x y : Bool) : Bool :=
  match x with
  | .true => .true
  | .false => y
@[macro_inline] def Bool.and (x y : Bool) : Bool :=
  match x with
  | .false => .false
  | .true => y
@[inline] def Bool.not (x : Bool) : Bool :=
  match x with
  | .true => .false
  | .false => .true
export Bool (or and not)
@[macro_inline] def cond {α : Sort u} (c : Bool) (x y : α) : α :=
  match c with
  | .true => x
  | .false => y
noncomputable def Bool.holds (b : Bool) : Prop := Bool.rec (motive := fun _ => Prop) False True b
theorem Bool.false_ne_true (h : Eq Bool.false Bool.true) : False :=
  Eq.subst (motive := fun b => Not (Bool.holds b)) h (fun f => f) True.intro
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
inductive Or (a b : Prop) : Prop where
  | inl (h : a) : Or a b
  | inr (h : b) : Or a b
inductive Exists {α : Sort u} (p : α → Prop) : Prop where
  | intro (w : α) (h : p w) : Exists p
set_option genCtorIdx false in
inductive Nat where
  | zero : Nat
  | succ (n : Nat) : Nat
@[extern "lean_sorry", never_extract]
axiom sorryAx (α : Sort u) (synthetic : Bool) : α

structure PULift.{r, s} (α : Sort s) : Sort (max s r 1) where
  up ::
  down : α
structure PSigma {α : Sort u} (β : α → Sort v) where
  fst : α
  snd : β fst
class OfNat (α : Type u) (_ : Nat) where
  ofNat : α
@[default_instance 100, reducible, instance]
def instOfNatNat (n : Nat) : OfNat Nat n := ⟨n⟩
@[reducible] def semiOutParam (α : Sort u) : Sort u := α
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
@[extern "lean_nat_mul"]
def Nat.mul : Nat → Nat → Nat
  | _, .zero => .zero
  | n, .succ m => Nat.add (Nat.mul n m) n
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
inductive Nat.le (n : Nat) : Nat → Prop where
  | refl : Nat.le n n
  | step {m : Nat} : Nat.le n m → Nat.le n (Nat.succ m)
class LE (α : Type u) where
  le : α → α → Prop
class LT (α : Type u) where
  lt : α → α → Prop
instance instLENat : LE Nat := ⟨Nat.le⟩
instance instLTNat : LT Nat := ⟨fun n m => Nat.le (Nat.succ n) m⟩
class Add (α : Type u) where
  add : α → α → α
class Sub (α : Type u) where
  sub : α → α → α
class Mul (α : Type u) where
  mul : α → α → α
class Neg (α : Type u) where
  neg : α → α
class HAdd (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hAdd : α → β → γ
class HSub (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hSub : α → β → γ
class HMul (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hMul : α → β → γ
@[default_instance, reducible] instance instHAdd {α : Type u} [Add α] : HAdd α α α := ⟨Add.add⟩
@[default_instance, reducible] instance instHSub {α : Type u} [Sub α] : HSub α α α := ⟨Sub.sub⟩
@[default_instance, reducible] instance instHMul {α : Type u} [Mul α] : HMul α α α := ⟨Mul.mul⟩
instance instAddNat : Add Nat := ⟨Nat.add⟩
instance instSubNat : Sub Nat := ⟨Nat.sub⟩
instance instMulNat : Mul Nat := ⟨Nat.mul⟩
class CoeFun (α : Sort u) (γ : outParam (α → Sort v)) where
  coe : (f : α) → γ f
class CoeSort (α : Sort u) (β : outParam (Sort v)) where
  coe : α → β
class CoeT (α : Sort u) (_ : α) (β : Sort v) where
  coe : β
instance : Inhabited Nat := ⟨Nat.zero⟩
instance {α : Sort u} {β : Sort v} [Inhabited β] : Inhabited (α → β) := ⟨fun _ => Inhabited.default⟩
instance : Inhabited Bool := ⟨Bool.false⟩
class SizeOf (α : Sort u) where
  sizeOf : α → Nat
export SizeOf (sizeOf)
instance (priority := 50) instSizeOfDefault (α : Sort u) : SizeOf α := ⟨fun _ => 0⟩
def Eq.mp {α β : Sort u} (h : Eq α β) (a : α) : β := h.rec a
def Eq.mpr {α β : Sort u} (h : Eq α β) (b : β) : α := (Eq.symm h).rec b
@[macro_inline] def dite {α : Sort u} (c : Prop) [h : Decidable c] (t : c → α) (e : Not c → α)
  : α :=
  match h with
  | .isTrue h => t h
  | .isFalse h => e h
@[macro_inline] def ite {α : Sort u} (c : Prop) [h : Decidable c] (t e : α) : α :=
  match h with
  | .isTrue _ => t
  | .isFalse _ => e
abbrev DecidableEq (α : Sort u) := (a b : α) → Decidable (Eq a b)
instance {n m : Nat} : Decidable (Eq n m) := Nat.decEq n m
@[inline] def Function.const {α : Sort u} (β : Sort v) (a : α) : β → α := fun _ => a
@[inline] def Function.comp {α : Sort u} {β : Sort v} {δ : Sort w} (f : β → δ) (g : α → β) :
    α → δ := fun x => f (g x)
theorem noConfusion_of_Nat {α : Sort u} (f : α → Nat) {a b : α} (h : Eq a b) :
    Bool.rec (motive := fun _ => Prop) False True (Nat.beq (f a) (f b)) :=
  Eq.subst
    (motive := fun x => Bool.rec (motive := fun _ => Prop) False True (Nat.beq (f a) (f x))) h
    (Eq.subst (motive := fun x => Bool.rec (motive := fun _ => Prop) False True x)
      (Eq.symm (Nat.beq_refl (f a))) True.intro)
inductive List (α : Type u) where
  | nil : List α
  | cons (head : α) (tail : List α) : List α
inductive Option (α : Type u) where
  | none : Option α
  | some (val : α) : Option α
structure Fin (n : Nat) where
  mk ::
  val : Nat
  isLt : LT.lt val n
structure Array (α : Type u) where
  mk ::
  toList : List α
structure String where
  ofByteArray ::
  repr : Nat
instance : Inhabited String := ⟨""⟩
instance {α : Type u} : Inhabited (Array α) := ⟨Array.mk List.nil⟩
@[extern "lean_mk_empty_array_with_capacity"]
opaque Array.mkEmpty {α : Type u} (c : Nat) : Array α
@[extern "lean_array_push"]
opaque Array.push {α : Type u} (a : Array α) (v : α) : Array α
def Array.empty {α : Type u} : Array α := Array.mkEmpty 0

structure Substring.Raw where
  str : String
  startPos : Nat
  stopPos : Nat
@[extern "lean_string_utf8_byte_size"] opaque String.utf8ByteSize (s : String) : Nat
def String.toRawSubstring' (s : String) : Substring.Raw := ⟨s, 0, String.utf8ByteSize s⟩
@[extern "l_Array_mkArray0"] opaque Array.mkArray0 {α : Type u} : Array α
@[extern "l_Array_mkArray1"] opaque Array.mkArray1 {α : Type u} (a : α) : Array α
@[extern "l_Array_mkArray2"] opaque Array.mkArray2 {α : Type u} (a b : α) : Array α
@[extern "l_Array_mkArray3"] opaque Array.mkArray3 {α : Type u} (a b c : α) : Array α
@[extern "l_Array_mkArray4"] opaque Array.mkArray4 {α : Type u} (a b c d : α) : Array α
namespace Lean
/-- Hierarchical names.  The values are always built by the native constructors (see `mkStr`),
because the compiled `Lean.Name` objects carry a cached hash. -/
inductive Name where
  | anonymous : Name
  | str (pre : Name) (str : String)
  | num (pre : Name) (i : Nat)
instance : Inhabited Name := ⟨Name.anonymous⟩
namespace Name
-- the interpreter finds native code by the mangled name of the declaration: it must be this one
@[extern "l_Lean_Name_str___override"] opaque str._override (p : Name) (s : String) : Name
@[extern "l_Lean_Name_num___override"] opaque num._override (p : Name) (i : Nat) : Name
def mkStr (p : Name) (s : String) : Name := str._override p s
def mkNum (p : Name) (i : Nat) : Name := num._override p i
@[extern "l_Lean_Name_mkStr1"] opaque mkStr1 (s : String) : Name
@[extern "l_Lean_Name_mkStr2"] opaque mkStr2 (s t : String) : Name
@[extern "l_Lean_Name_mkStr3"] opaque mkStr3 (s t x : String) : Name
@[extern "l_Lean_Name_mkStr4"] opaque mkStr4 (s t x y : String) : Name
@[extern "l_Lean_Name_mkStr5"] opaque mkStr5 (s t x y z : String) : Name
end Name
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
instance : Inhabited ParserDescr := ⟨ParserDescr.symbol ""⟩
abbrev TrailingParserDescr := ParserDescr

inductive SourceInfo where
  | original (leading : Substring.Raw) (pos : Nat) (trailing : Substring.Raw) (endPos : Nat)
  | synthetic (pos endPos : Nat) (canonical : Bool)
  | none
inductive Syntax.Preresolved where
  | namespace (ns : Name)
  | decl (n : Name) (fields : List String)
inductive Syntax where
  | missing
  | node (info : SourceInfo) (kind : SyntaxNodeKind) (args : Array Syntax)
  | atom (info : SourceInfo) (val : String)
  | ident (info : SourceInfo) (rawVal : Substring.Raw) (val : Name)
      (preresolved : List Syntax.Preresolved)
instance : Inhabited Syntax := ⟨Syntax.missing⟩
@[extern "l_Lean_Syntax_getArg"] opaque Syntax.getArg (s : Syntax) (i : Nat) : Syntax
namespace Macro
structure Context where
  methods : PUnit.{1}
  quotContext : Name
  currMacroScope : Nat
  currRecDepth : Nat
  maxRecDepth : Nat
  ref : Syntax
structure State where
  macroScope : Nat
  traceMsgs : List (Prod Name String)
  expandedMacroDecls : List Name
inductive Exception where
  | error (s : Syntax) (m : String)
  | unsupportedSyntax
end Macro
end Lean

class Pure (f : Type u → Type v) where
  pure {α : Type u} : α → f α
export Pure (pure)
class Bind (m : Type u → Type v) where
  bind {α β : Type u} : m α → (α → m β) → m β
export Bind (bind)
class Functor (f : Type u → Type v) where
  map {α β : Type u} : (α → β) → f α → f β
class Monad (m : Type u → Type v) extends Functor m, Pure m, Bind m where
  map f x := bind x (fun a => pure (f a))
class MonadExcept (ε : semiOutParam (Type u)) (m : Type v → Type w) where
  throw {α : Type v} : ε → m α
  tryCatch {α : Type v} : m α → (ε → m α) → m α
export MonadExcept (throw)
def ReaderT (ρ : Type u) (m : Type u → Type v) (α : Type u) : Type (max u v) := ρ → m α
inductive EStateM.Result (ε σ α : Type u) where
  | ok (a : α) (s : σ)
  | error (e : ε) (s : σ)
def EStateM (ε σ α : Type u) : Type u := σ → EStateM.Result ε σ α
instance {ε σ : Type u} : Monad (EStateM ε σ) where
  pure a := fun s => EStateM.Result.ok a s
  bind x f := fun s => match x s with
    | .ok a s => f a s
    | .error e s => .error e s
instance {ε σ : Type u} : MonadExcept ε (EStateM ε σ) where
  throw e := fun s => EStateM.Result.error e s
  tryCatch x h := fun s => match x s with
    | .ok a s => .ok a s
    | .error e s => h e s
instance {ρ : Type u} {m : Type u → Type v} [Monad m] : Monad (ReaderT ρ m) where
  pure a := fun _ => Pure.pure a
  bind x f := fun r => Bind.bind (x r) (fun a => f a r)
instance {ρ ε : Type u} {m : Type u → Type v} [MonadExcept ε m] : MonadExcept ε (ReaderT ρ m) where
  throw e := fun _ => MonadExcept.throw e
  tryCatch x h := fun r => MonadExcept.tryCatch (x r) (fun e => h e r)
theorem Bool.eq_or (a : Bool) : Or (Eq a .true) (Eq a .false) := match a with
  | .true => Or.inl rfl
  | .false => Or.inr rfl
instance (a : Bool) : Decidable (Eq a .true) := match a with
  | .true => .isTrue rfl
  | .false => .isFalse Bool.false_ne_true
namespace Lean
abbrev MacroM := ReaderT Macro.Context (EStateM Macro.Exception Macro.State)
abbrev Macro := Syntax → MacroM Syntax
/-- `f` applied to the given sub-terms, as the syntax node of a function application. -/
def Macro.mkApp (f : Name) (args : Array Syntax) : MacroM Syntax := fun _ s =>
  EStateM.Result.ok (Syntax.node SourceInfo.none (Name.mkStr4 "Lean" "Parser" "Term" "app")
    (Array.mkArray2 (Syntax.ident SourceInfo.none ⟨"", 0, 0⟩ f List.nil)
      (Syntax.node SourceInfo.none (Name.mkStr1 "null") args))) s
/-- The macro of a binary operator written between its operands. -/
def Macro.infix (f : Name) : Macro :=
  fun stx => Macro.mkApp f (Array.mkArray2 (stx.getArg 0) (stx.getArg 2))
class MonadRef (m : Type → Type) where
  getRef : m Syntax
  withRef {α : Type} : Syntax → m α → m α
export MonadRef (getRef)
class MonadQuotation (m : Type → Type) extends MonadRef m where
  getCurrMacroScope : m Nat
  getContext : m Name
  withFreshMacroScope {α : Type} : m α → m α
export MonadQuotation (getCurrMacroScope withFreshMacroScope)
@[extern "l_Lean_Syntax_isOfKind"] opaque Syntax.isOfKind (s : Syntax) (k : SyntaxNodeKind) : Bool
@[extern "l_Lean_Syntax_matchesNull"] opaque Syntax.matchesNull (s : Syntax) (n : Nat) : Bool
@[extern "l_Lean_Syntax_getArgs"] opaque Syntax.getArgs (s : Syntax) : Array Syntax
@[extern "l_Lean_Syntax_getNumArgs"] opaque Syntax.getNumArgs (s : Syntax) : Nat
@[extern "l_Lean_Syntax_node1"] opaque Syntax.node1 (i : SourceInfo) (k : SyntaxNodeKind)
    (a : Syntax) : Syntax
@[extern "l_Lean_Syntax_node2"] opaque Syntax.node2 (i : SourceInfo) (k : SyntaxNodeKind)
    (a b : Syntax) : Syntax
@[extern "l_Lean_Syntax_node3"] opaque Syntax.node3 (i : SourceInfo) (k : SyntaxNodeKind)
    (a b c : Syntax) : Syntax
@[extern "l_Lean_Syntax_node4"] opaque Syntax.node4 (i : SourceInfo) (k : SyntaxNodeKind)
    (a b c d : Syntax) : Syntax
@[extern "l_Lean_Syntax_node5"] opaque Syntax.node5 (i : SourceInfo) (k : SyntaxNodeKind)
    (a b c d e : Syntax) : Syntax
@[extern "l_Lean_Syntax_node6"] opaque Syntax.node6 (i : SourceInfo) (k : SyntaxNodeKind)
    (a b c d e f : Syntax) : Syntax
@[extern "l_Lean_Syntax_node7"] opaque Syntax.node7 (i : SourceInfo) (k : SyntaxNodeKind)
    (a b c d e f g : Syntax) : Syntax
@[extern "l_Lean_Syntax_node8"] opaque Syntax.node8 (i : SourceInfo) (k : SyntaxNodeKind)
    (a b c d e f g h : Syntax) : Syntax
instance : Inhabited SourceInfo := ⟨SourceInfo.none⟩
@[extern "l_Lean_SourceInfo_fromRef"] opaque SourceInfo.fromRef (ref : Syntax)
    (canonical : Bool := .false) : SourceInfo
@[extern "l_Lean_mkAtom"] opaque mkAtom (val : String) : Syntax
@[extern "l_Lean_addMacroScope"] opaque addMacroScope (ctx : Name) (n : Name) (scp : Nat) : Name
abbrev SyntaxNodeKinds := List SyntaxNodeKind
structure TSyntax (ks : SyntaxNodeKinds) where
  raw : Syntax
structure Syntax.TSepArray (ks : SyntaxNodeKinds) (sep : String) where
  elemsAndSeps : Array Syntax
@[extern "l_Array_append"] protected opaque _root_.Array.append {α : Type u} (as bs : Array α) :
    Array α
@[extern "l_Array_extract"] opaque _root_.Array.extract {α : Type u} (as : Array α)
    (start stop : Nat) : Array α
@[extern "l_Lean_mkNullNode"] opaque mkNullNode (args : Array Syntax) : Syntax
attribute [coe_decl] CoeT.coe CoeFun.coe CoeSort.coe
attribute [match_pattern] Add.add HAdd.hAdd Neg.neg Mul.mul HMul.hMul
instance (k : SyntaxNodeKind) : CoeT SyntaxNodeKind k SyntaxNodeKinds := ⟨List.cons k List.nil⟩
instance {ks : SyntaxNodeKinds} (s : TSyntax ks) : CoeT (TSyntax ks) s Syntax := ⟨s.raw⟩
instance {ks ks' : SyntaxNodeKinds} (s : TSyntax ks) : CoeT (TSyntax ks) s (TSyntax ks') :=
  ⟨⟨s.raw⟩⟩
instance : MonadRef MacroM where
  getRef := fun c => pure c.ref
  withRef ref x := fun c => x { c with ref := ref }
instance : MonadQuotation MacroM where
  getCurrMacroScope := fun c => pure c.currMacroScope
  getContext := fun c => pure c.quotContext
  withFreshMacroScope x :=
      fun c s => x { c with currMacroScope := s.macroScope }
      { s with macroScope := Nat.succ s.macroScope }
@[inline] def MonadRef.mkInfoFromRefPos {m : Type → Type} [Monad m] [MonadRef m] : m SourceInfo :=
  bind getRef (fun r => pure (SourceInfo.fromRef r))
@[inline] def withRef {m : Type → Type} [Monad m] [MonadRef m] {α : Type} (ref : Syntax)
    (x : m α) : m α :=
  MonadRef.withRef ref x
namespace PrettyPrinter
abbrev UnexpandM := ReaderT Syntax (EStateM Unit Unit)
abbrev Unexpander := Syntax → UnexpandM Syntax
instance : MonadRef UnexpandM where
  getRef := fun r => pure r
  withRef ref x := fun _ => x ref
instance : MonadQuotation UnexpandM where
  getCurrMacroScope := pure 0
  getContext := pure (Name.mkStr1 "_fakeMod")
  withFreshMacroScope x := x
end PrettyPrinter
end Lean

