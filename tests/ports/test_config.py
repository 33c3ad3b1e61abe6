"""The reader of leancheck.toml: what it accepts, and the reason of each rejection."""

from __future__ import annotations

from pathlib import Path

import pytest

from leanbridge.errors import InputError
from leanbridge.ports.config import Binding, Config, Range, Sampling, parse_config, read_config
from leanbridge.verdict import Verdict

FULL = """\
schema = 1

[project]
root = "lean"

[python]
path = [".", "src"]
executable = "other/bin/python"
env = { LEVEL = "0" }

[ports.numpy]
"*" = { total = true, max_ulp = 2 }
"A.maximum" = "package.pool:maximum"
"A.argmax" = { function = "package.pool:Class.argmax", args = ["x"], total = false }
"A.flat" = { function = "p:flat", layout = { v = ["c", "2*h"], return = ["c", "h"] } }
"A.derivative" = { skip = "a functional of Lean's derivative" }

[ports.jax]
"*" = { arrays = "jax", dtype = "float32", x64 = false }
"A.maximum" = "package.jax_pool:maximum"

[aliases]
"B.maximum" = "A.maximum"

[instances]
"A.net" = { sizes = { N = 1, h = 2 }, scale = 0.5 }
"A.nets" = { sizes = [{ N = 1 }, { N = 8 }], entries = { "*g" = { centre = 1, spread = 0.5 } } }

[generators]
"A.Smooth" = "package.cases:smooth"

[expect]
"A.continuous" = { verdict = "EVIDENCE", reason = "continuity is not decided", ports = ["jax"] }
"A.index" = { verdict = "PROVED", scope = "all sizes", reason = "linear" }

[sampling]
sizes = [1, 2]
cases = 10
entries = ["ties"]

[mutants]
"A.maximum" = ["package.faults:minimum"]
"""


def parse(text: str) -> Config:
    return parse_config(text, Path("/project/leancheck.toml"))


def test_every_table_is_read() -> None:
    config = parse(FULL)
    assert config.project == Path("/project/lean")
    assert config.index == Path("/project/proofs_index.json")
    assert config.python.path == (Path("/project"), Path("/project/src"))
    assert config.python.executable == "other/bin/python"
    assert config.python.env == {"LEVEL": "0"}
    numpy = config.port_sets["numpy"].bindings
    assert list(config.port_sets) == ["numpy", "jax"]
    assert list(numpy) == ["A.maximum", "A.argmax", "A.flat", "A.derivative"]
    assert numpy["A.maximum"].function == "package.pool:maximum"
    assert numpy["A.maximum"].where.line == 13
    assert (numpy["A.maximum"].total, numpy["A.maximum"].max_ulp) == (True, 2.0)
    assert (numpy["A.argmax"].args, numpy["A.argmax"].total) == (("x",), False)
    assert numpy["A.flat"].layout == {"v": ("c", "2*h"), "return": ("c", "h")}
    assert numpy["A.derivative"].function is None
    assert numpy["A.derivative"].skip == "a functional of Lean's derivative"
    jax = config.port_sets["jax"].bindings["A.maximum"]
    assert (jax.arrays, jax.dtype, jax.total) == ("jax", "float32", False)
    assert config.aliases == {"B.maximum": "A.maximum"}
    assert config.instances["A.net"].sizes == ({"N": 1, "h": 2},)
    assert (config.instances["A.net"].scale, config.instances["A.nets"].scale) == (0.5, 1.0)
    assert config.instances["A.nets"].sizes == ({"N": 1}, {"N": 8})
    assert config.instances["A.nets"].entries == {"*g": Range(1.0, 0.5)}
    assert config.generators == {"A.Smooth": "package.cases:smooth"}
    assert config.expect["A.continuous"].verdict is Verdict.EVIDENCE
    assert config.expect["A.continuous"].ports == ("jax",)
    assert config.expect["A.index"].scope == "all sizes"
    assert config.sampling == Sampling((1, 2), 10, ("ties",))
    assert config.sampling.is_restricted
    assert config.mutants == {"A.maximum": ("package.faults:minimum",)}


