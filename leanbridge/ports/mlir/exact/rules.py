"""The rules of the exact interpreter, one for each op: a name that is not here is `Unsupported`."""

from __future__ import annotations

from collections.abc import Mapping

from leanbridge.ports.mlir.exact import control, indexing, products, structure, windows
from leanbridge.ports.mlir.exact.elementwise import ELEMENTWISE, Rule

RULES: Mapping[str, Rule] = {
    **ELEMENTWISE,
    "broadcast_in_dim": structure.broadcast_in_dim,
    "call": control.call,
    "case": control.case,
    "concatenate": structure.concatenate,
    "constant": structure.constant,
    "convolution": products.convolution,
    "dot_general": products.dot_general,
    "dynamic_slice": indexing.dynamic_slice,
    "dynamic_update_slice": indexing.dynamic_update_slice,
    "gather": indexing.gather,
    "if": control.if_,
    "iota": structure.iota,
    "optimization_barrier": structure.identity,
    "pad": structure.pad,
    "reduce": windows.reduce,
    "reduce_window": windows.reduce_window,
    "reshape": structure.reshape,
    "reverse": structure.reverse,
    "scatter": indexing.scatter,
    "select_and_scatter": windows.select_and_scatter,
    "slice": structure.slice_,
    "sort": windows.sort,
    "transpose": structure.transpose,
    "while": control.while_,
}
