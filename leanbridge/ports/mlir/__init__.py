"""Artifacts: StableHLO texts as ports. `read` them, `derive` others from them, `run` them; `table`
says which argument stands for which part of a Lean argument."""

from leanbridge.ports.mlir.derive import widened as widened
from leanbridge.ports.mlir.leaves import Tree as Tree
from leanbridge.ports.mlir.leaves import exact_value as exact_value
from leanbridge.ports.mlir.leaves import filled as filled
from leanbridge.ports.mlir.leaves import leaves_of as leaves_of
from leanbridge.ports.mlir.leaves import tree_of as tree_of
from leanbridge.ports.mlir.port import artifact_port as artifact_port
from leanbridge.ports.mlir.port import bound_artifact as bound_artifact
from leanbridge.ports.mlir.read import Argument as Argument
from leanbridge.ports.mlir.read import Artifact as Artifact
from leanbridge.ports.mlir.read import TensorType as TensorType
from leanbridge.ports.mlir.read import op_names as op_names
from leanbridge.ports.mlir.read import parse_artifact as parse_artifact
from leanbridge.ports.mlir.read import read_artifact as read_artifact
from leanbridge.ports.mlir.resize import resized as resized
from leanbridge.ports.mlir.run import Executable as Executable
from leanbridge.ports.mlir.table import Held as Held
from leanbridge.ports.mlir.table import Leaf as Leaf
from leanbridge.ports.mlir.table import Naming as Naming
from leanbridge.ports.mlir.table import Passed as Passed
from leanbridge.ports.mlir.table import check_shapes as check_shapes
from leanbridge.ports.mlir.table import fits as fits
from leanbridge.ports.mlir.table import split_target as split_target
