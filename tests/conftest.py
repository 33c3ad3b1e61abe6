"""Settings of all tests: generated cases are the same on every run and machine, and what a test
counted stands at the end of the run."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import settings
from threadpoolctl import threadpool_limits

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.load_profile("fixed")

threadpool_limits(1, user_api="blas")  # as a run does; the tests share the cores as well

COUNTED = "counted"


@pytest.fixture
def counted(record_property: Callable[[str, object], None]) -> Callable[[object], None]:
    """Say what was compared and what was skipped; printed at the end of the run."""
    return lambda what: record_property(COUNTED, str(what))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [r for word in ("passed", "failed") for r in terminalreporter.getreports(word)]
    lines = [
        (report.nodeid.rpartition("::")[2], text)
        for report in sorted(reports, key=lambda r: str(r.nodeid))
        for name, text in report.user_properties
        if name == COUNTED
    ]
    if lines:
        terminalreporter.section("counted")
    for test, text in lines:
        terminalreporter.write_line(f"{test}: {text}")
