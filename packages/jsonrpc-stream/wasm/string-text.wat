;; The text of JSON strings, skipped 32 bytes at a time: the loop that touches every byte of a large message. Called by
;; src/string-text.ts, which puts the text into the memory; src/string-bytes.ts says the same in JavaScript, for short texts.
(module
  (memory (export "memory") 1)

  ;; True for what may follow a backslash, `u` aside: " / and, as bits from 0x40 on, \ b f n r t.
  (func $isSimpleEscape (param $byte i32) (result i32)
    (i32.or
      (i32.or
        (i32.eq (local.get $byte) (i32.const 0x22))
        (i32.eq (local.get $byte) (i32.const 0x2f)))
      (i32.and
        (i32.eq (i32.and (local.get $byte) (i32.const 0xc0)) (i32.const 0x40))
        (i32.wrap_i64
          (i64.and
            (i64.shr_u (i64.const 0x0014404410000000) (i64.extend_i32_u (local.get $byte)))
            (i64.const 1))))))

  ;; True for a byte that goes on with a character.
  (func $goesOn (param $at i32) (result i32)
    (i32.eq (i32.and (i32.load8_u (local.get $at)) (i32.const 0xc0)) (i32.const 0x80)))

  ;; The length of the character at `at` that is not ASCII, if all of it stands before `end` and is valid; else 0. Unicode,
  ;; table 3-7: no overlong spellings, no surrogates, nothing past U+10FFFF.
  (func $wholeCharacter (param $at i32) (param $end i32) (result i32)
    (local $lead i32) (local $left i32)
    (local.set $lead (i32.load8_u (local.get $at)))
    (local.set $left (i32.sub (local.get $end) (local.get $at)))
    (if (i32.lt_u (local.get $lead) (i32.const 0xc2)) (then (return (i32.const 0))))
    (if (i32.lt_u (local.get $left) (i32.const 2)) (then (return (i32.const 0))))
    (if (i32.eqz (call $goesOn (i32.add (local.get $at) (i32.const 1)))) (then (return (i32.const 0))))
    (if (i32.lt_u (local.get $lead) (i32.const 0xe0)) (then (return (i32.const 2))))

    (if (i32.lt_u (local.get $left) (i32.const 3)) (then (return (i32.const 0))))
    (if (i32.eqz (call $goesOn (i32.add (local.get $at) (i32.const 2)))) (then (return (i32.const 0))))
    (if (i32.lt_u (local.get $lead) (i32.const 0xf0))
      (then
        (if (i32.eq (local.get $lead) (i32.const 0xe0))
          (then (return (select (i32.const 3) (i32.const 0)
            (i32.ge_u (i32.load8_u offset=1 (local.get $at)) (i32.const 0xa0))))))
        (if (i32.eq (local.get $lead) (i32.const 0xed))
          (then (return (select (i32.const 3) (i32.const 0)
            (i32.le_u (i32.load8_u offset=1 (local.get $at)) (i32.const 0x9f))))))
        (return (i32.const 3))))

    (if (i32.lt_u (local.get $left) (i32.const 4)) (then (return (i32.const 0))))
    (if (i32.eqz (call $goesOn (i32.add (local.get $at) (i32.const 3)))) (then (return (i32.const 0))))
    (if (i32.gt_u (local.get $lead) (i32.const 0xf4)) (then (return (i32.const 0))))
    (if (i32.eq (local.get $lead) (i32.const 0xf0))
      (then (return (select (i32.const 4) (i32.const 0)
        (i32.ge_u (i32.load8_u offset=1 (local.get $at)) (i32.const 0x90))))))
    (if (i32.eq (local.get $lead) (i32.const 0xf4))
      (then (return (select (i32.const 4) (i32.const 0)
        (i32.le_u (i32.load8_u offset=1 (local.get $at)) (i32.const 0x8f))))))
    (i32.const 4))

  ;; The end of what stands between `at` and `end` and needs no decision: plain text, simple escapes and whole characters.
  (func (export "textEnd") (param $at i32) (param $end i32) (result i32)
    (local $a v128) (local $b v128) (local $offends i32) (local $byte i32) (local $length i32)
    (local $space v128) (local $quote v128) (local $backslash v128)
    (local.set $space (i8x16.splat (i32.const 0x20)))
    (local.set $quote (i8x16.splat (i32.const 0x22)))
    (local.set $backslash (i8x16.splat (i32.const 0x5c)))
    (loop $more
      (if (i32.le_u (i32.add (local.get $at) (i32.const 32)) (local.get $end))
        (then
          (local.set $a (v128.load (local.get $at)))
          (local.set $b (v128.load offset=16 (local.get $at)))
          ;; Control characters are below a space, and so is what is not ASCII: those bytes count as negative here.
          (if
            (i32.eqz
              (v128.any_true
                (v128.or
                  (i8x16.lt_s (i8x16.min_s (local.get $a) (local.get $b)) (local.get $space))
                  (v128.or
                    (v128.or
                      (i8x16.eq (local.get $a) (local.get $quote))
                      (i8x16.eq (local.get $b) (local.get $quote)))
                    (v128.or
                      (i8x16.eq (local.get $a) (local.get $backslash))
                      (i8x16.eq (local.get $b) (local.get $backslash)))))))
            (then
              (local.set $at (i32.add (local.get $at) (i32.const 32)))
              (br $more)))
          ;; Sixteen bytes at least; where the one that offends stands is known when it is among them.
          (local.set $offends
            (i8x16.bitmask
              (v128.or
                (i8x16.lt_s (local.get $a) (local.get $space))
                (v128.or
                  (i8x16.eq (local.get $a) (local.get $quote))
                  (i8x16.eq (local.get $a) (local.get $backslash))))))
          (local.set $at (i32.add (local.get $at)
            (i32.ctz (i32.or (local.get $offends) (i32.const 0x10000)))))))
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (local.get $at))))
      (local.set $byte (i32.load8_u (local.get $at)))
      (if (i32.ge_u (local.get $byte) (i32.const 0x80))
        (then
          (local.set $length (call $wholeCharacter (local.get $at) (local.get $end)))
          (if (i32.eqz (local.get $length)) (then (return (local.get $at))))
          (local.set $at (i32.add (local.get $at) (local.get $length)))
          (br $more)))
      (if (i32.eq (local.get $byte) (i32.const 0x5c))
        (then
          (if (i32.ge_u (i32.add (local.get $at) (i32.const 1)) (local.get $end)) (then (return (local.get $at))))
          (if (i32.eqz (call $isSimpleEscape (i32.load8_u offset=1 (local.get $at)))) (then (return (local.get $at))))
          (local.set $at (i32.add (local.get $at) (i32.const 2)))
          (br $more)))
      (if (i32.eq (local.get $byte) (i32.const 0x22)) (then (return (local.get $at))))
      (if (i32.lt_u (local.get $byte) (i32.const 0x20)) (then (return (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $more))
    (unreachable)))
