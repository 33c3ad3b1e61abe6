-- Operators, order, numbers. One constant per operator, with its type as argument.
axiom HAdd.hAdd {α : Type} (a b : α) : α
axiom HSub.hSub {α : Type} (a b : α) : α
axiom HMul.hMul {α : Type} (a b : α) : α
axiom HDiv.hDiv {α : Type} (a b : α) : α
axiom HMod.hMod {α : Type} (a b : α) : α
axiom HPow.hPow {α β : Type} (a : α) (b : β) : α
axiom HSMul.hSMul {α β : Type} (a : α) (b : β) : β
axiom Neg.neg {α : Type} (a : α) : α
axiom Inv.inv {α : Type} (a : α) : α
axiom HAppend.hAppend {α : Type} (a b : α) : α
axiom OfNat.ofNat {α : Type} (n : Nat) : α
axiom OfScientific.ofScientific {α : Type} (mantissa : Nat) (exponentSign : Bool) (decimalExponent : Nat) : α
axiom LT.lt {α : Type} (a b : α) : Prop
axiom LE.le {α : Type} (a b : α) : Prop
axiom GT.gt {α : Type} (a b : α) : Prop
axiom GE.ge {α : Type} (a b : α) : Prop
axiom Dvd.dvd {α : Type} (a b : α) : Prop
axiom Max.max {α : Type} (a b : α) : α
axiom Min.min {α : Type} (a b : α) : α
export Max (max)
export Min (min)
axiom abs {α : Type} (a : α) : α
axiom Nat.cast {R : Type} (n : Nat) : R
axiom Int.cast {R : Type} (n : Int) : R
axiom Rat.cast {R : Type} (q : Rat) : R
axiom Union.union {α : Type} (a b : α) : α
axiom Inter.inter {α : Type} (a b : α) : α
axiom SDiff.sdiff {α : Type} (a b : α) : α
axiom Compl.compl {α : Type} (a : α) : α
axiom HasSubset.Subset {α : Type} (a b : α) : Prop
axiom HasSSubset.SSubset {α : Type} (a b : α) : Prop
axiom Membership.mem {α γ : Type} (s : γ) (a : α) : Prop
axiom EmptyCollection.emptyCollection {α : Type} : α
axiom Insert.insert {α γ : Type} (a : α) (s : γ) : γ
axiom Singleton.singleton {α γ : Type} (a : α) : γ
axiom SProd.sprod {α β : Type} (s : Finset α) (t : Finset β) : Finset (α × β)
axiom Top.top {α : Type} : α
axiom Bot.bot {α : Type} : α
axiom NeZero {R : Type} (n : R) : Prop
-- Natural numbers and integers
axiom Nat.pred (n : Nat) : Nat
axiom Nat.sub (n m : Nat) : Nat
axiom Nat.add (n m : Nat) : Nat
axiom Nat.mul (n m : Nat) : Nat
axiom Nat.div (n m : Nat) : Nat
axiom Nat.mod (n m : Nat) : Nat
axiom Nat.pow (n m : Nat) : Nat
axiom Nat.beq (n m : Nat) : Bool
axiom Nat.ble (n m : Nat) : Bool
axiom Nat.max (n m : Nat) : Nat
axiom Nat.min (n m : Nat) : Nat
axiom Nat.gcd (m n : Nat) : Nat
axiom Nat.lcm (m n : Nat) : Nat
axiom Nat.log (b n : Nat) : Nat
axiom Nat.log2 (n : Nat) : Nat
axiom Nat.sqrt (n : Nat) : Nat
axiom Nat.choose (n k : Nat) : Nat
axiom Nat.factorial (n : Nat) : Nat
axiom Nat.descFactorial (n k : Nat) : Nat
axiom Nat.Prime (n : Nat) : Prop
axiom Nat.Coprime (m n : Nat) : Prop
axiom Nat.repr (n : Nat) : String
axiom Nat.toDigits (base n : Nat) : List Char
axiom Nat.toDigitsCore (base fuel n : Nat) (l : List Char) : List Char
axiom Nat.digitChar (n : Nat) : Char
axiom Nat.toFloat (n : Nat) : Float
axiom Nat.toUInt32 (n : Nat) : UInt32
axiom Nat.toUInt64 (n : Nat) : UInt64
axiom Nat.toUInt8 (n : Nat) : UInt8
axiom Nat.ceil {R : Type} (a : R) : Nat
axiom Nat.floor {R : Type} (a : R) : Nat
axiom Nat.isPowerOfTwo (n : Nat) : Prop
axiom Nat.toSubscriptString (n : Nat) : String
def Nat.iterate {α : Sort u} (op : α → α) : (n : Nat) → (a : α) → α
  | 0, a => a
  | n + 1, a => Nat.iterate op n (op a)
