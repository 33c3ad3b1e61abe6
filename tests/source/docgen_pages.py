"""A small doc-gen4 site of our own, written as doc-gen4 lays pages out: the newer layout, and that
of 2023. The texts are made up."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape
from pathlib import Path

REPOSITORY = "https://github.com/acme/toy/blob/0123abc"
OMITTED = "One or more equations did not get rendered due to their size."


def page_of(module: str) -> str:
    return module.replace(".", "/").replace("«", "").replace("»", "") + ".html"


def const(name: str, text: str | None = None, module: str = "Toy.Basic") -> str:
    """A linked constant."""
    shown = escape(text if text is not None else name.rpartition(".")[2], quote=True)
    return f'<a href=".././{page_of(module)}#{escape(name)}">{shown}</a>'


NAT = const("Nat", module="Init.Prelude")
TYPE = '<a href=".././foundational_types.html">Type</a>'
PROP = '<a href=".././foundational_types.html">Prop</a>'
EQ = const("Eq", "=", "Init.Prelude")


def fn(text: str) -> str:
    return f'<span class="fn">{text}</span>'


def explicit(text: str) -> str:
    return f'<span class="decl_args">\n{fn(text)}</span>\n'


def implicit(text: str) -> str:
    return f'<span class="impl_arg"><span class="decl_args">\n{fn(text)}</span>\n</span>'


def pieces(name: str) -> str:
    """`A.B` with a span for each part; a dot in «» does not separate."""
    out, depth = [""], 0
    for c in name:
        depth += (c == "«") - (c == "»")
        if c == "." and not depth:
            out.append("")
        else:
            out[-1] += c
    return ".".join(f'<span class="name">{escape(part)}</span>' for part in out)


@dataclass(frozen=True)
class Block:
    """What a block is made of; `tail` is the fields or constructors, `doc` rendered Markdown."""

    name: str
    kind: str
    words: str
    type: str
    lines: tuple[int, int]
    binders: str = ""
    extends: str = ""
    attributes: str = ""
    doc: str = ""
    tail: str = ""
    equations: tuple[str, ...] | None = None
    sorried: bool = False
    decoration: str = ""


def write_block(b: Block, module: str, *, old: bool = False) -> str:
    id_ = escape(b.name)
    title = " title=\"declaration uses 'sorry'\"" if b.sorried else ""
    attributes = f'<div class="attributes">{escape(b.attributes)}</div>\n' if b.attributes else ""
    equations = ""
    if b.equations is not None:
        items = "".join(f'<li class="equation">{e}</li>' for e in b.equations)
        equations = (
            f'<details><summary>Equations</summary><ul class="equations">{items}</ul></details>'
        )
    listed = ""
    if b.kind in ("def", "inductive", "structure"):
        older = 'class="instances"'
        newer = f'id="instances-for-list-{id_}" class="instances-for-list"'
        listed = (
            f"<details {older if old else newer}><summary>Instances For</summary>"
            '<ul class="instances-for-enum"></ul></details>'
        )
    elif b.kind == "class":
        listed = (
            '<details class="instances"><summary>Instances</summary>'
            f'<ul id="instances-list-{id_}" class="instances-list"></ul></details>'
        )
    middle = b.tail + b.doc if old else b.doc + b.tail
    url = f"{REPOSITORY}/{module.replace('.', '/')}.lean#L{b.lines[0]}-L{b.lines[1]}"
    return (
        f'<div class="decl{" sorried" if b.sorried else ""}" id="{id_}"><div class="{b.kind}">'
        f'<div class="gh_link"><a href="{url}">source</a></div>{b.decoration}{attributes}'
        f'<div class="decl_header"><span class="decl_kind">{b.words}</span>\n'
        f'<span class="decl_name"{title}><a class="break_within" '
        f'href=".././{page_of(module)}#{id_}">{pieces(b.name)}</a></span>'
        f'{b.binders}{b.extends}<span class="decl_args"> :</span>'
        f'<div class="decl_type">{b.type}</div></div>{middle}{equations}{listed}</div></div>'
    )


MODULE_DOC = (
    '<h1 class="markdown-heading" id="t">Title <a class="hover-link" href="#t">#</a></h1>'
    "<p>About it.</p>"
)


def write_page(
    module: str,
    blocks: list[Block],
    *,
    imports: tuple[str, ...] = ("Init",),
    mod_doc: str = MODULE_DOC,
    old: bool = False,
    body: str | None = None,
) -> str:
    """A page; `body` stands in the place of the blocks' text."""
    nav = "".join(
        f'<div class="nav_link"><a class="break_within" href="#{escape(b.name)}">'
        f"{pieces(b.name)}</a></div>"
        for b in blocks
    )
    imported = "".join(f'<li><a href=".././{page_of(m)}">{m}</a></li>' for m in imports)
    if body is None:
        body = "".join(write_block(b, module, old=old) for b in blocks)
    return (
        '<html lang="en"><head><meta charset="UTF-8"></meta><link rel="stylesheet" '
        f'href=".././style.css"></link><title>{module}</title><script defer="true" '
        'src="https://example.org/mathjax.js?a=1&amp;b=2"></script>'
        f'<script>const SITE_ROOT=".././";</script><script>const MODULE_NAME="{module}";</script>'
        '</head><body><input id="nav_toggle" type="checkbox"></input><header><h1><label '
        'for="nav_toggle"></label><span>Documentation</span></h1>&#32;<button onclick="javascript: '
        "form.action='.././search.html';\">Search</button></header>"
        '<nav class="internal_nav"><p><a href="#top">return to top</a></p><p class="gh_nav_link">'
        f'<a href="{REPOSITORY}/{module.replace(".", "/")}.lean">source</a></p>'
        '<div class="imports">'
        f"<details><summary>Imports</summary><ul>{imported}</ul></details><details>"
        f'<summary>Imported by</summary><ul id="imported-by-{module}" '
        'class="imported-by-list"></ul>'
        f"</details></div>{nav}</nav><main>\n"
        f'<div class="mod_doc">{mod_doc}</div>{body}</main>\n'
        '<nav class="nav"><iframe src=".././navbar.html" class="navframe" frameBorder="0"></iframe>'
        "</nav></body></html>"
    )


