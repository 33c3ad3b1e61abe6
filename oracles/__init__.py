"""The Python port that this repository ships: pooling and residual networks, in NumPy and JAX.

One function per Lean definition of `specs/`, bound to its name in `leancheck.toml`. Imports
nothing of `leanbridge`, and no JAX outside the modules called `*_jax`.

| NumPy     | JAX          | Lean                                                     |
|-----------|--------------|----------------------------------------------------------|
| `flat`    | `flat_jax`   | `Proofs.Mat`, `Proofs.Tensor3`: row-major flattening     |
| `window`  | `window_jax` | `windowMax` and its predicates, at any pair of index maps |
| `pool`    | `pool_jax`   | `maxPool3s2`: the 3 × 3 window of stride 2                |
| `pool2`   | `pool2_jax`  | `maxPool2`: the 2 × 2 window of stride 2, and its backward |
| `selection` | `selection_jax` | that pool at a fixed selection, for one example and a batch |
| `batch`   | `batch_jax`  | layers of one example, and maps of a batch               |
| `conv`    | `conv_jax`   | `conv2d`, and its two phases at stride 2                 |
| `batch_norm` | `batch_norm_jax` | `bnForward`, per channel, and by the statistics of a batch |
| `residual` | `residual_jax` | two paths added, and the average of each channel       |
| `stages`  | `stages_jax` | convolution, normalisation and rectifier; stem and head   |
| `resnet50` | `resnet50_jax` | the three bottlenecks, and the records of weights      |
| `padding` | `padding`    | the SAME and the symmetric rule of padding (integers)    |

Sizes that no array shows are keyword-only and carry Lean's name. A Lean function of a `Fin` is an
array; one with values in `Fin k × Fin k` is a pair of integer arrays. Dtypes are kept: NumPy ports
also take integers and objects (exact numbers). Nothing is ever written into an argument.
"""