def test_a_short_file_has_defaults() -> None:
    config = parse("schema = 1\n")
    assert config.project == Path("/project/specs")
    assert config.python.path == (Path("/project"),)
    assert config.port_sets == {}
    assert not config.sampling.is_restricted
    assert Binding("x").dtype == "float64"


# (text, line of the place, parts of the message)
REJECTED = [
    ("[ports.numpy]\n", None, ["`schema` is missing"]),
    ("schema = 2\n", 1, ["unknown schema", "got: 2", "expected: 1"]),
    ("schema = true\n", 1, ["wrong type", "got: a truth value", "expected: a whole number"]),
    ("schema = 1\n[port.numpy]\n", 2, ["port: unknown key", "did you mean ports"]),
    ("schema = 1\n[zebra]\nx = 1\n", 2, ["zebra: unknown key", "expected: schema, project"]),
    ("schema = 1\n[project]\nrot = 'x'\n", 3, ["project.rot: unknown key", "root"]),
    ("schema = 1\n[python]\npath = 'src'\n", 3, ["python.path", "got: a text", "list of texts"]),
    ("schema = 1\n[python]\npath = [1]\n", 3, ["a whole number, 1 in the list"]),
    ("schema = 1\n[ports]\nnumpy = 3\n", 3, ["ports.numpy: wrong type", "expected: a table"]),
    ('schema = 1\n[ports.n]\n"A.f" = "pkg.f"\n', 3, ['"A.f"', "'pkg.f'", "one colon"]),
    ('schema = 1\n[ports.n]\n"A.f" = { functon = "a:b" }\n', 3, ["did you mean function"]),
    ('schema = 1\n[ports.n]\nA.f = "a:b"\n', 3, ['one quoted key, as in "A.name"']),
    ('schema = 1\n[ports.n]\n"A.f" = {}\n', 3, ["a binding needs `function` or `skip`"]),
    (
        'schema = 1\n[ports.n]\n"A.f" = { function = "a:b", skip = "x" }\n',
        3,
        ["exclude each other"],
    ),
    ('schema = 1\n[ports.n]\n"A.f" = { skip = " " }\n', 3, ["`skip` needs its reason"]),
    (
        'schema = 1\n[ports.n]\n"A.f" = { function = "a:b", dtype = "float46" }\n',
        3,
        ["dtype: unknown value", "got: float46", "did you mean float64"],
    ),
    (
        'schema = 1\n[ports.n]\n"A.f" = { function = "a:b", max_ulp = -1.0 }\n',
        3,
        ["not a number of ulp"],
    ),
    (
        'schema = 1\n[ports.n]\n"A.f" = { function = "a:b", max_ulp = nan }\n',
        3,
        ["not a number of ulp"],
    ),
    ('schema = 1\n[ports.n]\n"*" = { args = ["x"] }\n', 3, ['"*".args: unknown key']),
    (
        'schema = 1\n[ports.n]\n"A.f" = { function = "a:b", layout = { x = ["h()"] } }\n',
        3,
        ["not a size", "h()"],
    ),
    (
        'schema = 1\n[instances]\n"A.f" = { sizes = { h = -1 } }\n',
        3,
        ['instances."A.f".sizes.h: negative'],
    ),
    ('schema = 1\n[instances]\n"A.f" = { scale = 1.0 }\n', 3, ["an instance needs sizes"]),
    ('schema = 1\n[instances]\n"A.f" = { sizes = [3] }\n', 3, ["a table, or a list of tables"]),
    (
        'schema = 1\n[instances]\n"A.f" = { sizes = { h = 1 }, scale = 0.0 }\n',
        3,
        ["not a scale"],
    ),
    (
        'schema = 1\n[instances]\n"A.f" = { sizes = { h = 1 }, entries.g = { centre = 1 } }\n',
        3,
        ["a range needs both"],
    ),
    (
        'schema = 1\n[instances]\n"A.f" = { size = { h = 1 }, sizes = { h = 1 } }\n',
        3,
        ["unknown key"],
    ),
    ('schema = 1\n[expect]\n"A.f" = { verdict = "PASSED" }\n', 3, ["`reason` is missing"]),
    (
        'schema = 1\n[expect]\n"A.f" = { verdict = "PASED", reason = "x" }\n',
        3,
        ["unknown value", "did you mean PASSED"],
    ),
    *[
        (
            f'schema = 1\n[expect]\n"A.f" = {{ verdict = "{name}", reason = "x" }}\n',
            3,
            [f"[expect] cannot accept {name}"],
        )
        for name in ("REFUTED", "ERROR", "VACUOUS", "UNDEFINED")
    ],
    (
        'schema = 1\n[expect]\n"A.f" = { verdict = "PROVED", reason = "x" }\n',
        3,
        ["a scope belongs to PROVED", "PROVED without `scope`"],
    ),
    (
        'schema = 1\n[expect]\n"A.f" = { verdict = "EVIDENCE", reason = "x", ports = ["n"] }\n',
        3,
        ["unknown port set", "got: n"],
    ),
    ("schema = 1\n[sampling]\nsize = [1]\n", 3, ["sampling.size", "did you mean sizes"]),
    ('schema = 1\n[mutants]\n"A.f" = ["p"]\n', 3, ["not a Python object's name"]),
    ("schema = 1\nx = \n", 2, ["not TOML"]),
]