# ----- the pages ----------------------------------------------------------------------------


def field(name: str, type_: str, doc: str = "", inherited: str = "", binders: str = "") -> str:
    shown = const(inherited, name.rpartition(".")[2]) if inherited else name.rpartition(".")[2]
    head = (
        'class="structure_field inherited_field"'
        if inherited
        else f'id="{name}" class="structure_field"'
    )
    note = f'<div class="structure_field_doc">{doc}</div>' if doc else ""
    return (
        f'<li {head}><div class="structure_field_info">{shown}{binders} : {type_}</div>{note}</li>'
    )


def fields(structure: str, *items: str) -> str:
    return f'<ul class="structure_fields" id="{structure}.mk">{"".join(items)}</ul>'


def constructor(name: str, type_: str, doc: str = "", binders: str = "", colon: str = " : ") -> str:
    note = f'<div class="inductive_ctor_doc">{doc}</div>' if doc else ""
    short = name.rpartition(".")[2]
    return f'<li class="constructor" id="{name}">{short}{binders}{colon}{type_}{note}</li>'


def constructors(*items: str) -> str:
    return f'<ul class="constructors">{"".join(items)}</ul>'


FAKE = write_block(Block("Toy.fake", "theorem", "theorem", PROP, (1, 2)), "Toy.Basic")
FAKE_EQUATIONS = (
    '<details><summary>Equations</summary><ul class="equations"><li class="equation"><span '
    'class="fn">Toy.up = 7</span></li></ul></details>\n'
)
PLAIN_DOC = "<p>One step, with <code>Nat</code> and <em>care</em> &lt;here&gt;.</p>"

