import Specs.Foundation.Tensor
import Specs.Foundation.Batch
import Specs.Architectures.WindowMax
import Specs.Architectures.MaxPool3s2
import Specs.Architectures.MaxPool2
import Specs.Architectures.Convolution
import Specs.Architectures.BatchNorm
import Specs.Architectures.Residual
import Specs.Architectures.ResNetStages
import Specs.Architectures.ResNet50
import Specs.Codegen.StableHLO
import Specs.Codegen.ResNet50Graph
import Specs.Training.SmallParamGrad
import Specs.Training.PoolSelectionBatch
import Specs.Laws.Padding
import Specs.Laws.MaxPool3s2
import Specs.Laws.Batch
import Specs.Laws.PoolSelection
import Specs.Laws.ResNet50
import Specs.Laws.Graph

/-!
# Statement files

Every definition here has a body, every theorem is a statement (`:= by sorry`), and every witness
of a derivative carries its `backward` as data. Proofs are not kept in this project: the module
comment of each file says where they live.

A last line `Trust: transcribed.` in a doc comment marks a statement that no public Lean text
confirms word for word, `Trust: ours.` one that this project adds. A declaration without such a
line states what the public Lean text of its project states.
-/