@pytest.mark.parametrize(("text", "line", "parts"), REJECTED)
def test_rejections_say_where_and_why(text: str, line: int | None, parts: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        parse(text)
    message = str(caught.value)
    for part in parts:
        assert part in message
    assert caught.value.where.line == line
    assert caught.value.where.path == "/project/leancheck.toml"


def test_the_nearest_file_above_is_found(tmp_path: Path) -> None:
    (tmp_path / "leancheck.toml").write_text("schema = 1\n", encoding="utf-8")
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    assert Config.for_directory(inner).source == tmp_path / "leancheck.toml"


def test_no_file_says_what_to_write(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no leancheck\.toml.*\n.*schema = 1"):
        Config.for_directory(tmp_path)


def test_unreadable_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read the configuration: No such file"):
        read_config(tmp_path / "leancheck.toml")
    (tmp_path / "leancheck.toml").write_bytes(b"schema = 1 # \xff")
    with pytest.raises(InputError, match="not UTF-8"):
        read_config(tmp_path / "leancheck.toml")


PORTS_OF_TWO = """\
schema = 1
[ports.numpy]
"A.f" = "m:f"
"A.g.backward" = "m:g"
"B.g.backward" = "m:g"
"""


@pytest.mark.parametrize(
    ("alias", "reason"),
    [
        ('"A.f" = "A.f"', 'aliases."A.f": an alias of itself'),
        ('"A.f" = "A.g"', "both names are bound in [ports.numpy]"),
        ('"B.g" = "A.g"', "both names are bound in [ports.numpy]"),
        ('"C.g" = "A.h"', "an alias of a name without a port"),
        ('"C.g" = "A.g"', None),
    ],
)
def test_an_alias_is_for_a_name_without_a_port(alias: str, reason: str | None) -> None:
    text = f"{PORTS_OF_TWO}[aliases]\n{alias}\n"
    if reason is None:
        assert len(parse(text).aliases) == 1
        return
    with pytest.raises(InputError) as caught:
        parse(text)
    assert reason in caught.value.what
    assert caught.value.where.line == 7


def test_both_names_of_an_alias_are_named_where_they_are_bound() -> None:
    with pytest.raises(InputError) as caught:
        parse(f'{PORTS_OF_TWO}[aliases]\n"B.g" = "A.g"\n')
    assert caught.value.got == "B.g.backward and A.g.backward"


def test_a_byte_order_mark_is_no_part_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    path = tmp_path / "leancheck.toml"
    path.write_bytes(b"\xef\xbb\xbf" + FULL.encode())
    assert read_config(path).aliases == {"B.maximum": "A.maximum"}