axiom Nat.rec {motive : Nat → Sort u} (zero : motive Nat.zero) (succ : (n : Nat) → motive n → motive (Nat.succ n)) (t : Nat) : motive t
axiom Nat.fold {α : Type} (n : Nat) (f : (i : Nat) → i < n → α → α) (init : α) : α
axiom Int.toNat (n : Int) : Nat
axiom Int.natAbs (n : Int) : Nat
axiom Int.log {R : Type} (b : Nat) (r : R) : Int
axiom Int.floor {R : Type} (r : R) : Int
axiom Int.ceil {R : Type} (r : R) : Int
axiom Int.sign (n : Int) : Int
axiom Int.emod (m n : Int) : Int
axiom Int.ediv (m n : Int) : Int
axiom Int.neg (n : Int) : Int
axiom Int.fract {R : Type} (r : R) : R
axiom Rat.num (q : Rat) : Int
axiom Rat.den (q : Rat) : Nat
axiom Rat.floor (q : Rat) : Int
axiom mkRat (num : Int) (den : Nat) : Rat
axiom round {R : Type} (x : R) : Int
axiom Float.sqrt (x : Float) : Float
axiom Float.toString (x : Float) : String
axiom Float.ofNat (n : Nat) : Float
axiom Float.ofInt (n : Int) : Float
axiom Float.toUInt64 (x : Float) : UInt64
axiom Float.toUInt32 (x : Float) : UInt32
axiom Float.toUInt8 (x : Float) : UInt8
axiom Float.floor (x : Float) : Float
axiom Float.round (x : Float) : Float
axiom Float.abs (x : Float) : Float
axiom Float.exp (x : Float) : Float
axiom Float.log (x : Float) : Float
axiom Float.cos (x : Float) : Float
axiom Float.sin (x : Float) : Float
axiom Float.pow (x y : Float) : Float
axiom Float.ofScientific (m : Nat) (s : Bool) (e : Nat) : Float
axiom UInt64.toNat (x : UInt64) : Nat
axiom UInt32.toNat (x : UInt32) : Nat
axiom UInt8.toNat (x : UInt8) : Nat
axiom UInt64.toFloat (x : UInt64) : Float
axiom UInt8.toFloat (x : UInt8) : Float
axiom USize.toNat (x : USize) : Nat
-- Lemmas that terms name: their statements matter, not their proofs
axiom Nat.mul_assoc (n m k : Nat) : n * m * k = n * (m * k)
axiom Nat.mul_comm (n m : Nat) : n * m = m * n
axiom Nat.add_comm (n m : Nat) : n + m = m + n
axiom Nat.add_assoc (n m k : Nat) : n + m + k = n + (m + k)
axiom Nat.lt_irrefl (n : Nat) : ¬n < n
axiom Nat.mod_lt (x : Nat) {y : Nat} (h : 0 < y) : x % y < y
axiom Nat.pos_of_ne_zero {n : Nat} (h : n ≠ 0) : 0 < n
axiom Nat.succ_pos (n : Nat) : 0 < Nat.succ n
axiom Nat.zero_lt_one : 0 < 1
axiom le_refl {α : Type} (a : α) : a ≤ a
axiom le_rfl {α : Type} {a : α} : a ≤ a
axiom lt_irrefl {α : Type} (a : α) : ¬a < a
axiom one_pos {α : Type} : (0 : α) < 1
axiom zero_lt_one {α : Type} : (0 : α) < 1
axiom zero_le_one {α : Type} : (0 : α) ≤ 1
axiom add_comm {α : Type} (a b : α) : a + b = b + a
axiom mul_comm {α : Type} (a b : α) : a * b = b * a
axiom NeZero.ne {R : Type} (n : R) : n ≠ 0
axiom NeZero.pos {R : Type} (n : R) : 0 < n
-- Order
def Monotone {α β : Type} (f : α → β) : Prop := ∀ ⦃a b : α⦄, a ≤ b → f a ≤ f b
def Antitone {α β : Type} (f : α → β) : Prop := ∀ ⦃a b : α⦄, a ≤ b → f b ≤ f a
def StrictMono {α β : Type} (f : α → β) : Prop := ∀ ⦃a b : α⦄, a < b → f a < f b
def StrictAnti {α β : Type} (f : α → β) : Prop := ∀ ⦃a b : α⦄, a < b → f b < f a
def MonotoneOn {α β : Type} (f : α → β) (s : Set α) : Prop :=
  ∀ ⦃a : α⦄, a ∈ s → ∀ ⦃b : α⦄, b ∈ s → a ≤ b → f a ≤ f b
