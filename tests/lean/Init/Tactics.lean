prelude
import Init.Data
/-! Tactics. Those that move a goal have their elaborator in the program, so only their syntax is
declared. Those that decide a goal (`omega`, `simp`, `norm_num`, …) are not to be had without their
lemmas: here they close it by `sorry`, and Lean says so in its warning. -/

namespace Lean.Parser.Tactic
syntax (name := location) " at " (term:max)+ : term
syntax (name := exact) "exact " term : tactic
syntax (name := intro) "intro" (colGt term:max)* : tactic
syntax (name := apply) "apply " term : tactic
syntax (name := refine) "refine " term : tactic
syntax (name := assumption) "assumption" : tactic
syntax (name := constructor) "constructor" : tactic
syntax (name := left) "left" : tactic
syntax (name := right) "right" : tactic
syntax (name := skip) "skip" : tactic
syntax (name := change) "change " term (location)? : tactic
syntax (name := unfold) "unfold" (ppSpace colGt ident)+ (location)? : tactic
syntax (name := «case») "case " ident " => " tacticSeq : tactic
syntax (name := paren) "(" withoutPosition(tacticSeq) ")" : tactic
syntax rwRule := ("← ")? term
syntax rwRuleSeq := "[" rwRule,* "]"
syntax optConfig := ("+" noWs ident)*
syntax (name := rewriteSeq) "rewrite" optConfig rwRuleSeq (location)? : tactic
syntax inductionAltLHS := "| " ident (colGt ident)*
syntax inductionAlt := ppDedent(ppLine) inductionAltLHS+ " => " tacticSeq
syntax inductionAlts := " with" withPosition((colGe inductionAlt)+)
syntax elimTarget := atomic((ident " : ")?) term
syntax (name := induction) "induction " sepBy1(elimTarget, ", ") (" using " term)?
  (" generalizing" (colGt term:max)+)? (inductionAlts)? : tactic
syntax (name := cases) "cases " sepBy1(elimTarget, ", ") (" using " ident)? (inductionAlts)? :
    tactic
/-- What may follow a closing tactic: read, and not used. -/
syntax closerArgs := (" only")? (" [" (term <|> "*"),* "]")? (" using " term)?

-- Upstream's, but for `refine_lift`, which only orders goals: these leave one.
macro "have " d:letDecl : tactic => `(tactic| refine have $d:letDecl; ?_)
macro "let " d:letDecl : tactic => `(tactic| refine let $d:letDecl; ?_)
macro "show " e:term : tactic => `(tactic| change $e)
macro "exfalso" : tactic => `(tactic| refine False.elim ?_)
macro "by_cases " h:ident " : " e:term : tactic =>
  `(tactic| refine dite $e (fun $h:ident => ?_) (fun $h:ident => ?_))

macro "rfl" : tactic => `(tactic| exact rfl)
macro "sorry" : tactic => `(tactic| exact sorry)
macro "admit" : tactic => `(tactic| exact sorry)
macro "trivial" : tactic => `(tactic| exact trivial)
macro "omega" : tactic => `(tactic| exact sorry)
macro "decide" : tactic => `(tactic| exact sorry)
macro "contradiction" : tactic => `(tactic| exact sorry)
macro "get_elem_tactic" : tactic => `(tactic| exact sorry)
macro "simp" closerArgs : tactic => `(tactic| exact sorry)
macro "simp_all" closerArgs : tactic => `(tactic| exact sorry)
macro "rw " rwRuleSeq : tactic => `(tactic| exact sorry)
end Lean.Parser.Tactic

namespace Lean
syntax cdotTk := "· " <|> ". "
syntax (name := cdot) cdotTk withPosition(colGe tacticSeq) : tactic
end Lean

/-! What `induction` and `cases` use for numbers, so that a goal speaks of `0` and `n + 1`. -/

@[elab_as_elim, induction_eliminator]
protected noncomputable def Nat.recAux {motive : Nat → Sort u} (zero : motive 0)
    (succ : (n : Nat) → motive n → motive (n + 1)) (t : Nat) : motive t :=
  Nat.rec zero succ t
@[elab_as_elim, cases_eliminator]
protected def Nat.casesAuxOn {motive : Nat → Sort u} (t : Nat) (zero : motive 0)
    (succ : (n : Nat) → motive (n + 1)) : motive t :=
  Nat.casesOn t zero succ
