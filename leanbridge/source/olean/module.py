"""One compiled module: `X.olean`, or `X.olean`, `X.olean.server` and `X.olean.private` together.

Takes a path, gives a `Module`. Lazy: opening reads the header and the root; names, constants,
types and the views of `entries` are decoded when they are asked for.

With the keyword `module` a compiled module has several files, and `X.olean` alone shows every
theorem as an axiom. Each later file holds the whole module, with pointers into the earlier ones:
all that are there are mapped, and the last one is read. What only earlier ones could tell is the
true kind of a theorem, which they record beside the constants.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from leanbridge.source.olean import entries as e
from leanbridge.source.olean.constants import Constant, Kind, read_constant
from leanbridge.source.olean.decode import Decoder
from leanbridge.source.olean.layout import Part, open_part
from leanbridge.source.olean.region import PAIR, Region, head

SUFFIXES = (".server", ".private")
ROOT = head(0, 5, 1)
IMPORT = head(0, 1, 3)


@dataclass(frozen=True, slots=True)
class Import:
    """An import as the module's header has it (`Init` is there although nobody wrote it)."""

    module: str
    import_all: bool
    is_exported: bool
    is_meta: bool


class Module:
    """A compiled module. Make one with `Module.open`."""

    def __init__(self, path: Path, parts: Sequence[Part]) -> None:
        self.path = path
        self.region = Region(parts)
        self.decoder = Decoder(self.region)
        for part in self.region.parts:
            self.region.backwards(part.end, part.root)
        roots = [self.region.fields(p.root, ROOT, "module") for p in self.region.parts]
        last = self.region.parts[-1].root
        imports, self._names_at, self._constants_at, _, _ = roots[-1]
        self.is_module = self.region.flag(last, 0)
        self.imports = tuple(map(self._import, self.region.array(imports)))
        self._entries_at = [root[4] for root in roots]

    @classmethod
    def open(cls, path: Path, *, public_only: bool = False) -> Module:
        """Map the files of a module.

        `path` is that of `X.olean`; `public_only` leaves its other parts alone.

        Raises: InputError for a file that cannot be read or is damaged, Unsupported for another
        version of the container.
        """
        paths = [path]
        if not public_only:
            more = [path.with_name(path.name + suffix) for suffix in SUFFIXES]
            paths += [p for p in more if p.is_file()]
        parts = [open_part(p) for p in paths]
        for part in parts[1:]:
            if part.base < parts[0].base or part.git_hash != parts[0].git_hash:
                Region([part]).refuse(
                    part.base, "a part of another compilation", part.git_hash, parts[0].git_hash
                )
        return cls(path, parts)

    # ----- header -----------------------------------------------------------------------------

    @property
    def lean_version(self) -> str:
        """The Lean that wrote it, e.g. `4.35.0`."""
        return self.region.parts[0].lean_version

    @property
    def has_private_part(self) -> bool:
        """Whether bodies and proofs are in these files."""
        return not self.is_module or self.region.parts[-1].path.suffix == ".private"

    def _import(self, pointer: int) -> Import:
        (name,) = self.region.fields(pointer, IMPORT, "import")
        flags = [self.region.flag(pointer, i) for i in range(3)]
        return Import(self.decoder.name(name), *flags)

    # ----- constants --------------------------------------------------------------------------

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The constants, in the order of the file."""
        return tuple(map(self.decoder.name, self.region.array(self._names_at)))

    @cached_property
    def _places(self) -> dict[str, int]:
        constants = self.region.array(self._constants_at)
        if len(constants) != len(self.names):
            self.region.refuse(
                self._constants_at,
                "there are not as many constants as names",
                str(len(constants)),
                str(len(self.names)),
            )
        places = dict(zip(self.names, constants, strict=True))
        if len(places) != len(constants):
            self.region.refuse(self._names_at, "two constants have one name")
        return places

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def constant(self, name: str) -> Constant:
        """The constant of a name of this module.

        Raises: KeyError if it has none of that name; InputError for a damaged one.
        """
        place = self._places[name]
        if self.is_module and not self.has_private_part:
            found = read_constant(self.decoder, place, self.true_kinds.get(name))
        else:
            found = read_constant(self.decoder, place)
        if found.name != name:
            self.region.refuse(place, "a constant has another name", found.name, name)
        return found

    def constants(self) -> Iterator[Constant]:
        """All constants, in the order of the file."""
        return map(self.constant, self.names)

    # ----- what is recorded beside them -------------------------------------------------------

    @cached_property
    def entries(self) -> e.Entries:
        """The recorded entries: of each extension, those of the fullest part."""
        arrays: dict[str, Sequence[int]] = {}
        for at in self._entries_at:
            for pointer in self.region.array(at):
                name, array = self.region.fields(pointer, PAIR, "extension")
                arrays[self.decoder.name(name)] = self.region.array(array)
        return e.Entries(self.decoder, arrays)

    @cached_property
    def docs(self) -> Mapping[str, str]:
        """Docstrings by constant."""
        return self.entries.docs()

    @cached_property
    def ranges(self) -> Mapping[str, e.Range]:
        """Places in the source by constant."""
        return self.entries.ranges()

    @cached_property
    def axioms(self) -> Mapping[str, frozenset[str]]:
        """The axioms that Lean recorded below each constant (private ones may be left out)."""
        return self.entries.axioms()

    @cached_property
    def true_kinds(self) -> Mapping[str, Kind]:
        """What the constants are that the public part of a `module` shows as axioms."""
        return self.entries.true_kinds()

    @cached_property
    def structures(self) -> Mapping[str, e.Structure]:
        """Structures by name."""
        return self.entries.structures()

    @cached_property
    def projections(self) -> Mapping[str, e.Projection]:
        """Projection functions by name."""
        return self.entries.projections()

    @cached_property
    def matchers(self) -> Mapping[str, e.Matcher]:
        """Compiled `match`es by name."""
        return self.entries.matchers()

    @cached_property
    def instances(self) -> tuple[str, ...]:
        """The names of the instances."""
        return self.entries.instances()

    @cached_property
    def classes(self) -> Mapping[str, e.Class]:
        """Type classes by name."""
        return self.entries.classes()

    @cached_property
    def reducibility(self) -> Mapping[str, e.Reducibility]:
        """Reducibility where it is not the default."""
        return self.entries.reducibility()

    @cached_property
    def recursions(self) -> Mapping[str, e.Recursion]:
        """Definitions by structural recursion, before they were compiled."""
        return self.entries.recursions()

    @cached_property
    def protected(self) -> frozenset[str]:
        """Constants marked `protected`."""
        return self.entries.names(e.PROTECTED)

    @cached_property
    def noncomputable(self) -> frozenset[str]:
        """Constants marked `noncomputable`."""
        return self.entries.names(e.NONCOMPUTABLE)
