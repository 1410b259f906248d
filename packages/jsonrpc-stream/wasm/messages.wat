;; The loops that read every byte of every message. `textEnd` skips the text of strings for the scanner (src/scan/scanner.ts), 32
;; bytes at a time; src/scan/string-skipper.ts is the same function in JavaScript. `read` scans one whole message of a common form.
;; The scanner is the definition: for a message that is invalid, unusual or uncertain, `read` returns 0, and the scanner scans it.
;; As WebAssembly, the loops are fast from the first message on; JavaScript would first run slowly and then be compiled, and most
;; sessions are short.
;;
;; Memory layout, in bytes. Numbers are little-endian. `textEnd` uses the text only.
;;      0   the result, four bytes each: the members of the envelope; the start of the id, its end, its kind of value; the same
;;          for the method; 1 if the version is "2.0"; the kind of the params; the number of unknown keys; the start and the
;;          end of the arguments in the params
;;     64   the unknown keys, up to 16: the role of their object, their start, their end
;;   1024   a hash table of the protocol names by the last nine bits of a hash: the address of the name, or 0. Four bytes each
;;   3072   the protocol names: length, then letters
;;   8192   the open containers, one byte each: the role, and 8 for an object
;;   9728   the number of hashes when each of them was opened, four bytes each
;;  16384   the hashes of the keys of all open objects: up to 12,288
;;  65536   the text, followed by a 0
;;
;; Kinds: 1 object, 2 array, 3 string, 4 number, 5 null, 6 boolean. Roles: 0 opaque, 1 envelope, 2 params, 3 result, 4 meta.
;; Members: 1 jsonrpc, 2 id, 4 method, 8 params, 16 result, 32 error.
(module
  (memory (export "memory") 3)

  ;; 1 if the skipped text contains an escape, 2 if it contains a byte beyond ASCII.
  (global $odd (mut i32) (i32.const 0))

  (func $isDigit (param $byte i32) (result i32)
    (i32.lt_u (i32.sub (local.get $byte) (i32.const 48)) (i32.const 10)))

  (func $isHex (param $byte i32) (result i32)
    (i32.or
      (call $isDigit (local.get $byte))
      (i32.lt_u (i32.sub (i32.or (local.get $byte) (i32.const 32)) (i32.const 97)) (i32.const 6))))

  ;; True for a byte that may follow a backslash, except `u`: " / and, as bits from 0x40 on, \ b f n r t.
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

  ;; True for a continuation byte of UTF-8.
  (func $goesOn (param $at i32) (result i32)
    (i32.eq (i32.and (i32.load8_u (local.get $at)) (i32.const 0xc0)) (i32.const 0x80)))

  ;; The length of the non-ASCII character at `at`, if it is complete before `end` and valid; otherwise 0. Unicode, table 3-7:
  ;; no overlong spellings, no surrogates, nothing above U+10FFFF.
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

  ;; The end of the text between `at` and `end` that is certainly valid: plain text, simple escapes and complete characters.
  (func $textEnd (export "textEnd") (param $at i32) (param $end i32) (result i32)
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
          ;; Control characters are below a space, and so are bytes beyond ASCII, which are negative here.
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
          ;; At least sixteen bytes; the position of an invalid byte is known if it is among them.
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
          (global.set $odd (i32.or (global.get $odd) (i32.const 2)))
          (local.set $at (i32.add (local.get $at) (local.get $length)))
          (br $more)))
      (if (i32.eq (local.get $byte) (i32.const 0x5c))
        (then
          (if (i32.ge_u (i32.add (local.get $at) (i32.const 1)) (local.get $end)) (then (return (local.get $at))))
          (if (i32.eqz (call $isSimpleEscape (i32.load8_u offset=1 (local.get $at)))) (then (return (local.get $at))))
          (global.set $odd (i32.or (global.get $odd) (i32.const 1)))
          (local.set $at (i32.add (local.get $at) (i32.const 2)))
          (br $more)))
      (if (i32.eq (local.get $byte) (i32.const 0x22)) (then (return (local.get $at))))
      (if (i32.lt_u (local.get $byte) (i32.const 0x20)) (then (return (local.get $at))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $more))
    (unreachable))

  ;; The position of the closing quote of the string whose text starts at `at`; 0 if the string is invalid.
  (func $string (param $at i32) (param $end i32) (result i32)
    (global.set $odd (i32.const 0))
    (loop $next
      (local.set $at (call $textEnd (local.get $at) (local.get $end)))
      (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 34)) (then (return (local.get $at))))
      ;; Only a `\u` escape is valid here; the end of the text is not.
      (if (i32.ne (i32.load16_u (local.get $at)) (i32.const 0x755c)) (then (return (i32.const 0))))
      (if (i32.eqz
            (i32.and
              (i32.and
                (call $isHex (i32.load8_u offset=2 (local.get $at)))
                (call $isHex (i32.load8_u offset=3 (local.get $at))))
              (i32.and
                (call $isHex (i32.load8_u offset=4 (local.get $at)))
                (call $isHex (i32.load8_u offset=5 (local.get $at))))))
        (then (return (i32.const 0))))
      (global.set $odd (i32.or (global.get $odd) (i32.const 1)))
      (local.set $at (i32.add (local.get $at) (i32.const 6)))
      (br $next))
    (unreachable))

  ;; The end of the digits from `at` on; 0 if there are none.
  (func $digits (param $at i32) (result i32)
    (if (i32.eqz (call $isDigit (i32.load8_u (local.get $at)))) (then (return (i32.const 0))))
    (loop $next
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $next (call $isDigit (i32.load8_u (local.get $at)))))
    (local.get $at))

  ;; The end of the number at `at`; 0 if it is invalid.
  (func $number (param $at i32) (result i32)
    (local $byte i32)
    (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 45))
      (then (local.set $at (i32.add (local.get $at) (i32.const 1)))))
    (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 48))
      (then (local.set $at (i32.add (local.get $at) (i32.const 1))))
      (else
        (local.set $at (call $digits (local.get $at)))
        (if (i32.eqz (local.get $at)) (then (return (i32.const 0))))))
    (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 46))
      (then
        (local.set $at (call $digits (i32.add (local.get $at) (i32.const 1))))
        (if (i32.eqz (local.get $at)) (then (return (i32.const 0))))))
    (if (i32.eq (i32.or (i32.load8_u (local.get $at)) (i32.const 32)) (i32.const 101))
      (then
        (local.set $byte (i32.load8_u offset=1 (local.get $at)))
        (local.set $at
          (i32.add (local.get $at)
            (select (i32.const 2) (i32.const 1)
              (i32.or (i32.eq (local.get $byte) (i32.const 43)) (i32.eq (local.get $byte) (i32.const 45))))))
        (return (call $digits (local.get $at)))))
    (local.get $at))

  (func $hash (param $at i32) (param $end i32) (result i32)
    (local $hash i32)
    (local.set $hash (i32.const 0x811c9dc5))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $hash
          (i32.mul
            (i32.xor (local.get $hash) (i32.load8_u (local.get $at)))
            (i32.const 0x01000193)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next)))
    (local.get $hash))

  ;; True if this is a name of the protocol.
  (func $isKnown (param $hash i32) (param $at i32) (param $end i32) (result i32)
    (local $name i32)
    (local.set $name
      (i32.load offset=1024 (i32.shl (i32.and (local.get $hash) (i32.const 511)) (i32.const 2))))
    (if (i32.eqz (local.get $name)) (then (return (i32.const 0))))
    (if (i32.ne (i32.load8_u (local.get $name)) (i32.sub (local.get $end) (local.get $at)))
      (then (return (i32.const 0))))
    (loop $next
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const 1))))
      (local.set $name (i32.add (local.get $name) (i32.const 1)))
      (if (i32.ne (i32.load8_u (local.get $name)) (i32.load8_u (local.get $at)))
        (then (return (i32.const 0))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $next))
    (unreachable))

  ;; Up to seven letters as one number.
  (func $word (param $at i32) (param $length i32) (result i64)
    (i64.and
      (i64.load (local.get $at))
      (i64.sub
        (i64.shl (i64.const 1) (i64.extend_i32_u (i32.shl (local.get $length) (i32.const 3))))
        (i64.const 1))))

  ;; The member of an envelope with this name; 0 if there is none.
  (func $member (param $at i32) (param $end i32) (result i32)
    (local $length i32) (local $word i64)
    (local.set $length (i32.sub (local.get $end) (local.get $at)))
    (if (i32.gt_u (local.get $length) (i32.const 7)) (then (return (i32.const 0))))
    (local.set $word (call $word (local.get $at) (local.get $length)))
    (if (i64.eq (local.get $word) (i64.const 0x0063_7072_6e6f_736a)) (then (return (i32.const 1)))) ;; jsonrpc
    (if (i64.eq (local.get $word) (i64.const 0x6469)) (then (return (i32.const 2)))) ;; id
    (if (i64.eq (local.get $word) (i64.const 0x646f_6874_656d)) (then (return (i32.const 4)))) ;; method
    (if (i64.eq (local.get $word) (i64.const 0x736d_6172_6170)) (then (return (i32.const 8)))) ;; params
    (if (i64.eq (local.get $word) (i64.const 0x746c_7573_6572)) (then (return (i32.const 16)))) ;; result
    (if (i64.eq (local.get $word) (i64.const 0x72_6f72_7265)) (then (return (i32.const 32)))) ;; error
    (i32.const 0))

  ;; The kind of a value by its first byte.
  (func $kind (param $byte i32) (result i32)
    (if (i32.eq (local.get $byte) (i32.const 123)) (then (return (i32.const 1))))
    (if (i32.eq (local.get $byte) (i32.const 91)) (then (return (i32.const 2))))
    (if (i32.eq (local.get $byte) (i32.const 34)) (then (return (i32.const 3))))
    (if (i32.eq (local.get $byte) (i32.const 110)) (then (return (i32.const 5))))
    (if (i32.or (i32.eq (local.get $byte) (i32.const 116)) (i32.eq (local.get $byte) (i32.const 102)))
      (then (return (i32.const 6))))
    (i32.const 4))

  ;; The end of the literal at `at`; 0 if it is invalid.
  (func $literal (param $at i32) (result i32)
    (if (i32.eq (i32.load (local.get $at)) (i32.const 0x65757274)) (then (return (i32.add (local.get $at) (i32.const 4))))) ;; true
    (if (i32.eq (i32.load (local.get $at)) (i32.const 0x6c6c756e)) (then (return (i32.add (local.get $at) (i32.const 4))))) ;; null
    (if (i32.eq (i32.load (local.get $at)) (i32.const 0x736c6166)) ;; fals
      (then
        (if (i32.eq (i32.load8_u offset=4 (local.get $at)) (i32.const 101))
          (then (return (i32.add (local.get $at) (i32.const 5)))))))
    (i32.const 0))

  ;; Stores a key that is not a name of the protocol; 0 if there are too many.
  (func $noteOdd (param $role i32) (param $start i32) (param $end i32) (result i32)
    (local $count i32) (local $entry i32)
    (local.set $count (i32.load (i32.const 40)))
    (if (i32.ge_u (local.get $count) (i32.const 16)) (then (return (i32.const 0))))
    (local.set $entry (i32.mul (local.get $count) (i32.const 12)))
    (i32.store offset=64 (local.get $entry) (local.get $role))
    (i32.store offset=68 (local.get $entry) (local.get $start))
    (i32.store offset=72 (local.get $entry) (local.get $end))
    (i32.store (i32.const 40) (i32.add (local.get $count) (i32.const 1)))
    (i32.const 1))

  ;; Returns 1 if the text from `at` to `end` is a message of a common form; then the result is in the memory.
  (func (export "read") (param $at i32) (param $end i32) (param $maxDepth i32) (param $uniqueKeys i32) (result i32)
    (local $state i32) ;; 0 a value, 1 a key, 2 after a value, 3 a key or `}`, 4 a value or `]`
    (local $byte i32) (local $depth i32) (local $role i32) (local $member i32) (local $inMeta i32)
    (local $stop i32) (local $hash i32) (local $hashes i32) (local $index i32) (local $child i32)
    (local $inArguments i32) ;; 1 from the key `arguments` of the params to their next key
    (memory.fill (i32.const 0) (i32.const 0) (i32.const 64))
    (loop $space
      (local.set $byte (i32.load8_u (local.get $at)))
      (if (i32.or (i32.eq (local.get $byte) (i32.const 32)) (i32.eq (local.get $byte) (i32.const 9)))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br $space))))
    (if (i32.ne (local.get $byte) (i32.const 123)) (then (return (i32.const 0))))
    (loop $next
      (loop $space
        (local.set $byte (i32.load8_u (local.get $at)))
        (if (i32.or (i32.eq (local.get $byte) (i32.const 32)) (i32.eq (local.get $byte) (i32.const 9)))
          (then
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (br $space))))
      (block $after
        (block $key
          (block $value
            (block $firstElement
              (block $firstKey
                (br_table $value $key $after $firstKey $firstElement (local.get $state)))
              (br_if $after (i32.eq (local.get $byte) (i32.const 125)))
              (br $key))
            (br_if $after (i32.eq (local.get $byte) (i32.const 93))))

          ;; A value.
          (local.set $state (i32.const 2))
          (if (i32.and (local.get $inArguments) (i32.eq (local.get $role) (i32.const 2)))
            (then (i32.store (i32.const 44) (local.get $at))))
          (if (i32.eq (local.get $role) (i32.const 1))
            (then
              (if (i32.eq (local.get $member) (i32.const 2))
                (then (i32.store (i32.const 12) (call $kind (local.get $byte)))))
              (if (i32.eq (local.get $member) (i32.const 4))
                (then (i32.store (i32.const 24) (call $kind (local.get $byte)))))
              (if (i32.eq (local.get $member) (i32.const 8))
                (then (i32.store (i32.const 36) (call $kind (local.get $byte)))))))
          (if (i32.eq (local.get $byte) (i32.const 34))
            (then
              (local.set $stop (call $string (i32.add (local.get $at) (i32.const 1)) (local.get $end)))
              (if (i32.eqz (local.get $stop)) (then (return (i32.const 0))))
              (local.set $stop (i32.add (local.get $stop) (i32.const 1)))
              (if (i32.eq (local.get $role) (i32.const 1))
                (then
                  (if (i32.eq (local.get $member) (i32.const 2))
                    (then
                      (i32.store (i32.const 4) (local.get $at))
                      (i32.store (i32.const 8) (local.get $stop))))
                  (if (i32.eq (local.get $member) (i32.const 4))
                    (then
                      (i32.store (i32.const 16) (local.get $at))
                      (i32.store (i32.const 20) (local.get $stop))))
                  (if (i32.eq (local.get $member) (i32.const 1))
                    (then
                      ;; It may be "2.0", spelled with escapes.
                      (if (global.get $odd) (then (return (i32.const 0))))
                      ;; "2.0" with its quotes
                      (i32.store (i32.const 32)
                        (i32.and
                          (i32.eq (i32.sub (local.get $stop) (local.get $at)) (i32.const 5))
                          (i32.eq (i32.load offset=1 (local.get $at)) (i32.const 0x22302e32))))))))
              (if (i32.and (local.get $inArguments) (i32.eq (local.get $role) (i32.const 2)))
                (then (i32.store (i32.const 48) (local.get $stop))))
              (local.set $at (local.get $stop))
              (br $next)))
          (if (i32.or (i32.eq (local.get $byte) (i32.const 123)) (i32.eq (local.get $byte) (i32.const 91)))
            (then
              (if (i32.ge_u (local.get $depth) (local.get $maxDepth)) (then (return (i32.const 0))))
              (local.set $child (i32.const 0))
              (if (i32.eqz (local.get $depth)) (then (local.set $child (i32.const 1))))
              (if (i32.eq (local.get $role) (i32.const 1))
                (then
                  (if (i32.eq (local.get $member) (i32.const 8)) (then (local.set $child (i32.const 2))))
                  (if (i32.eq (local.get $member) (i32.const 16)) (then (local.set $child (i32.const 3))))))
              (if (i32.or (i32.eq (local.get $role) (i32.const 2)) (i32.eq (local.get $role) (i32.const 3)))
                (then (if (local.get $inMeta) (then (local.set $child (i32.const 4))))))
              (local.set $depth (i32.add (local.get $depth) (i32.const 1)))
              (i32.store offset=9728 (i32.shl (local.get $depth) (i32.const 2)) (local.get $hashes))
              (if (i32.eq (local.get $byte) (i32.const 123))
                (then
                  (local.set $role (local.get $child))
                  (i32.store8 offset=8192 (local.get $depth) (i32.or (local.get $child) (i32.const 8)))
                  (local.set $state (i32.const 3)))
                (else
                  (local.set $role (i32.const 0))
                  (i32.store8 offset=8192 (local.get $depth) (i32.const 0))
                  (local.set $state (i32.const 4))))
              (local.set $at (i32.add (local.get $at) (i32.const 1)))
              (br $next)))
          (if (i32.ge_u (local.get $byte) (i32.const 97))
            (then (local.set $stop (call $literal (local.get $at))))
            (else
              (local.set $stop (call $number (local.get $at)))
              (if (i32.and (i32.eq (local.get $role) (i32.const 1)) (i32.eq (local.get $member) (i32.const 2)))
                (then
                  (i32.store (i32.const 4) (local.get $at))
                  (i32.store (i32.const 8) (local.get $stop))))))
          (if (i32.eqz (local.get $stop)) (then (return (i32.const 0))))
          (if (i32.and (local.get $inArguments) (i32.eq (local.get $role) (i32.const 2)))
            (then (i32.store (i32.const 48) (local.get $stop))))
          (local.set $at (local.get $stop))
          (br $next))

        ;; A key and its colon.
        (if (i32.ne (local.get $byte) (i32.const 34)) (then (return (i32.const 0))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (local.set $stop (call $string (local.get $at) (local.get $end)))
        (if (i32.eqz (local.get $stop)) (then (return (i32.const 0))))
        (if (i32.or (local.get $role) (local.get $uniqueKeys))
          (then
            ;; In an object of the protocol, a key with other letters may look like a protocol name. In any object, a key with
            ;; escapes may be equal to another.
            (if (select (global.get $odd) (i32.and (global.get $odd) (i32.const 1)) (local.get $role))
              (then (return (i32.const 0))))
            (local.set $hash (call $hash (local.get $at) (local.get $stop)))
            (if (i32.eq (local.get $role) (i32.const 1))
              (then
                (local.set $inMeta (i32.const 0))
                (local.set $member (call $member (local.get $at) (local.get $stop)))
                (if (i32.and (local.get $member) (i32.load (i32.const 0))) (then (return (i32.const 0))))
                (i32.store (i32.const 0) (i32.or (local.get $member) (i32.load (i32.const 0))))
                (if (i32.eqz (local.get $member))
                  (then
                    (if (i32.eqz (call $noteOdd (i32.const 1) (local.get $at) (local.get $stop)))
                      (then (return (i32.const 0))))))))
            (if (i32.or (i32.eq (local.get $role) (i32.const 2)) (i32.eq (local.get $role) (i32.const 3)))
              (then
                (local.set $inMeta
                  (i32.and
                    (i32.eq (i32.sub (local.get $stop) (local.get $at)) (i32.const 5))
                    (i64.eq (call $word (local.get $at) (i32.const 5)) (i64.const 0x61_7465_6d5f))))))
            (if (i32.or (i32.eq (local.get $role) (i32.const 2)) (i32.eq (local.get $role) (i32.const 4)))
              (then
                (if (i32.eq (local.get $role) (i32.const 2))
                  (then
                    (local.set $inArguments
                      (i32.and
                        (i32.eq (i32.sub (local.get $stop) (local.get $at)) (i32.const 9))
                        (i32.and
                          (i64.eq (i64.load (local.get $at)) (i64.const 0x746e_656d_7567_7261)) ;; argument
                          (i32.eq (i32.load8_u offset=8 (local.get $at)) (i32.const 115))))))) ;; s
                (if (i32.eqz (call $isKnown (local.get $hash) (local.get $at) (local.get $stop)))
                  (then
                    (if (i32.eqz (call $noteOdd (local.get $role) (local.get $at) (local.get $stop)))
                      (then (return (i32.const 0))))))))
            (if (local.get $uniqueKeys)
              (then
                (local.set $index (i32.load offset=9728 (i32.shl (local.get $depth) (i32.const 2))))
                ;; Pairwise comparison is meant for small objects. INVARIANT: the memory is sufficient, because a key takes at
                ;; least four bytes, and six if it is not the only one in one of the 1,500 objects.
                (if (i32.ge_u (i32.sub (local.get $hashes) (local.get $index)) (i32.const 48)) (then (return (i32.const 0))))
                (block $alone
                  (loop $others
                    (br_if $alone (i32.ge_u (local.get $index) (local.get $hashes)))
                    (if (i32.eq (local.get $hash) (i32.load offset=16384 (i32.shl (local.get $index) (i32.const 2))))
                      (then (return (i32.const 0))))
                    (local.set $index (i32.add (local.get $index) (i32.const 1)))
                    (br $others)))
                (i32.store offset=16384 (i32.shl (local.get $hashes) (i32.const 2)) (local.get $hash))
                (local.set $hashes (i32.add (local.get $hashes) (i32.const 1)))))))
        (local.set $at (i32.add (local.get $stop) (i32.const 1)))
        (loop $space
          (local.set $byte (i32.load8_u (local.get $at)))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br_if $space (i32.or (i32.eq (local.get $byte) (i32.const 32)) (i32.eq (local.get $byte) (i32.const 9)))))
        (if (i32.ne (local.get $byte) (i32.const 58)) (then (return (i32.const 0))))
        (local.set $state (i32.const 0))
        (br $next))

      ;; After a value.
      (if (i32.eqz (local.get $depth))
        (then
          ;; The carriage return of a line may precede its end.
          (if (i32.eq (local.get $byte) (i32.const 13))
            (then (local.set $at (i32.add (local.get $at) (i32.const 1)))))
          (return (i32.eq (local.get $at) (local.get $end)))))
      (local.set $child (i32.load8_u offset=8192 (local.get $depth)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (if (i32.eq (local.get $byte) (i32.const 44))
        (then
          (local.set $state (select (i32.const 1) (i32.const 0) (local.get $child)))
          (br $next)))
      (if (i32.ne (local.get $byte) (select (i32.const 125) (i32.const 93) (local.get $child)))
        (then (return (i32.const 0))))
      (local.set $hashes (i32.load offset=9728 (i32.shl (local.get $depth) (i32.const 2))))
      (local.set $depth (i32.sub (local.get $depth) (i32.const 1)))
      (local.set $role
        (if (result i32) (local.get $depth)
          (then (i32.and (i32.load8_u offset=8192 (local.get $depth)) (i32.const 7)))
          (else (i32.const 0))))
      (if (i32.and (local.get $inArguments) (i32.eq (local.get $role) (i32.const 2)))
        (then (i32.store (i32.const 48) (local.get $at))))
      (local.set $state (i32.const 2))
      (br $next))
    (unreachable)))
