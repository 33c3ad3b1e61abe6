"""leanbridge: check Python ports against Lean 4 statements by executing the statements."""
