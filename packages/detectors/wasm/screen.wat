;; The loops of the screen that touch every byte of every message. What they mean is decided elsewhere: the tables are
;; filled by src/engine/screen-tables.ts, and the answers are weighed by src/engine/screen-look.ts. In this form they cost
;; the same for the first message as for the millionth; JavaScript would first have to be run slowly and then compiled.
;;
;; The memory, in bytes. Numbers are little-endian.
;;      0   the class of each byte
;;    256   1 for each byte that base64 and hexadecimal are written with
;;    512   names to be counted: length, then letters; a length of 0 ends the list
;;   2048   how often each name was met
;;   2304   the literals that were met, two bytes each: up to 512
;;   4096   one bit for each three classes that belong to a short literal: 32 KiB
;;  36864   lists by the first two of three classes, four bytes each: 16 KiB
;;  53248   lists by the last two: 16 KiB
;;  69632   lists by the middle one, 69888: by the last one: 256 bytes each
;;  73728   lists by a hash of all three: 64 KiB
;;  139264  one bit for each hash of four classes that belong to a long literal: 32 KiB
;;  172032  lists by the upper bits of that hash: 256 KiB
;;  434176  the lists and what they point at, then the text
;; A list is a chain of entries of 16 bytes: where the next entry is (or 0), where the literal's letters are, their number (two
;; bytes), how far the end of a look lies behind the literal's start (two), the literal's number (two), 1 if each 0 is any
;; digit (one), and its weight (one).
;; Strings that need more than a sum are shown to `holds`, which knows what the literals are for.
(module
  (import "screen" "holds" (func $holds (param $start i32) (param $end i32) (result i32)))
  (memory (export "memory") 8)

  ;; How many literals were met since the last look began, what they weigh together, and where a look stopped because there
  ;; were too many.
  (global $met (export "met") (mut i32) (i32.const 0))
  (global $weight (export "weight") (mut i32) (i32.const 0))
  (global $stopped (export "stopped") (mut i32) (i32.const 0))

  ;; Notes every literal of a list that stands in [start, end) where the look that ends before `to` suspects it.
  (func $compare (param $list i32) (param $start i32) (param $end i32) (param $to i32)
    (local $entry i32) (local $from i32) (local $letters i32) (local $last i32) (local $byte i32) (local $letter i32)
    (loop $entries
      (if (i32.eqz (local.get $list)) (then (return)))
      (local.set $entry (local.get $list))
      (local.set $list (i32.load (local.get $entry)))
      (local.set $from (i32.sub (local.get $to) (i32.load16_u offset=10 (local.get $entry))))
      (local.set $last (i32.add (local.get $from) (i32.load16_u offset=8 (local.get $entry))))
      (br_if $entries (i32.lt_u (local.get $from) (local.get $start)))
      (br_if $entries (i32.gt_u (local.get $last) (local.get $end)))
      (local.set $letters (i32.load offset=4 (local.get $entry)))
      (loop $bytes
        (if (i32.lt_u (local.get $from) (local.get $last))
          (then
            (local.set $byte (i32.load8_u (local.get $from)))
            (local.set $letter (i32.load8_u (local.get $letters)))
            (local.set $from (i32.add (local.get $from) (i32.const 1)))
            (local.set $letters (i32.add (local.get $letters) (i32.const 1)))
            (br_if $bytes (i32.eq (local.get $byte) (local.get $letter)))
            ;; A capital letter is its small one.
            (br_if $bytes
              (i32.and
                (i32.lt_u (i32.sub (local.get $byte) (i32.const 65)) (i32.const 26))
                (i32.eq (i32.or (local.get $byte) (i32.const 32)) (local.get $letter))))
            (br_if $bytes
              (i32.and
                (i32.and
                  (i32.load8_u offset=14 (local.get $entry))
                  (i32.eq (local.get $letter) (i32.const 48)))
                (i32.lt_u (i32.sub (local.get $byte) (i32.const 48)) (i32.const 10))))
            (br $entries))))
      ;; Where so many stand in one place, nobody has to know which.
      (if (i32.ge_u (global.get $met) (i32.const 512)) (then (return)))
      (i32.store16 offset=2304
        (i32.shl (global.get $met) (i32.const 1))
        (i32.load16_u offset=12 (local.get $entry)))
      (global.set $met (i32.add (global.get $met) (i32.const 1)))
      (global.set $weight (i32.add (global.get $weight) (i32.load8_u offset=15 (local.get $entry))))
      (br $entries)))

  ;; Looks at [start, end), beginning at `from`: the literals met are noted. The answer adds up 1: there are backslashes,
  ;; 2: there is something beyond ASCII, and the look ended there, 4: there were too many literals, and it goes on at
  ;; `stopped`.
  (func $look (export "look") (param $start i32) (param $from i32) (param $end i32) (result i32)
    (local $at i32) (local $three i32) (local $four i32) (local $flags i32) (local $backslash i32)
    ;; The classes before the place, of its byte, and of the two behind.
    (local $before i32) (local $here i32) (local $second i32) (local $third i32)
    (global.set $met (i32.const 0))
    (global.set $weight (i32.const 0))
    (local.set $backslash (i32.load8_u (i32.const 92)))
    (local.set $at (local.get $from))
    (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const 0))))
    ;; Outside of the stretch stand bytes of class 0, which no byte has.
    (if (i32.gt_u (local.get $at) (local.get $start))
      (then (local.set $before (i32.load8_u (i32.load8_u (i32.sub (local.get $at) (i32.const 1)))))))
    (local.set $here (i32.load8_u (i32.load8_u (local.get $at))))
    (loop $next
      (local.set $at (i32.add (local.get $at) (i32.const 2)))
      (if (i32.lt_u (local.get $at) (local.get $end))
        (then
          (local.set $second (i32.load8_u (i32.load8_u (i32.sub (local.get $at) (i32.const 1)))))
          (local.set $third (i32.load8_u (i32.load8_u (local.get $at)))))
        (else
          (local.set $second
            (if (result i32) (i32.eq (local.get $at) (local.get $end))
              (then (i32.load8_u (i32.load8_u (i32.sub (local.get $at) (i32.const 1)))))
              (else (i32.const 0))))
          (local.set $third (i32.const 0))))
      (local.set $three
        (i32.or
          (i32.or
            (i32.shl (local.get $before) (i32.const 12))
            (i32.shl (local.get $here) (i32.const 6)))
          (local.get $second)))
      (local.set $four
        (i32.shr_u
          (i32.mul
            (i32.or (i32.shl (local.get $three) (i32.const 6)) (local.get $third))
            (i32.const 0x9e3779b1))
          (i32.const 14)))
      (if
        (i32.and
          (i32.shr_u
            (i32.load8_u offset=139264 (i32.shr_u (local.get $four) (i32.const 3)))
            (i32.and (local.get $four) (i32.const 7)))
          (i32.const 1))
        (then
          (call $compare
            (i32.load offset=172032 (i32.and (local.get $four) (i32.const -4)))
            (local.get $start) (local.get $end) (i32.add (local.get $at) (i32.const 1)))))
      (if
        (i32.and
          (i32.shr_u
            (i32.load8_u offset=4096 (i32.shr_u (local.get $three) (i32.const 3)))
            (i32.and (local.get $three) (i32.const 7)))
          (i32.const 1))
        (then
          (if
            (i32.or
              (i32.eq (local.get $here) (i32.const 63))
              (i32.eq (local.get $second) (i32.const 63)))
            (then (return (i32.or (local.get $flags) (i32.const 2)))))
          (if
            (i32.or
              (i32.eq (local.get $here) (local.get $backslash))
              (i32.eq (local.get $second) (local.get $backslash)))
            (then (local.set $flags (i32.or (local.get $flags) (i32.const 1)))))
          (call $compare
            (i32.load offset=73728
              (i32.and
                (i32.shr_u (i32.mul (local.get $three) (i32.const 0x9e3779b1)) (i32.const 16))
                (i32.const -4)))
            (local.get $start) (local.get $end) (local.get $at))
          (call $compare
            (i32.load offset=36864 (i32.shl (i32.shr_u (local.get $three) (i32.const 6)) (i32.const 2)))
            (local.get $start) (local.get $end) (local.get $at))
          (call $compare
            (i32.load offset=53248 (i32.shl (i32.and (local.get $three) (i32.const 4095)) (i32.const 2)))
            (local.get $start) (local.get $end) (local.get $at))
          (call $compare
            (i32.load offset=69632 (i32.shl (local.get $here) (i32.const 2)))
            (local.get $start) (local.get $end) (local.get $at))
          (call $compare
            (i32.load offset=69888 (i32.shl (local.get $second) (i32.const 2)))
            (local.get $start) (local.get $end) (local.get $at))))
      (if (i32.ge_u (global.get $met) (i32.const 256))
        (then
          (global.set $stopped (local.get $at))
          (return (i32.or (local.get $flags) (i32.const 4)))))
      (local.set $before (local.get $second))
      (local.set $here (local.get $third))
      (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
    (local.get $flags))

  ;; Whether [start, end) holds a run of 24 letters and digits. One byte in each 24 or so is looked at: a run cannot hide
  ;; between two looks.
  (func $hasRun (export "hasRun") (param $start i32) (param $end i32) (result i32)
    (local $probe i32)
    (loop $next
      (local.set $probe (i32.add (local.get $start) (i32.const 23)))
      (if (i32.ge_u (local.get $probe) (local.get $end)) (then (return (i32.const 0))))
      (block $outside
        (loop $back
          (br_if $outside (i32.eqz (i32.load8_u offset=256 (i32.load8_u (local.get $probe)))))
          (if (i32.eq (local.get $probe) (local.get $start)) (then (return (i32.const 1))))
          (local.set $probe (i32.sub (local.get $probe) (i32.const 1)))
          (br $back)))
      (local.set $start (i32.add (local.get $probe) (i32.const 1)))
      (br $next))
    (unreachable))

  ;; Counts a key if it is one of the names.
  (func $countName (param $start i32) (param $end i32)
    (local $name i32) (local $length i32) (local $number i32) (local $index i32)
    (local.set $name (i32.const 512))
    (loop $names
      (local.set $length (i32.load8_u (local.get $name)))
      (if (i32.eqz (local.get $length)) (then (return)))
      (local.set $name (i32.add (local.get $name) (i32.const 1)))
      (block $other
        (br_if $other (i32.ne (local.get $length) (i32.sub (local.get $end) (local.get $start))))
        (local.set $index (i32.const 0))
        (loop $letters
          (br_if $other
            (i32.ne
              (i32.load8_u (i32.add (local.get $name) (local.get $index)))
              (i32.load8_u (i32.add (local.get $start) (local.get $index)))))
          (local.set $index (i32.add (local.get $index) (i32.const 1)))
          (br_if $letters (i32.lt_u (local.get $index) (local.get $length))))
        (local.set $number (i32.shl (local.get $number) (i32.const 2)))
        (i32.store offset=2048 (local.get $number)
          (i32.add (i32.load offset=2048 (local.get $number)) (i32.const 1)))
        (return))
      (local.set $name (i32.add (local.get $name) (local.get $length)))
      (local.set $number (i32.add (local.get $number) (i32.const 1)))
      (br $names)))

  ;; Whether a key is at most 18 letters and underscores: names of the protocol, and others as short, hold nothing.
  (func $isPlainName (param $start i32) (param $end i32) (result i32)
    (local $byte i32)
    (if (i32.gt_u (i32.sub (local.get $end) (local.get $start)) (i32.const 18)) (then (return (i32.const 0))))
    (block $plain
      (loop $next
        (br_if $plain (i32.ge_u (local.get $start) (local.get $end)))
        (local.set $byte (i32.or (i32.load8_u (local.get $start)) (i32.const 32)))
        (local.set $start (i32.add (local.get $start) (i32.const 1)))
        (br_if $next (i32.lt_u (i32.sub (local.get $byte) (i32.const 97)) (i32.const 26)))
        (br_if $next (i32.eq (local.get $byte) (i32.const 127)))
        (return (i32.const 0))))
    (i32.const 1))

  ;; Where the first quote or backslash from `at` on stands, or `end`.
  (func $endOfPlain (param $at i32) (param $end i32) (result i32)
    (local $found i32) (local $bytes v128)
    (block $near
      (loop $next
        (br_if $near (i32.gt_u (i32.add (local.get $at) (i32.const 16)) (local.get $end)))
        (local.set $bytes (v128.load (local.get $at)))
        (local.set $found
          (i8x16.bitmask
            (v128.or
              (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 34)))
              (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 92))))))
        (if (local.get $found) (then (return (i32.add (local.get $at) (i32.ctz (local.get $found))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (br_if $done (i32.eq (i32.load8_u (local.get $at)) (i32.const 34)))
        (br_if $done (i32.eq (i32.load8_u (local.get $at)) (i32.const 92)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next)))
    (local.get $at))

  ;; Walks the strings of the JSON text in [at, end) and counts the names among its keys. 1 as soon as there is a string that
  ;; has to be read, or a key that is spelt with escapes: `enough` is what the literals of a string may not weigh.
  (func (export "survey") (param $at i32) (param $end i32) (param $enough i32) (result i32)
    (local $start i32) (local $byte i32) (local $isEscaped i32)
    (memory.fill (i32.const 2048) (i32.const 0) (i32.const 256))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $byte (i32.load8_u (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br_if $next (i32.ne (local.get $byte) (i32.const 34)))
        (local.set $start (local.get $at))
        (local.set $isEscaped (i32.const 0))
        (block $ended
          (loop $inside
            (local.set $at (call $endOfPlain (local.get $at) (local.get $end)))
            (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const 1))))
            (br_if $ended (i32.eq (i32.load8_u (local.get $at)) (i32.const 34)))
            (local.set $isEscaped (i32.const 1))
            (local.set $at (i32.add (local.get $at) (i32.const 2)))
            (br $inside)))
        (if (call $isKey (i32.add (local.get $at) (i32.const 1)) (local.get $end))
          (then
            (if (local.get $isEscaped) (then (return (i32.const 1))))
            (call $countName (local.get $start) (local.get $at))
            (if (call $isPlainName (local.get $start) (local.get $at))
              (then
                (local.set $at (i32.add (local.get $at) (i32.const 1)))
                (br $next)))))
        ;; Nothing that is worth a finding is as short as this.
        (if (i32.gt_u (i32.sub (local.get $at) (local.get $start)) (i32.const 3))
          (then
            (if (call $isDoubtful (local.get $start) (local.get $at) (local.get $enough))
              (then
                (if (call $holds (local.get $start) (local.get $at)) (then (return (i32.const 1))))))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next)))
    (i32.const 0))

  (func $isDoubtful (param $start i32) (param $end i32) (param $enough i32) (result i32)
    (if (call $look (local.get $start) (local.get $start) (local.get $end)) (then (return (i32.const 1))))
    (if (i32.ge_u (global.get $weight) (local.get $enough)) (then (return (i32.const 1))))
    (call $hasRun (local.get $start) (local.get $end)))

  ;; Whether a colon stands behind a string that ended before `at`.
  (func $isKey (param $at i32) (param $end i32) (result i32)
    (local $byte i32)
    (loop $next
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const 0))))
      (local.set $byte (i32.load8_u (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $next (i32.le_u (local.get $byte) (i32.const 32))))
    (i32.eq (local.get $byte) (i32.const 58))))
