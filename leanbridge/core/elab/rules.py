"""The table: syntax class → elaboration rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from leanbridge.core.elab import (
    apply,
    binders,
    blocks,
    literals,
    notations,
    operators,
    patterns,
    structures,
)
from leanbridge.core.elab.elaborator import Elaborator
from leanbridge.core.terms import Term
from leanbridge.source import syntax

#: `Any`: each rule takes its own syntax class, which the key names.
Rule = Callable[[Elaborator, Any, Term | None], Term]

RULES: Mapping[type, Rule] = {
    syntax.Ident: apply.elab_ident,
    syntax.DotIdent: apply.elab_ident,
    syntax.App: apply.elab_app,
    syntax.Explicit: apply.elab_explicit,
    syntax.Proj: apply.elab_proj,
    syntax.NumLit: literals.elab_numeral,
    syntax.SciLit: literals.elab_decimal,
    syntax.StrLit: literals.elab_string,
    syntax.CharLit: literals.elab_char,
    syntax.InterpStr: literals.elab_interpolated,
    syntax.BinOp: operators.elab_binop,
    syntax.UnOp: operators.elab_unop,
    syntax.Bracket: operators.elab_bracket,
    syntax.SortLit: blocks.elab_sort,
    syntax.Hole: blocks.elab_hole,
    syntax.Paren: binders.elab_paren,
    syntax.Ascription: binders.elab_ascription,
    syntax.Fun: binders.elab_fun,
    syntax.Arrow: binders.elab_arrow,
    syntax.Pi: binders.elab_pi,
    syntax.BinderNotation: notations.elab_binder_notation,
    syntax.Let: blocks.elab_let,
    syntax.Show: blocks.elab_show,
    syntax.If: blocks.elab_if,
    syntax.IfLet: blocks.elab_if_let,
    syntax.OpenIn: blocks.elab_open_in,
    syntax.By: blocks.elab_by,
    syntax.Calc: blocks.elab_by,
    syntax.Sorry: blocks.elab_by,
    syntax.NoMatch: blocks.elab_by,
    syntax.Do: blocks.elab_do,
    syntax.Tuple: structures.elab_tuple,
    syntax.AnonCtor: structures.elab_anon_ctor,
    syntax.StructInst: structures.elab_struct_inst,
    syntax.ListLit: structures.elab_list,
    syntax.SetLit: structures.elab_set,
    syntax.SetBuilder: structures.elab_set_builder,
    syntax.Index: structures.elab_index,
    syntax.Iterate: structures.elab_iterate,
    syntax.Match: patterns.elab_match,
    syntax.FunMatch: patterns.elab_fun_match,
}
