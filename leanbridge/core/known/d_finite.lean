-- Fin, equivalences, sets, finite sets.
structure Equiv (α β : Sort u) where
  mk ::
  toFun : α → β
  invFun : β → α
  left_inv : ∀ x : α, invFun (toFun x) = x
  right_inv : ∀ y : β, toFun (invFun y) = y
axiom Equiv.symm {α β : Sort u} (e : α ≃ β) : β ≃ α
axiom Equiv.refl (α : Sort u) : α ≃ α
axiom Equiv.trans {α β γ : Sort u} (e₁ : α ≃ β) (e₂ : β ≃ γ) : α ≃ γ
axiom Equiv.prodCongr {α₁ α₂ β₁ β₂ : Type} (e₁ : α₁ ≃ α₂) (e₂ : β₁ ≃ β₂) : α₁ × β₁ ≃ α₂ × β₂
axiom Equiv.prodComm (α β : Type) : α × β ≃ β × α
axiom Equiv.prodAssoc (α β γ : Type) : (α × β) × γ ≃ α × β × γ
abbrev Equiv.Perm (α : Sort u) : Type := α ≃ α
axiom Equiv.swap {α : Sort u} (a b : α) : Equiv.Perm α
axiom Equiv.ofBijective {α : Sort u} {β : Sort v} (f : α → β) (hf : Function.Bijective f) : α ≃ β
axiom finProdFinEquiv {m n : Nat} : Fin m × Fin n ≃ Fin (m * n)
axiom finSumFinEquiv {m n : Nat} : Sum (Fin m) (Fin n) ≃ Fin (m + n)
axiom finCongr {m n : Nat} (h : m = n) : Fin m ≃ Fin n
axiom Fin.cast {n m : Nat} (h : n = m) (i : Fin n) : Fin m
axiom Fin.castLE {n m : Nat} (h : n ≤ m) (i : Fin n) : Fin m
axiom Fin.castLT {n m : Nat} (i : Fin m) (h : i.val < n) : Fin n
axiom Fin.last (n : Nat) : Fin (n + 1)
axiom Fin.succ {n : Nat} (i : Fin n) : Fin (n + 1)
axiom Fin.pred {n : Nat} (i : Fin (n + 1)) (h : i ≠ 0) : Fin n
axiom Fin.castSucc {n : Nat} (i : Fin n) : Fin (n + 1)
axiom Fin.castAdd {n : Nat} (m : Nat) (i : Fin n) : Fin (n + m)
axiom Fin.natAdd {m : Nat} (n : Nat) (i : Fin m) : Fin (n + m)
axiom Fin.addNat {n : Nat} (i : Fin n) (m : Nat) : Fin (n + m)
axiom Fin.rev {n : Nat} (i : Fin n) : Fin n
axiom Fin.ofNat (n : Nat) (a : Nat) : Fin n
axiom Fin.toNat {n : Nat} (i : Fin n) : Nat
axiom Fin.cons {n : Nat} {α : Fin (n + 1) → Sort u} (x : α 0) (p : (i : Fin n) → α i.succ) (i : Fin (n + 1)) : α i
axiom Fin.snoc {n : Nat} {α : Fin (n + 1) → Sort u} (p : (i : Fin n) → α i.castSucc) (x : α (Fin.last n)) (i : Fin (n + 1)) : α i
axiom Fin.insertNth {n : Nat} {α : Fin (n + 1) → Sort u} (i : Fin (n + 1)) (x : α i) (p : (j : Fin n) → α (Fin.succAbove i j)) (j : Fin (n + 1)) : α j
axiom Fin.succAbove {n : Nat} (p : Fin (n + 1)) (i : Fin n) : Fin (n + 1)
axiom Fin.append {m n : Nat} {α : Sort u} (a : Fin m → α) (b : Fin n → α) : Fin (m + n) → α
axiom Fin.elim0 {α : Sort u} (x : Fin 0) : α
axiom Fin.pos {n : Nat} (i : Fin n) : 0 < n
axiom Fin.divNat {m n : Nat} (i : Fin (m * n)) : Fin m
axiom Fin.modNat {m n : Nat} (i : Fin (m * n)) : Fin n
axiom Fin.ext {n : Nat} {a b : Fin n} (h : a.val = b.val) : a = b
axiom Set (α : Type) : Type
axiom setOf {α : Type} (p : α → Prop) : Set α
axiom Set.Elem {α : Type} (s : Set α) : Type
axiom Set.univ {α : Type} : Set α
axiom Set.image {α β : Type} (f : α → β) (s : Set α) : Set β
axiom Set.preimage {α β : Type} (f : α → β) (s : Set β) : Set α
axiom Set.range {α : Type} {ι : Sort u} (f : ι → α) : Set α
axiom Set.Icc {α : Type} (a b : α) : Set α
axiom Set.Ioo {α : Type} (a b : α) : Set α
axiom Set.Ioc {α : Type} (a b : α) : Set α
axiom Set.Ico {α : Type} (a b : α) : Set α
axiom Set.Ici {α : Type} (a : α) : Set α
axiom Set.Iic {α : Type} (b : α) : Set α
axiom Set.Ioi {α : Type} (a : α) : Set α
axiom Set.Iio {α : Type} (b : α) : Set α
axiom Set.pi {ι : Type} {α : ι → Type} (s : Set ι) (t : (i : ι) → Set (α i)) : Set ((i : ι) → α i)
axiom Set.prod {α β : Type} (s : Set α) (t : Set β) : Set (α × β)
axiom Set.EqOn {α β : Type} (f₁ f₂ : α → β) (s : Set α) : Prop
axiom Set.MapsTo {α β : Type} (f : α → β) (s : Set α) (t : Set β) : Prop
axiom Set.InjOn {α β : Type} (f : α → β) (s : Set α) : Prop
axiom Set.SurjOn {α β : Type} (f : α → β) (s : Set α) (t : Set β) : Prop
axiom Set.BijOn {α β : Type} (f : α → β) (s : Set α) (t : Set β) : Prop
axiom Set.Nonempty {α : Type} (s : Set α) : Prop
axiom Set.Finite {α : Type} (s : Set α) : Prop
axiom Set.indicator {α M : Type} (s : Set α) (f : α → M) : α → M
axiom Set.iUnion {α : Type} {ι : Sort u} (s : ι → Set α) : Set α
axiom Set.iInter {α : Type} {ι : Sort u} (s : ι → Set α) : Set α
axiom Set.toFinset {α : Type} (s : Set α) : Finset α
axiom Finset (α : Type) : Type
axiom Finset.Elem {α : Type} (s : Finset α) : Type
axiom Finset.coe {α : Type} (s : Finset α) : Set α
axiom Finset.univ {α : Type} : Finset α
axiom Finset.sum {ι M : Type} (s : Finset ι) (f : ι → M) : M
axiom Finset.prod {ι M : Type} (s : Finset ι) (f : ι → M) : M
axiom Finset.product {α β : Type} (s : Finset α) (t : Finset β) : Finset (α × β)
axiom Finset.range (n : Nat) : Finset Nat
axiom Finset.filter {α : Type} (p : α → Prop) (s : Finset α) : Finset α
axiom Finset.image {α β : Type} (f : α → β) (s : Finset α) : Finset β
axiom Finset.map {α β : Type} (f : Function.Embedding α β) (s : Finset α) : Finset β
axiom Finset.card {α : Type} (s : Finset α) : Nat
axiom Finset.Nonempty {α : Type} (s : Finset α) : Prop
axiom Finset.sup' {α β : Type} (s : Finset β) (H : s.Nonempty) (f : β → α) : α
axiom Finset.inf' {α β : Type} (s : Finset β) (H : s.Nonempty) (f : β → α) : α
axiom Finset.sup {α β : Type} (s : Finset β) (f : β → α) : α
axiom Finset.inf {α β : Type} (s : Finset β) (f : β → α) : α
axiom Finset.max' {α : Type} (s : Finset α) (H : s.Nonempty) : α
axiom Finset.min' {α : Type} (s : Finset α) (H : s.Nonempty) : α
axiom Finset.univ_nonempty {α : Type} : (Finset.univ : Finset α).Nonempty
axiom Finset.exists_max_image {α β : Type} (s : Finset β) (f : β → α) (h : s.Nonempty) : ∃ x : β, x ∈ s ∧ ∀ x' : β, x' ∈ s → f x' ≤ f x
axiom Finset.exists_min_image {α β : Type} (s : Finset β) (f : β → α) (h : s.Nonempty) : ∃ x : β, x ∈ s ∧ ∀ x' : β, x' ∈ s → f x ≤ f x'
axiom Finset.exists_mem_eq_sup' {α β : Type} {s : Finset β} (H : s.Nonempty) (f : β → α) : ∃ i : β, i ∈ s ∧ s.sup' H f = f i
axiom Finset.Icc {α : Type} (a b : α) : Finset α
axiom Finset.Ico {α : Type} (a b : α) : Finset α
axiom Finset.Ioc {α : Type} (a b : α) : Finset α
axiom Finset.Ioo {α : Type} (a b : α) : Finset α
axiom Finset.erase {α : Type} (s : Finset α) (a : α) : Finset α
axiom Finset.toList {α : Type} (s : Finset α) : List α
axiom Finset.mem_univ {α : Type} (x : α) : x ∈ (Finset.univ : Finset α)
axiom Finset.attach {α : Type} (s : Finset α) : Finset {x : α // x ∈ s}
axiom Finset.biUnion {α β : Type} (s : Finset α) (t : α → Finset β) : Finset β
axiom Finset.powerset {α : Type} (s : Finset α) : Finset (Finset α)
axiom Finset.expect {ι M : Type} (s : Finset ι) (f : ι → M) : M
axiom Finset.sort {α : Type} (s : Finset α) (r : α → α → Prop := fun a b => a ≤ b) : List α
axiom Finset.orderEmbOfFin {α : Type} (s : Finset α) {k : Nat} (h : s.card = k) : Fin k → α
axiom Fintype.card (α : Type) : Nat
axiom Multiset (α : Type) : Type
axiom Multiset.sum {M : Type} (s : Multiset M) : M
axiom Multiset.card {α : Type} (s : Multiset α) : Nat
