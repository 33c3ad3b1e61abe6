"""A wider module derived from an artifact: its element type f32 rewritten to f64.

Takes an artifact, gives another that says what was rewritten: what is checked of it holds of the
derived module, not of the shipped bytes.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from leanbridge.errors import InputError, Unsupported, Where
from leanbridge.ports.mlir.read import OPAQUE, Artifact, blanked, parse_artifact

NARROW, WIDE = "f32", "f64"
_ELEMENT = re.compile(r"(?<=[<x])f32(?=[>,])|(?<=[\s(,])f32(?=[\s,)>}\]])")
_OTHER = re.compile(r"(?<=[<x])(bf16|f16|f8\w+|complex<f32>)(?=[>,])")
_DENSE = re.compile(r"dense<([^<>]*)>(\s*:\s*tensor<(?:\d+x)*f32>)")
_SCALAR = re.compile(r"\b0x([0-9A-Fa-f]{8})(\s*:\s*f32)")
_HEX = re.compile(r"\b0x([0-9A-Fa-f]{8})\b")
_DECIMAL = re.compile(r"[-+]?\d+\.\d*(?:[eE][-+]?\d+)?")
_BYTES = re.compile(r'"0x([0-9A-Fa-f]*)"')


def widened(artifact: Artifact) -> Artifact:
    """`artifact` with every f32 as f64. A constant written in decimals becomes the shortest decimal
    that f32 reads so (9.99999974E-6 is 1e-05 in f32), one written in bits keeps its value.

    Raises: InputError where there is no f32; Unsupported where other floats are mixed in, or where
    an op cannot take f64.
    """
    where = Where(artifact.path, declaration=f"@{artifact.function}")
    plain = blanked(artifact.text)
    if _ELEMENT.search(plain) is None:
        raise InputError("nothing to rewrite to f64: the artifact has no f32", where)
    other = _OTHER.search(plain)
    if other is not None:
        raise Unsupported("a module of mixed precision, rewritten to f64", where, other[0])
    if "bitcast_convert" in artifact.census:
        raise Unsupported("bitcast_convert, rewritten to f64", where)
    text = _DENSE.sub(lambda m: f"dense<{_wide_constant(m[1])}>{m[2]}", artifact.text)
    text = _SCALAR.sub(lambda m: f"{_wide_bits(m[1])}{m[2]}", text)
    text = in_code(text, lambda code: _ELEMENT.sub(WIDE, code))
    derived = (*artifact.derived, f"{NARROW} → {WIDE}")
    try:
        made = parse_artifact(text, artifact.path, artifact.function, derived)
    except InputError as error:
        raise Unsupported("an op that does not take f64", where, error.what) from None
    return replace(made, census=artifact.census)


def in_code(text: str, rewrite: Callable[[str], str]) -> str:
    """`text` with `rewrite` applied outside its strings and comments."""
    parts, at = list[str](), 0
    for found in OPAQUE.finditer(text):
        parts += [rewrite(text[at : found.start()]), found[0]]
        at = found.end()
    return "".join([*parts, rewrite(text[at:])])


def _wide_constant(content: str) -> str:
    raw = _BYTES.fullmatch(content.strip())
    if raw is not None:
        values = np.frombuffer(bytes.fromhex(raw[1]), "<f4").astype("<f8")
        return f'"0x{values.tobytes().hex().upper()}"'
    content = _DECIMAL.sub(lambda m: _shortest(m[0]), content)
    return _HEX.sub(lambda m: _wide_bits(m[1]), content)


def _shortest(decimal: str) -> str:
    text = str(np.float32(decimal))
    mantissa, sign, exponent = text.partition("e")
    return f"{mantissa if '.' in mantissa else mantissa + '.0'}{sign}{exponent}"


def _wide_bits(bits: str) -> str:
    (value,) = struct.unpack(">f", bytes.fromhex(bits))
    return f"0x{struct.pack('>d', value).hex().upper()}"
