;; Puts together the line of a record that is like one before. Almost all of such a line is known already; what is
;; new are numbers, the id and the arguments. src/line.ts and src/chain-writer.ts say the same in JavaScript, and they are the
;; definition. In this form the first record costs as little as the millionth; JavaScript would first have to be run slowly and
;; then compiled, and most sessions are short.
;;
;; The memory, in bytes. Numbers are little-endian.
;;      0   `,"hash":"`, the hash of the last line, `"}` and a line feed
;;    128   the second of the last record, up to the point before its milliseconds
;;    192   the lengths of the parts of a decision that stand before and behind its id; the same of a reply. Four bytes each
;;    256   the texts that all lines share, see the data below
;;   1024   the parts of a decision: up to 8 KiB before the id, and up to 8 KiB behind it
;;  17408   the same of a reply
;;  33792   the id, up to 8 KiB
;;  41984   the arguments, up to 16 KiB
;;  65536   lines. Behind the last one there is room for 16 more bytes
(module
  (memory (export "memory") 3)

  (data (i32.const 256) "{\"v\":1,\"seq\":   ")
  (data (i32.const 272) ",\"time\":\"       ")
  (data (i32.const 288) ",\"arguments\":   ")
  (data (i32.const 304) ",\"call_seq\":    ")
  (data (i32.const 320) ",\"latency_us\":  ")
  (data (i32.const 336) ",\"prev\":        ")

  ;; Copies in steps of 16 bytes, so that something else may stand behind it until it is written over.
  (func $copy (param $from i32) (param $length i32) (param $to i32) (result i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $to) (local.get $length)))
    (loop $next
      (v128.store (local.get $to) (v128.load (local.get $from)))
      (local.set $from (i32.add (local.get $from) (i32.const 16)))
      (br_if $next
        (i32.lt_u (local.tee $to (i32.add (local.get $to) (i32.const 16))) (local.get $end))))
    (local.get $end))

  ;; A whole number in so many digits; those before it are 0.
  (func $digits (param $value i32) (param $count i32) (param $to i32) (result i32)
    (local $at i32) (local $rest i32)
    (local.set $at (i32.add (local.get $to) (local.get $count)))
    (loop $next
      (local.set $rest (i32.div_u (local.get $value) (i32.const 10)))
      (i32.store8
        (local.tee $at (i32.sub (local.get $at) (i32.const 1)))
        (i32.add
          (i32.const 48)
          (i32.sub (local.get $value) (i32.mul (local.get $rest) (i32.const 10)))))
      (local.set $value (local.get $rest))
      (br_if $next (i32.gt_u (local.get $at) (local.get $to))))
    (i32.add (local.get $to) (local.get $count)))

  ;; A whole number in as many digits as it has.
  (func $number (param $value i32) (param $to i32) (result i32)
    (local $count i32) (local $limit i64)
    (local.set $count (i32.const 1))
    (local.set $limit (i64.const 10))
    (block $enough
      (loop $next
        (br_if $enough (i64.lt_u (i64.extend_i32_u (local.get $value)) (local.get $limit)))
        (local.set $limit (i64.mul (local.get $limit) (i64.const 10)))
        (local.set $count (i32.add (local.get $count) (i32.const 1)))
        (br $next)))
    (call $digits (local.get $value) (local.get $count) (local.get $to)))

  ;; The line of a decision (0) or a reply (1), up to its hash; where it ends. Lengths and numbers that are not there are -1.
  (func (export "compose")
    (param $at i32) (param $kind i32) (param $seq i32) (param $milliseconds i32) (param $id i32)
    (param $decideUs i32) (param $arguments i32) (param $callSeq i32) (param $latencyUs i32)
    (result i32)
    (local $lengths i32) (local $parts i32)
    (local.set $lengths (i32.add (i32.const 192) (i32.shl (local.get $kind) (i32.const 3))))
    (local.set $parts (i32.add (i32.const 1024) (i32.shl (local.get $kind) (i32.const 14))))
    (local.set $at (call $copy (i32.const 256) (i32.const 13) (local.get $at)))
    (local.set $at (call $number (local.get $seq) (local.get $at)))
    (local.set $at (call $copy (i32.const 272) (i32.const 9) (local.get $at)))
    (local.set $at (call $copy (i32.const 128) (i32.const 20) (local.get $at)))
    (local.set $at (call $digits (local.get $milliseconds) (i32.const 3) (local.get $at)))
    (local.set $at (call $copy (local.get $parts) (i32.load (local.get $lengths)) (local.get $at)))
    (local.set $at (call $copy (i32.const 33792) (local.get $id) (local.get $at)))
    (local.set $at
      (call $copy
        (i32.add (local.get $parts) (i32.const 8192))
        (i32.load offset=4 (local.get $lengths))
        (local.get $at)))
    (local.set $at (call $number (local.get $decideUs) (local.get $at)))
    (if (i32.ge_s (local.get $arguments) (i32.const 0))
      (then
        (local.set $at (call $copy (i32.const 288) (i32.const 13) (local.get $at)))
        (local.set $at (call $copy (i32.const 41984) (local.get $arguments) (local.get $at)))))
    (if (i32.ge_s (local.get $callSeq) (i32.const 0))
      (then
        (local.set $at (call $copy (i32.const 304) (i32.const 12) (local.get $at)))
        (local.set $at (call $number (local.get $callSeq) (local.get $at)))))
    (if (i32.ge_s (local.get $latencyUs) (i32.const 0))
      (then
        (local.set $at (call $copy (i32.const 320) (i32.const 14) (local.get $at)))
        (local.set $at (call $number (local.get $latencyUs) (local.get $at)))))
    (local.set $at (call $copy (i32.const 336) (i32.const 8) (local.get $at)))
    ;; The hash of the line before, in its quotes.
    (call $copy (i32.const 8) (i32.const 66) (local.get $at)))

  ;; Ends a line with its hash; where it ends.
  (func (export "finish") (param $at i32) (result i32)
    (call $copy (i32.const 0) (i32.const 76) (local.get $at)))
)
