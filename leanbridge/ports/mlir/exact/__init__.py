"""StableHLO without rounding: a module as a `Program`, run on entries of any `Algebra`."""

from leanbridge.ports.mlir.exact.algebra import Algebra as Algebra
from leanbridge.ports.mlir.exact.algebra import Rational as Rational
from leanbridge.ports.mlir.exact.failures import Escapes as Escapes
from leanbridge.ports.mlir.exact.interpret import entries_of as entries_of
from leanbridge.ports.mlir.exact.interpret import evaluate as evaluate
from leanbridge.ports.mlir.exact.lower import Lowered as Lowered
from leanbridge.ports.mlir.exact.lower import lower as lower
from leanbridge.ports.mlir.exact.noisy import Noisy as Noisy
from leanbridge.ports.mlir.exact.port import LoweredPort as LoweredPort
from leanbridge.ports.mlir.exact.port import entries_of_call as entries_of_call
from leanbridge.ports.mlir.exact.program import Program as Program
from leanbridge.ports.mlir.exact.program import literals as literals
from leanbridge.ports.mlir.exact.program import ops_used as ops_used
from leanbridge.ports.mlir.exact.program import program_of as program_of
from leanbridge.ports.mlir.exact.program import read_program as read_program
from leanbridge.ports.mlir.exact.tracked import Tracked as Tracked
