"""Where there is no Lean its tests are skipped by name, and fail in continuous integration."""

from __future__ import annotations

import pytest

from tests.lean import shim
from tests.lean.conftest import MISSING, require_lean


def test_without_the_wheel_a_test_is_skipped_with_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shim, "library", lambda: None)
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception) as caught:
        require_lean()
    assert str(caught.value) == MISSING


def test_without_the_wheel_continuous_integration_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shim, "library", lambda: None)
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="CI is set and the real Lean"):
        require_lean()
