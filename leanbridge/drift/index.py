"""`proofs_index.json`: what the project declares and what is bound to it, one line each.

Takes an environment and a configuration; gives canonical text: sorted, one line per declaration,
the same bytes on every machine. Reads and writes no file.
"""

from __future__ import annotations

import json
from typing import Any

from leanbridge.core.environment import Entry, Environment
from leanbridge.core.trust import trust
from leanbridge.errors import LeanbridgeError
from leanbridge.ports import Config

SCHEMA = "leanbridge.index/1"


def index_text(env: Environment, config: Config) -> str:
    """The whole file."""
    lines = [json.dumps(_line(env, e, config), ensure_ascii=False) for e in _declarations(env)]
    header = json.dumps({"schema": SCHEMA, "project": config.project.name}, ensure_ascii=False)
    body = ",\n".join(lines)
    return f'{header[:-1]}, "declarations": [\n{body}\n]}}\n'


def _declarations(env: Environment) -> list[Entry]:
    own = [e for e in env.project_entries if e.parent is None and not e.generated]
    return sorted(own, key=lambda e: e.name)


def _line(env: Environment, entry: Entry, config: Config) -> dict[str, Any]:
    where = env.where(entry)
    out: dict[str, Any] = {
        "name": entry.name,
        "kind": entry.kind,
        "module": entry.module,
        "place": f"{where.path}:{where.line}",
        "trust": trust(entry),
        "statement": None,
        "ports": _ports(entry.name, config),
    }
    try:
        out["statement"] = repr(env.type_of(entry.name))
        env.declaration(entry.name)
    except LeanbridgeError as error:
        out["unsupported"] = error.what
    return out


def _ports(name: str, config: Config) -> dict[str, Any]:
    """The functions bound to the declaration or its fields, by port set."""
    out: dict[str, Any] = {}
    for port_set in config.port_sets.values():
        found = {
            key: binding.target
            for key, binding in port_set.bindings.items()
            if key == name or key.rpartition(".")[0] == name
        }
        if name in found:
            out[port_set.name] = found[name]
        elif found:
            out[port_set.name] = {k.removeprefix(name + "."): v for k, v in sorted(found.items())}
    return out
