/-- The forward pass: stem, stages of 3, 4, 6 and 3 blocks at `8q`, `4q`, `2q` and `q`, head.
Trust: transcribed. -/
noncomputable def resnet50ForwardBFull (N q : ℕ) {nCls : ℕ} (w : R50BWeights nCls)
    (x : Vec (N * (3 * (2 * (2 * (2 * (2 * (2 * q))))) * (2 * (2 * (2 * (2 * (2 * q)))))))) :
    Vec (N * nCls) :=
  r34HeadB N q q w.Wd w.bd
    (r50IdB N q q w.s4b2 (r50IdB N q q w.s4b1 (r50DownB N q q w.s4b0
      (r50IdB N (2 * q) (2 * q) w.s3b5 (r50IdB N (2 * q) (2 * q) w.s3b4
        (r50IdB N (2 * q) (2 * q) w.s3b3 (r50IdB N (2 * q) (2 * q) w.s3b2
          (r50IdB N (2 * q) (2 * q) w.s3b1 (r50DownB N (2 * q) (2 * q) w.s3b0
            (r50IdB N (2 * (2 * q)) (2 * (2 * q)) w.s2b3
              (r50IdB N (2 * (2 * q)) (2 * (2 * q)) w.s2b2
                (r50IdB N (2 * (2 * q)) (2 * (2 * q)) w.s2b1
                  (r50DownB N (2 * (2 * q)) (2 * (2 * q)) w.s2b0
                    (r50IdB N (2 * (2 * (2 * q))) (2 * (2 * (2 * q))) w.s1b2
                      (r50IdB N (2 * (2 * (2 * q))) (2 * (2 * (2 * q))) w.s1b1
                        (r50ProjB N (2 * (2 * (2 * q))) (2 * (2 * (2 * q))) w.s1b0
                          (r34StemB N (2 * (2 * (2 * q))) (2 * (2 * (2 * q)))
                            w.sW w.sb w.sε w.sγ w.sβ x)))))))))))))))))
