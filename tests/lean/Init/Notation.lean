prelude
import Init.Classes
/-! Core notation. Precedences and elaboration helpers
    (`binop%` …) are upstream's. A macro that must
compute is the one compiled into the program (found by its mangled name), so its result is Lean's
own; only its syntax is declared here, under upstream's kind. -/

macro "max" : prec => `(prec| 1024)
macro "arg" : prec => `(prec| 1023)
macro "lead" : prec => `(prec| 1022)
macro "min" : prec => `(prec| 10)
macro "min1" : prec => `(prec| 11)
syntax:arg stx:max "+" : stx
syntax:arg stx:max "*" : stx
syntax:arg stx:max "?" : stx
syntax:2 stx:2 " <|> " stx:1 : stx
macro_rules | `(stx| $p +) => `(stx| many1($p))
macro_rules | `(stx| $p *) => `(stx| many($p))
macro_rules | `(stx| $p ?) => `(stx| optional($p))
macro_rules | `(stx| $p <|> $q) => `(stx| orelse($p, $q))
macro:arg x:stx:max ",*" : stx => `(stx| sepBy($x, ",", ", "))
macro:arg x:stx:max ",+" : stx => `(stx| sepBy1($x, ",", ", "))
macro:arg x:stx:max ",*,?" : stx => `(stx| sepBy($x, ",", ", ", allowTrailingSep))
macro:arg x:stx:max ",+,?" : stx => `(stx| sepBy1($x, ",", ", ", allowTrailingSep))

-- asked for by the pretty printer under `pp.all` and `pp.natLit`
syntax (name := rawNatLit) "nat_lit " num : term
infixr:90 " ∘ " => Function.comp
infixr:35 " × " => Prod
infixr:35 " ×' " => PProd
infix:50 " ∣ " => Dvd.dvd
infixl:65 " + " => HAdd.hAdd
infixl:65 " - " => HSub.hSub
infixl:70 " * " => HMul.hMul
infixl:70 " / " => HDiv.hDiv
infixl:70 " % " => HMod.hMod
infixr:80 " ^ " => HPow.hPow
infixl:65 " ++ " => HAppend.hAppend
prefix:75 "-" => Neg.neg
postfix:max "⁻¹" => Inv.inv
infixr:73 " • " => HSMul.hSMul
macro_rules | `($x + $y) => `(binop% HAdd.hAdd $x $y)
macro_rules | `($x - $y) => `(binop% HSub.hSub $x $y)
macro_rules | `($x * $y) => `(binop% HMul.hMul $x $y)
macro_rules | `($x / $y) => `(binop% HDiv.hDiv $x $y)
macro_rules | `($x % $y) => `(binop% HMod.hMod $x $y)
macro_rules | `($x ^ $y) => `(rightact% HPow.hPow $x $y)
macro_rules | `($x ++ $y) => `(binop% HAppend.hAppend $x $y)
macro_rules | `(- $x) => `(unop% Neg.neg $x)
macro_rules | `($x • $y) => `(leftact% HSMul.hSMul $x $y)
infix:50 " ≤ " => LE.le
infix:50 " < " => LT.lt
infix:50 " ≥ " => GE.ge
infix:50 " > " => GT.gt
infix:50 " = " => Eq
infix:50 " == " => BEq.beq
infix:50 " ≍ " => HEq
infix:50 " ≠ " => Ne
infix:50 " != " => bne
macro_rules | `($x ≤ $y) => `(binrel% LE.le $x $y)
macro_rules | `($x < $y) => `(binrel% LT.lt $x $y)
macro_rules | `($x > $y) => `(binrel% GT.gt $x $y)
macro_rules | `($x ≥ $y) => `(binrel% GE.ge $x $y)
macro_rules | `($x = $y) => `(binrel% Eq $x $y)
macro_rules | `($x ≠ $y) => `(binrel% Ne $x $y)
macro_rules | `($x == $y) => `(binrel_no_prop% BEq.beq $x $y)
macro_rules | `($x != $y) => `(binrel_no_prop% bne $x $y)
infixr:35 " /\\ " => And
infixr:35 " ∧ " => And
infixr:30 " \\/ " => Or
infixr:30 " ∨ " => Or
infix:20 " <-> " => Iff
infix:20 " ↔ " => Iff
notation:max "¬" p:40 => Not p
infixl:35 " && " => and
infixl:30 " || " => or
notation:max "!" b:40 => not b
notation:50 a:50 " ∈ " b:50 => Membership.mem b a
notation:50 a:50 " ∉ " b:50 => ¬ (a ∈ b)
infixr:67 " :: " => List.cons
infix:50 " ⊆ " => HasSubset.Subset
infix:50 " ⊂ " => HasSSubset.SSubset
infixl:65 " ∪ " => Union.union
infixl:70 " ∩ " => Inter.inter
infix:70 " \\ " => SDiff.sdiff
notation "∅" => EmptyCollection.emptyCollection
infixr:100 " <$> " => Functor.map
infixl:55 " >>= " => Bind.bind

syntax:1024 (name := coeNotation) "↑" term:1024 : term
syntax:1024 (name := coeFunNotation) "⇑" term:1024 : term
syntax:1024 (name := coeSortNotation) "↥" term:1024 : term
/-! ### Macros that are compiled into the program -/
instance : Inhabited Lean.Macro := ⟨fun _ _ s => EStateM.Result.error .unsupportedSyntax s⟩

syntax:min term " <| " term:min : term
@[extern "l___aux__Init__Notation______macroRules__term___x3c_x7c____1", macro «term_<|_»]
opaque «_aux_Init_Notation___macroRules_term_<|__1» : Lean.Macro

syntax:min term atomic(" $" ws) term:min : term
@[extern "l___aux__Init__Notation______macroRules__term___x24______1", macro «term_$__»]
opaque «_aux_Init_Notation___macroRules_term_$___1» : Lean.Macro

syntax:min term " |> " term:min1 : term
@[extern "l___aux__Init__Notation______macroRules__term___x7c_x3e____1", macro «term_|>_»]
opaque «_aux_Init_Notation___macroRules_term_|>__1» : Lean.Macro

namespace Lean
syntax binderIdent := ident <|> hole
syntax unbracketedExplicitBinders := (ppSpace binderIdent)+ (" : " term)?
syntax bracketedExplicitBinders := "(" withoutPosition((binderIdent ppSpace)+ ": " term) ")"
syntax explicitBinders := (ppSpace bracketedExplicitBinders)+ <|> unbracketedExplicitBinders
end Lean

syntax (name := termDepIfThenElse) "if " Lean.binderIdent " : " term " then " term "else " term :
    term
@[extern "l___aux__Init__Notation______macroRules__termDepIfThenElse__1", macro termDepIfThenElse]
opaque _aux_Init_Notation___macroRules_termDepIfThenElse_1 : Lean.Macro

syntax (name := termIfThenElse) "if " term " then " term "else " term : term
@[extern "l___aux__Init__Notation______macroRules__termIfThenElse__1", macro termIfThenElse]
opaque _aux_Init_Notation___macroRules_termIfThenElse_1 : Lean.Macro

syntax (name := termIfLet) "if " "let " term " := " term " then " term "else " term : term
@[extern "l___aux__Init__Notation______macroRules__termIfLet__1", macro termIfLet]
opaque _aux_Init_Notation___macroRules_termIfLet_1 : Lean.Macro

syntax "∃" Lean.explicitBinders ", " term : term
@[extern "l___aux__Init__NotationExtra______macroRules__term_u2203___x2c____1", macro «term∃_,_»]
opaque «_aux_Init_NotationExtra___macroRules_term∃_,__1» : Lean.Macro

syntax "Σ" Lean.explicitBinders ", " term : term
@[extern "l___aux__Init__NotationExtra______macroRules__term_u03a3___x2c____1", macro «termΣ_,_»]
opaque «_aux_Init_NotationExtra___macroRules_termΣ_,__1» : Lean.Macro

syntax "{ " withoutPosition(ident (" : " term)? " // " term) " }" : term
@[extern "l___aux__Init__Notation______macroRules__term_x7b___x3a___x2f_x2f___x7d__1",
  macro «term{_:_//_}»]
opaque «_aux_Init_Notation___macroRules_term{_:_//_}_1» : Lean.Macro

syntax "{" term,+ "}" : term
@[extern "l___aux__Init__NotationExtra______macroRules__term_x7b___x7d__1", macro «term{_}»]
opaque «_aux_Init_NotationExtra___macroRules_term{_}_1» : Lean.Macro

syntax "%[" withoutPosition(term,*,? " | " term) "]" : term
@[extern "l___aux__Init__NotationExtra______macroRules__term_x25_x5b___x7c___x5d__1",
  macro «term%[_|_]»]
opaque «_aux_Init_NotationExtra___macroRules_term%[_|_]_1» : Lean.Macro

syntax "[" term,*,? "]" : term
@[extern "l_Lean___aux__Init__Data__List__Notation______macroRules__term_x5b___x5d__1",
  macro «term[_]»]
opaque Lean.«_aux_Init_Data_List_Notation___macroRules_term[_]_1» : Lean.Macro

/-! ### Bounded quantifiers -/
namespace Lean
structure Parser.Category
declare_syntax_cat binderPred
syntax "satisfies_binder_pred% " term:max binderPred : term
syntax "∃ " binderIdent binderPred ", " term : term
syntax "∀ " binderIdent binderPred ", " term : term
macro_rules
  | `(∃ $x:ident $p:binderPred, $b) => `(∃ $x:ident, satisfies_binder_pred% $x $p ∧ $b)
  | `(∃ _ $p:binderPred, $b) => `(∃ x, satisfies_binder_pred% x $p ∧ $b)
macro_rules
  | `(∀ $x:ident $p:binderPred, $b) => `(∀ $x:ident, satisfies_binder_pred% $x $p → $b)
  | `(∀ _ $p:binderPred, $b) => `(∀ x, satisfies_binder_pred% x $p → $b)
syntax " ∈ " term : binderPred
syntax " ∉ " term : binderPred
syntax " < " term : binderPred
syntax " ≤ " term : binderPred
syntax " > " term : binderPred
syntax " ≥ " term : binderPred
syntax " ≠ " term : binderPred
syntax " ⊆ " term : binderPred
macro_rules | `(satisfies_binder_pred% $x ∈ $y) => `($x ∈ $y)
macro_rules | `(satisfies_binder_pred% $x ∉ $y) => `($x ∉ $y)
macro_rules | `(satisfies_binder_pred% $x < $y) => `($x < $y)
macro_rules | `(satisfies_binder_pred% $x ≤ $y) => `($x ≤ $y)
macro_rules | `(satisfies_binder_pred% $x > $y) => `($x > $y)
macro_rules | `(satisfies_binder_pred% $x ≥ $y) => `($x ≥ $y)
macro_rules | `(satisfies_binder_pred% $x ≠ $y) => `($x ≠ $y)
macro_rules | `(satisfies_binder_pred% $x ⊆ $y) => `($x ⊆ $y)
end Lean
