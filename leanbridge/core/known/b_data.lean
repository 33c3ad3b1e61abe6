-- Types of data: numbers, products, sums, options, lists, arrays, strings.
inductive Nat : Type where
  | zero : Nat
  | succ (n : Nat) : Nat
inductive Int : Type where
  | ofNat (n : Nat) : Int
  | negSucc (n : Nat) : Int
axiom Rat : Type
axiom Real : Type
axiom Complex : Type
axiom NNReal : Type
axiom ENNReal : Type
axiom EReal : Type
axiom ENat : Type
axiom WithTop (α : Type) : Type
axiom Float : Type
axiom Float32 : Type
axiom UInt8 : Type
axiom UInt16 : Type
axiom UInt32 : Type
axiom UInt64 : Type
axiom USize : Type
axiom Int8 : Type
axiom String : Type
axiom Char : Type
axiom ByteArray : Type
axiom FloatArray : Type
axiom Substring : Type
axiom Lean.Name : Type
structure Prod (α β : Type) where
  mk ::
  fst : α
  snd : β
structure PProd (α β : Sort u) where
  mk ::
  fst : α
  snd : β
structure Sigma {α : Type} (β : α → Type) where
  mk ::
  fst : α
  snd : β fst
structure Subtype {α : Sort u} (p : α → Prop) where
  mk ::
  val : α
  property : p val
structure PUnit : Type where
  unit ::
structure Unit : Type where
  unit ::
axiom Empty : Type
inductive Option (α : Type) : Type where
  | none : Option α
  | some (val : α) : Option α
export Option (none some)
inductive List (α : Type) : Type where
  | nil : List α
  | cons (head : α) (tail : List α) : List α
inductive Except (ε α : Type) : Type where
  | error (e : ε) : Except ε α
  | ok (a : α) : Except ε α
inductive Sum (α β : Type) : Type where
  | inl (val : α) : Sum α β
  | inr (val : β) : Sum α β
structure ULift (α : Type) where
  up ::
  down : α
structure Array (α : Type) : Type where
  mk ::
  toList : List α
structure Fin (n : Nat) : Type where
  mk ::
  val : Nat
  isLt : val < n
-- Lists
def List.map {α β : Type} (f : α → β) : (l : List α) → List β
  | [] => []
  | a :: l => f a :: List.map f l
def List.length {α : Type} : (l : List α) → Nat
  | [] => 0
  | _ :: l => List.length l + 1
def List.foldl {α β : Type} (f : α → β → α) : (init : α) → (l : List β) → α
  | init, [] => init
  | init, b :: l => List.foldl f (f init b) l
def List.foldr {α β : Type} (f : α → β → β) (init : β) : (l : List α) → β
  | [] => init
  | a :: l => f a (List.foldr f init l)
axiom List.range (n : Nat) : List Nat
def List.replicate {α : Type} : (n : Nat) → (a : α) → List α
  | 0, _ => []
  | n + 1, a => a :: List.replicate n a
axiom List.replicate_succ {α : Type} {a : α} {n : Nat} : List.replicate (n + 1) a = a :: List.replicate n a
axiom List.getD {α : Type} (l : List α) (i : Nat) (fallback : α) : α
axiom List.zip {α β : Type} (l : List α) (m : List β) : List (α × β)
axiom List.zipWith {α β γ : Type} (f : α → β → γ) (l : List α) (m : List β) : List γ
def List.append {α : Type} : (l m : List α) → List α
  | [], m => m
  | a :: l, m => a :: List.append l m