DIR = Block(
    "Toy.Dir", "inductive", "inductive", TYPE, (11, 14),
    attributes='@[simp, deprecated "a, b" (since := "x")]',
    doc="<p>Where to.</p>",
    tail=constructors(
        constructor("Toy.Dir.up", const("Toy.Dir"), "<p>Upwards.</p>"),
        constructor("Toy.Dir.by", const("Toy.Dir"), binders=explicit(f"({fn('k')} : {NAT})")),
    ),
)  # fmt: skip
STEP = Block(
    "Toy.step", "def", "noncomputable def", f"{NAT} → {NAT}", (16, 18),
    binders=implicit(f"{{{fn('d')} : {const('Toy.Dir')}}}")
    + implicit(f"[{const('Inhabited', module='Init.Prelude')} {NAT}]")
    + explicit(f"({fn('a ')}{fn('b')} : {NAT})"),
    doc=PLAIN_DOC,
    equations=(OMITTED, f"{const('Toy.step')} {fn('a')} {EQ} {fn('a')}"),
)  # fmt: skip
STEP_POS = Block(
    "Toy.step_pos", "theorem", "theorem",
    f"0 {const('LT.lt', '<', 'Init.Prelude')} {fn(const('Toy.step') + ' ' + fn('a'))}", (21, 22),
    binders=implicit(f"{{{fn('n')} : {NAT}}}") + explicit(f"({fn('a ')}{fn('b')} : {NAT})"),
    attributes="@[simp]", sorried=True,
)  # fmt: skip
BASE = Block(
    "Toy.Base", "structure", "structure", TYPE, (24, 27),
    tail=fields("Toy.Base", field("Toy.Base.x", NAT, "<p>The first one.</p>")),
)  # fmt: skip
POINT = Block(
    "Toy.Point", "structure", "structure", TYPE, (29, 33),
    extends='<span class="decl_extends">extends</span> <span id="Toy.Point.toBase">'
    f'{const("Toy.Base")}</span>',
    doc="<p>A point.</p><ul><li>one</li><li>two</li></ul><pre><code>a\n  b</code></pre>",
    tail=fields(
        "Toy.Point",
        field("Toy.Base.x", NAT, inherited="Toy.Base.x"),
        field("Toy.Point.f", NAT, binders=explicit(f"({fn('k')} : {NAT})")),
    ),
)  # fmt: skip
BOXED = Block(
    "Toy.Boxed", "structure", "structure", PROP, (35, 37),
    tail='<ul class="structure_ext"><li id="Toy.Boxed.intro" class="structure_ext_ctor">'
    f'intro :: (</li><ul class="structure_ext_fields">{field("Toy.Boxed.out", NAT)}</ul>'
    '<li class="structure_ext_ctor">)</li></ul>',
)  # fmt: skip
WHEN = Block(
    "Toy.When", "class", "class inductive", TYPE, (39, 41),
    tail=constructors(constructor("Toy.When.now", const("Toy.When"))),
)  # fmt: skip
QUOTED = Block(
    "Toy.«term_<_»", "def", "def", const("Lean.ParserDescr", module="Init.Prelude"), (43, 43),
)  # fmt: skip
INST = Block(
    "Toy.instReprDir", "instance", "instance",
    fn(const("Repr", module="Init.Data.Repr") + " " + const("Toy.Dir")), (14, 14),
    equations=(f"{const('Toy.instReprDir')} {EQ} {const('Repr.mk', '{', 'Init.Data.Repr')} }}",),
)  # fmt: skip
HOSTILE = Block(
    "Toy.up", "def", "def", NAT, (45, 46),
    doc=f"<p>Raw <T> and <b>HTML, a < b & c <br> <img src=x onerror='a>b'>.</p>{FAKE}"
    f"<!-- <div class=\"decl\"> --><main><div class='decl'></div></main></span></p></T>"
    f"<script>document.write('</div></div>')</script>{FAKE_EQUATIONS}",
)  # fmt: skip
BLOCKS = [DIR, STEP, STEP_POS, BASE, POINT, BOXED, WHEN, QUOTED, INST, HOSTILE]


