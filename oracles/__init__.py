"""The Python port that this repository ships: pooling by maximum, in NumPy and in JAX.

One function per Lean definition of `specs/`, bound to its name in `leancheck.toml`. Imports
nothing of `leanbridge`, and no JAX outside the modules called `*_jax`.

| NumPy     | JAX          | Lean                                                     |
|-----------|--------------|----------------------------------------------------------|
| `flat`    | `flat_jax`   | `Proofs.Mat`, `Proofs.Tensor3`: row-major flattening     |
| `window`  | `window_jax` | `windowMax` and its predicates, at any pair of index maps |
| `pool`    | `pool_jax`   | `maxPool3s2`: the 3 × 3 window of stride 2                |
| `padding` | `padding`    | the SAME and the symmetric rule of padding (integers)    |

Sizes that no array shows are keyword-only and carry Lean's name. A Lean function of a `Fin` is an
array; one with values in `Fin k × Fin k` is a pair of integer arrays. Dtypes are kept: NumPy ports
also take integers and objects (exact numbers). Nothing is ever written into an argument.
"""