axiom List.reverse {α : Type} (l : List α) : List α
axiom List.sum {α : Type} (l : List α) : α
axiom List.prod {α : Type} (l : List α) : α
axiom List.flatten {α : Type} (l : List (List α)) : List α
axiom List.flatMap {α β : Type} (f : α → List β) (l : List α) : List β
axiom List.filter {α : Type} (p : α → Bool) (l : List α) : List α
axiom List.filterMap {α β : Type} (p : α → Option β) (l : List α) : List β
axiom List.all {α : Type} (l : List α) (p : α → Bool) : Bool
axiom List.any {α : Type} (l : List α) (p : α → Bool) : Bool
axiom List.ofFn {α : Type} {n : Nat} (f : Fin n → α) : List α
axiom List.finRange (n : Nat) : List (Fin n)
axiom List.head! {α : Type} (l : List α) : α
axiom List.headD {α : Type} (l : List α) (fallback : α) : α
axiom List.headI {α : Type} (l : List α) : α
axiom List.head? {α : Type} (l : List α) : Option α
axiom List.head {α : Type} (l : List α) (h : l ≠ []) : α
axiom List.tail {α : Type} (l : List α) : List α
axiom List.tail! {α : Type} (l : List α) : List α
axiom List.take {α : Type} (n : Nat) (l : List α) : List α
axiom List.drop {α : Type} (n : Nat) (l : List α) : List α
axiom List.dropLast {α : Type} (l : List α) : List α
axiom List.get {α : Type} (l : List α) (i : Fin l.length) : α
axiom List.get! {α : Type} (l : List α) (i : Nat) : α
axiom List.get? {α : Type} (l : List α) (i : Nat) : Option α
axiom List.getLast! {α : Type} (l : List α) : α
axiom List.getLast? {α : Type} (l : List α) : Option α
axiom List.getLastD {α : Type} (l : List α) (fallback : α) : α
axiom List.isEmpty {α : Type} (l : List α) : Bool
axiom List.zipIdx {α : Type} (l : List α) (n : Nat := 0) : List (α × Nat)
axiom List.contains {α : Type} (l : List α) (a : α) : Bool
axiom List.elem {α : Type} (a : α) (l : List α) : Bool
axiom List.find? {α : Type} (p : α → Bool) (l : List α) : Option α
axiom List.findIdx? {α : Type} (p : α → Bool) (l : List α) : Option Nat
axiom List.findIdx {α : Type} (p : α → Bool) (l : List α) : Nat
axiom List.idxOf {α : Type} (a : α) (l : List α) : Nat
axiom List.dedup {α : Type} (l : List α) : List α
axiom List.eraseDups {α : Type} (l : List α) : List α
axiom List.Nodup {α : Type} (l : List α) : Prop
axiom List.Pairwise {α : Type} (R : α → α → Prop) (l : List α) : Prop
axiom List.mapIdx {α β : Type} (f : Nat → α → β) (l : List α) : List β
axiom List.count {α : Type} (a : α) (l : List α) : Nat
axiom List.countP {α : Type} (p : α → Bool) (l : List α) : Nat
axiom List.Forall₂ {α β : Type} (R : α → β → Prop) (l : List α) (m : List β) : Prop
axiom List.span {α : Type} (p : α → Bool) (l : List α) : List α × List α
axiom List.takeWhile {α : Type} (p : α → Bool) (l : List α) : List α
axiom List.dropWhile {α : Type} (p : α → Bool) (l : List α) : List α
axiom List.intercalate {α : Type} (sep : List α) (l : List (List α)) : List α
axiom List.intersperse {α : Type} (sep : α) (l : List α) : List α
axiom List.set {α : Type} (l : List α) (n : Nat) (a : α) : List α
abbrev List.toArray {α : Type} (l : List α) : Array α := Array.mk l
axiom List.asString (s : List Char) : String
axiom List.min? {α : Type} (l : List α) : Option α
axiom List.max? {α : Type} (l : List α) : Option α
axiom List.partition {α : Type} (p : α → Bool) (l : List α) : List α × List α
axiom List.unzip {α β : Type} (l : List (α × β)) : List α × List β
axiom List.Perm {α : Type} (l m : List α) : Prop
axiom List.isPrefixOf {α : Type} (l m : List α) : Bool
axiom List.Mem {α : Type} (a : α) (l : List α) : Prop
axiom List.Sublist {α : Type} (l m : List α) : Prop
axiom List.attach {α : Type} (l : List α) : List {x : α // x ∈ l}
axiom List.product {α β : Type} (l : List α) (m : List β) : List (α × β)
-- Arrays
axiom Array.size {α : Type} (a : Array α) : Nat
axiom Array.get! {α : Type} (a : Array α) (i : Nat) : α
axiom Array.getD {α : Type} (a : Array α) (i : Nat) (d : α) : α
axiom Array.push {α : Type} (a : Array α) (x : α) : Array α
axiom Array.map {α β : Type} (f : α → β) (a : Array α) : Array β
axiom Array.foldl {α β : Type} (f : β → α → β) (init : β) (a : Array α) (start : Nat := 0) (stop : Nat := a.size) : β
axiom Array.mkEmpty {α : Type} (c : Nat) : Array α
axiom Array.empty {α : Type} : Array α
axiom Array.replicate {α : Type} (n : Nat) (v : α) : Array α
axiom Array.set! {α : Type} (a : Array α) (i : Nat) (v : α) : Array α
axiom Array.isEmpty {α : Type} (a : Array α) : Bool
axiom Array.all {α : Type} (a : Array α) (p : α → Bool) (start : Nat := 0) (stop : Nat := a.size) : Bool
axiom Array.any {α : Type} (a : Array α) (p : α → Bool) (start : Nat := 0) (stop : Nat := a.size) : Bool
axiom Array.zip {α β : Type} (a : Array α) (b : Array β) : Array (α × β)
axiom Array.range (n : Nat) : Array Nat
axiom Array.append {α : Type} (a b : Array α) : Array α
axiom Array.filter {α : Type} (p : α → Bool) (a : Array α) (start : Nat := 0) (stop : Nat := a.size) : Array α
axiom Array.contains {α : Type} (a : Array α) (x : α) : Bool
axiom Array.back! {α : Type} (a : Array α) : α
axiom Array.mapIdx {α β : Type} (f : Nat → α → β) (a : Array α) : Array β
axiom Array.extract {α : Type} (a : Array α) (start : Nat := 0) (stop : Nat := 0) : Array α
axiom Array.zipIdx {α : Type} (a : Array α) (start : Nat := 0) : Array (α × Nat)
axiom Array.find? {α : Type} (p : α → Bool) (a : Array α) : Option α
axiom Array.ofFn {α : Type} {n : Nat} (f : Fin n → α) : Array α
axiom GetElem.getElem {coll idx elem : Type} (xs : coll) (i : idx) : elem
axiom GetElem?.getElem! {coll idx elem : Type} (xs : coll) (i : idx) : elem
axiom GetElem?.getElem? {coll idx elem : Type} (xs : coll) (i : idx) : Option elem
export GetElem (getElem)
export GetElem? (getElem! getElem?)
-- Options
axiom Option.getD {α : Type} (o : Option α) (dflt : α) : α
axiom Option.get! {α : Type} (o : Option α) : α
axiom Option.isSome {α : Type} (o : Option α) : Bool
axiom Option.isNone {α : Type} (o : Option α) : Bool
axiom Option.map {α β : Type} (f : α → β) (o : Option α) : Option β
axiom Option.bind {α β : Type} (o : Option α) (f : α → Option β) : Option β
axiom Option.elim {α : Type} {β : Sort u} (o : Option α) (b : β) (f : α → β) : β
-- Strings and characters
axiom String.intercalate (s : String) (l : List String) : String
axiom String.join (l : List String) : String
axiom String.ofList (l : List Char) : String
axiom String.mk (l : List Char) : String
axiom String.length (s : String) : Nat
axiom String.toList (s : String) : List Char
axiom String.append (s t : String) : String
axiom String.replace (s pattern replacement : String) : String
axiom String.splitOn (s : String) (sep : String := " ") : List String
axiom String.split (s : String) (p : Char → Bool) : List String
axiom String.data (s : String) : List Char
axiom String.startsWith (s pre : String) : Bool
axiom String.endsWith (s post : String) : Bool
axiom String.isPrefixOf (p s : String) : Bool
axiom String.toNat! (s : String) : Nat
axiom String.toNat? (s : String) : Option Nat
axiom String.toInt? (s : String) : Option Int
axiom String.drop (s : String) (n : Nat) : String
axiom String.take (s : String) (n : Nat) : String
axiom String.dropRight (s : String) (n : Nat) : String
axiom String.takeRight (s : String) (n : Nat) : String
axiom String.isEmpty (s : String) : Bool
axiom String.leftpad (n : Nat) (c : Char) (s : String) : String
axiom String.contains (s : String) (c : Char) : Bool
axiom String.trim (s : String) : String
axiom String.any (s : String) (p : Char → Bool) : Bool
axiom String.all (s : String) (p : Char → Bool) : Bool
axiom String.push (s : String) (c : Char) : String
axiom String.pushn (s : String) (c : Char) (n : Nat) : String
axiom String.singleton (c : Char) : String
axiom String.front (s : String) : Char
axiom String.map (f : Char → Char) (s : String) : String
axiom String.toUpper (s : String) : String
axiom String.toLower (s : String) : String
axiom String.utf8ByteSize (s : String) : Nat
axiom String.quote (s : String) : String
axiom Char.ofNat (n : Nat) : Char
axiom Char.toNat (c : Char) : Nat
axiom Char.val (c : Char) : UInt32
axiom Char.toString (c : Char) : String
axiom Char.isDigit (c : Char) : Bool
axiom Char.isAlpha (c : Char) : Bool
axiom Char.isAlphanum (c : Char) : Bool
axiom Char.isWhitespace (c : Char) : Bool
axiom Char.isUpper (c : Char) : Bool
axiom Char.isLower (c : Char) : Bool
axiom ToString.toString {α : Type} (a : α) : String
export ToString (toString)
axiom repr {α : Type} (a : α) : String
axiom reprStr {α : Type} (a : α) : String
axiom Repr (α : Type) : Type
axiom ToString (α : Type) : Type
axiom BEq (α : Type) : Type
axiom Hashable (α : Sort u) : Type
axiom Ord (α : Type) : Type
-- Products and sums
def Prod.map {α₁ α₂ β₁ β₂ : Type} (f : α₁ → α₂) (g : β₁ → β₂) : α₁ × β₁ → α₂ × β₂ :=
  fun p => (f p.1, g p.2)
def Prod.swap {α β : Type} : α × β → β × α := fun p => (p.2, p.1)
def Function.uncurry {α β : Type} {φ : Sort u} (f : α → β → φ) : α × β → φ := fun a => f a.1 a.2
def Function.curry {α β : Type} {φ : Sort u} (f : α × β → φ) : α → β → φ := fun a b => f (a, b)
-- Programs
def Id (α : Type) : Type := α
def StateT (σ : Type) (m : Type → Type) (α : Type) : Type := σ → m (α × σ)
def StateM (σ α : Type) : Type := StateT σ Id α
axiom StateT.run' {σ : Type} {m : Type → Type} {α : Type} (x : StateT σ m α) (s : σ) : m α
axiom StateT.run {σ : Type} {m : Type → Type} {α : Type} (x : StateT σ m α) (s : σ) : m (α × σ)
axiom Id.run {α : Type} (x : Id α) : α
axiom IO (α : Type) : Type
axiom Pure.pure {f : Type → Type} {α : Type} (a : α) : f α
export Pure (pure)
axiom Bind.bind {m : Type → Type} {α β : Type} (x : m α) (f : α → m β) : m β
axiom MonadState.get {σ : Type} {m : Type → Type} : m σ
export MonadState (get)
axiom MonadStateOf.set {σ : Type} {m : Type → Type} (s : σ) : m PUnit
export MonadStateOf (set)
axiom modify {σ : Type} {m : Type → Type} (f : σ → σ) : m PUnit
axiom panic {α : Sort u} (msg : String) : α
axiom panicCore {α : Sort u} (msg : String) : α
axiom Functor.map {f : Type → Type} {α β : Type} (g : α → β) (x : f α) : f β