def basic_page() -> str:
    return write_page("Toy.Basic", BLOCKS)


OLD_POINT = Block(
    "Toy.Old.Point", "structure", "structure", TYPE, (3, 5),
    extends='<span class="decl_extends">extends</span><span class="decl_parent">\n'
    f'{fn(const("Toy.Base"))}</span>\n, <span class="decl_parent">\n'
    f'{fn(const("Toy.Boxed"))}</span>\n',
    doc="<p>After the fields.</p>",
    tail=fields("Toy.Old.Point", field("Toy.Old.Point.y", NAT)),
)  # fmt: skip
OLD_UNIT = Block(
    "Toy.Old.Unit", "inductive", "inductive", TYPE, (7, 9), doc="<p>One of them.</p>",
    tail=constructors(constructor("Toy.Old.Unit.star", const("Toy.Old.Unit"), colon=": ")),
)  # fmt: skip
OLD_LESS = Block(
    "Toy.Old.less", "def", "abbrev", fn(f"{NAT} → {NAT}"), (11, 11), doc="<p>Less.</p>",
    equations=(f"{const('Toy.Old.less')} {EQ} {fn('x &gt 1')}",),
)  # fmt: skip
OLD_BLOCKS = [OLD_POINT, OLD_UNIT, OLD_LESS]


def old_page() -> str:
    """The layout of 2023."""
    return write_page("Toy.Old", OLD_BLOCKS, imports=("Init", "Toy.Basic"), old=True)


# ----- the index ----------------------------------------------------------------------------


def index(pages: dict[str, list[Block]], members: dict[str, tuple[str, str]]) -> bytes:
    """`members`: name → kind and module, of what has no block."""
    declarations = {
        b.name: {"kind": b.kind, "docLink": f"./{page_of(m)}#{b.name}"}
        for m, blocks in pages.items()
        for b in blocks
    } | {n: {"kind": k, "docLink": f"./{page_of(m)}#{n}"} for n, (k, m) in members.items()}
    return json.dumps(
        {
            "declarations": declarations,
            "instances": {"Repr": ["Toy.instReprDir"]},
            "instancesFor": {"Toy.Dir": ["Toy.instReprDir"], "_builtin_prop": []},
            "modules": {
                m: {"url": f"./{page_of(m)}", "importedBy": ["Toy"]} for m in (*pages, "Init")
            },
        },
        separators=(",", ":"),
    ).encode()


MEMBERS = {
    "Toy.Dir.up": ("ctor", "Toy.Basic"), "Toy.Dir.by": ("ctor", "Toy.Basic"),
    "Toy.Base.mk": ("ctor", "Toy.Basic"), "Toy.Base.x": ("def", "Toy.Basic"),
    "Toy.Point.mk": ("ctor", "Toy.Basic"), "Toy.Point.toBase": ("def", "Toy.Basic"),
    "Toy.Point.f": ("def", "Toy.Basic"), "Toy.Boxed.intro": ("ctor", "Toy.Basic"),
    "Toy.Boxed.out": ("theorem", "Toy.Basic"), "Toy.When.now": ("ctor", "Toy.Basic"),
    "Toy.Old.Point.mk": ("ctor", "Toy.Old"), "Toy.Old.Point.y": ("def", "Toy.Old"),
    "Toy.Old.Unit.star": ("ctor", "Toy.Old"),
}  # fmt: skip


def toy_index() -> bytes:
    return index({"Toy.Basic": BLOCKS, "Toy.Old": OLD_BLOCKS}, MEMBERS)


def write_site(root: Path, pages: dict[str, str], data: bytes) -> Path:
    """The files of a site; `pages` by module."""
    (root / "declarations").mkdir(parents=True, exist_ok=True)
    (root / "declarations" / "declaration-data.bmp").write_bytes(data)
    for module, text in pages.items():
        path = root / page_of(module)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


def write_toy_site(root: Path) -> Path:
    return write_site(root, {"Toy.Basic": basic_page(), "Toy.Old": old_page()}, toy_index())
