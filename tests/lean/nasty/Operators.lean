import Mathlib.Data.Real.Basic
import Mathlib.Data.Fintype.BigOperators
import Mathlib.Algebra.BigOperators.Group.Finset.Basic
import Mathlib.Analysis.Calculus.FDeriv.Basic

/-! Precedences and brackets: what stands to the left and right of an operator. -/

set_option autoImplicit false

noncomputable section

namespace Nasty.Operators

variable (a b c d : ℝ) (n m k : ℕ) (p q r : Prop)

def negPower : ℝ := -a ^ 2
def negProduct : ℝ := -a * b
def negSum : ℝ := -a + b
def subChain : ℝ := a - b - c
def subNested : ℝ := a - (b - c)
def divChain : ℝ := a / b / c
def divTimes : ℝ := a / b * c
def timesDiv : ℝ := a * b / c
def powChain : ℝ := a ^ n ^ m
def powLeft : ℝ := (a ^ n) ^ m
def powNeg : ℝ := (-a) ^ n
def powCall (f : ℝ → ℝ) : ℝ := f a ^ 2
def powInverse : ℝ := a⁻¹ ^ 2
def inverseOfProduct : ℝ := (a * b)⁻¹
def inverseCall (f : ℝ → ℝ) : ℝ := (f a)⁻¹ * b
def inverseArgument (f : ℝ → ℝ) : ℝ := f a⁻¹
def mixed : ℝ := a + b * c - d / a
def modulo : ℕ := n % m * k
def moduloSum : ℕ := n + m % k

def andOr : Prop := p ∧ q ∨ r
def orAnd : Prop := p ∨ q ∧ r
def andRight : Prop := p ∧ q ∧ r
def arrowRight : Prop := p → q → r
def arrowAnd : Prop := p ∧ q → r
def iffArrow : Prop := (p → q) ↔ r
def notAnd : Prop := ¬p ∧ q
def notEq : Prop := ¬a = b
def notNot : Prop := ¬¬p
def notParen : Prop := ¬(p ∧ q)
def notArrow : Prop := ¬p → q
def eqAnd : Prop := a = b ∧ c = d
def ltPlus : Prop := a + b < c * d
def iffEq : Prop := a = b ↔ b = a
def neChain : Prop := a ≠ b ∧ b ≠ c
def forallAnd : Prop := (∀ x : ℝ, x = a) ∧ p
def forallOver : Prop := ∀ x : ℝ, x = a ∧ p
def andForall : Prop := p ∧ ∀ x : ℝ, x = a → q
def existsOver : Prop := ∃ x : ℝ, x = a ∧ p
def existsArrow : Prop := (∃ x : ℝ, x = a) → p
def ge : Prop := a ≥ b
def gt : Prop := a > b
def divides : Prop := n ∣ m + k

def pipeLeft (f g : ℝ → ℝ) : ℝ := f <| g <| a + b
def pipeRight (f g : ℝ → ℝ) : ℝ := a + b |> f |> g
def dollar (f g : ℝ → ℝ) : ℝ := f $ g a
def composition (f g h : ℝ → ℝ) : ℝ → ℝ := f ∘ g ∘ h
def compositionCall (f g : ℝ → ℝ) : ℝ := (f ∘ g) a
def compositionArgument (f : ℕ → ℝ) (g : ℕ → ℕ) : ℝ := (f ∘ g) n + a

def absolute : ℝ := |a|
def absoluteDifference : ℝ := |a - b|
def absoluteProduct : ℝ := |a| * |b|
def absoluteArgument (f : ℝ → ℝ) : ℝ := f |a|
def absoluteNested : ℝ := |a - (|b|)|
def absoluteNeg : ℝ := -|a|
def absoluteRelation : Prop := |a - b| < c

def sumProduct (f : Fin n → ℝ) : ℝ := ∑ i, f i * a
def sumSum (f : Fin n → ℝ) : ℝ := ∑ i, f i + a
def sumParen (f : Fin n → ℝ) : ℝ := ∑ i, (f i + a)
def sumNested (f : Fin n → Fin m → ℝ) : ℝ := ∑ i, ∑ j, f i j
def sumTwo (f : Fin n → Fin m → ℝ) : ℝ := ∑ i, ∑ j, f i j * f i j
def sumTimes (f : Fin n → ℝ) : ℝ := a * ∑ i, f i
def sumOver (f : ℕ → ℝ) : ℝ := ∑ i ∈ Finset.range n, f i
def sumEq (f : Fin n → ℝ) : Prop := ∑ i, f i = a
def sumNeg (f : Fin n → ℝ) : ℝ := -∑ i, f i
def sumTyped (f : Fin n → ℝ) : ℝ := ∑ i : Fin n, f i / a
def sumMinus (f g : Fin n → ℝ) : ℝ := ∑ i, f i - ∑ i, g i
def sumPower (f : Fin n → ℝ) : ℝ := (∑ i, f i) ^ 2
def sumShadow (i : ℝ) (f : Fin n → ℝ) : ℝ := ∑ i, f i + i
def sumCast : ℝ := ∑ i : Fin n, (i : ℕ)
def sumConstant : ℝ := ∑ _i : Fin n, a
def productOver (f : Fin n → ℝ) : ℝ := ∏ i, f i

def pointwise (f g : Fin n → ℝ) : Fin n → ℝ := f + g
def pointwiseNeg (f g : Fin n → ℝ) : Fin n → ℝ := -f * g - g
def pointwiseCall (f g : Fin n → ℝ) (i : Fin n) : ℝ := (f + g) i
def pointwiseScaled (f : Fin n → ℝ) : Fin n → ℝ := a • f
def pointwiseMatrix (f g : Fin n → Fin m → ℝ) (i : Fin n) (j : Fin m) : ℝ := (f - g) i j
def pointwiseEq (f g : Fin n → ℝ) : Prop := f + g = g + f
def pointwiseSum (f g : Fin n → ℝ) : ℝ := ∑ i, (f * g) i
def scaledSum (f : Fin n → ℝ) : ℝ := a • b + a

def maxMin : ℝ := max a (min b c)
def maxSum : ℝ := max a b + c
def ifTree : ℝ := a + if p' : n = m then b else c
def ifCondition : ℝ := if a < b ∧ b < c then a else b
def ifNested : ℝ := if n = 0 then a else if n = 1 then b else c
def ifLess : ℝ := if n < m then n else m
def letSequence : ℝ := let x := a + b; let y := x * x; y - x
def lambdaTail (f : (ℝ → ℝ) → ℝ) : ℝ := f fun x => x + a
def lambdaParen (f : (ℝ → ℝ) → ℝ → ℝ) : ℝ := f (fun x => x + a) b
def section' : ℝ → ℝ := (· + a)
def sectionLeft : ℝ → ℝ := (a - ·)
def sectionTwo : ℝ → ℝ → ℝ := (· * · + a)
def sectionNested (f : (ℝ → ℝ) → ℝ → ℝ) : ℝ → ℝ := (f (· + 1) ·)
def sectionCall (f : ℝ → ℕ → ℝ) : ℝ → ℝ := (f · n)

end Nasty.Operators