def StrictMonoOn {α β : Type} (f : α → β) (s : Set α) : Prop :=
  ∀ ⦃a : α⦄, a ∈ s → ∀ ⦃b : α⦄, b ∈ s → a < b → f a < f b
def AntitoneOn {α β : Type} (f : α → β) (s : Set α) : Prop :=
  ∀ ⦃a : α⦄, a ∈ s → ∀ ⦃b : α⦄, b ∈ s → a ≤ b → f b ≤ f a
axiom InfSet.sInf {α : Type} (s : Set α) : α
axiom SupSet.sSup {α : Type} (s : Set α) : α
export InfSet (sInf)
export SupSet (sSup)
axiom iSup {α : Type} {ι : Sort u} (s : ι → α) : α
axiom iInf {α : Type} {ι : Sort u} (s : ι → α) : α
axiom BddAbove {α : Type} (s : Set α) : Prop
axiom BddBelow {α : Type} (s : Set α) : Prop
axiom IsUnit {M : Type} (a : M) : Prop
axiom IsLeast {α : Type} (s : Set α) (a : α) : Prop
axiom IsGreatest {α : Type} (s : Set α) (a : α) : Prop
-- Classes: their binders are dropped, the names must be known
axiom Fintype (α : Type) : Type
axiom Finite (α : Sort u) : Prop
axiom Infinite (α : Sort u) : Prop
axiom Subsingleton (α : Sort u) : Prop
axiom Unique (α : Sort u) : Type
axiom Nontrivial (α : Type) : Prop
axiom Add (α : Type) : Type
axiom Mul (α : Type) : Type
axiom Zero (α : Type) : Type
axiom One (α : Type) : Type
axiom LE (α : Type) : Type
axiom LT (α : Type) : Type
axiom Max (α : Type) : Type
axiom Preorder (α : Type) : Type
axiom PartialOrder (α : Type) : Type
axiom LinearOrder (α : Type) : Type
axiom Lattice (α : Type) : Type
axiom SemilatticeSup (α : Type) : Type
axiom SemilatticeInf (α : Type) : Type
axiom OrderBot (α : Type) : Type
axiom Monoid (α : Type) : Type
axiom CommMonoid (α : Type) : Type
axiom AddMonoid (α : Type) : Type
axiom AddCommMonoid (α : Type) : Type
axiom Group (α : Type) : Type
axiom CommGroup (α : Type) : Type
axiom AddGroup (α : Type) : Type
axiom AddCommGroup (α : Type) : Type
axiom Semiring (α : Type) : Type
axiom CommSemiring (α : Type) : Type
axiom Ring (α : Type) : Type
axiom CommRing (α : Type) : Type
axiom DivisionRing (α : Type) : Type
axiom Field (α : Type) : Type
axiom IsStrictOrderedRing (α : Type) : Prop
axiom IsOrderedRing (α : Type) : Prop
axiom Module (R M : Type) : Type
axiom SMul (M α : Type) : Type
axiom Algebra (R A : Type) : Type
