;; The search loops of the prefilter, which read every byte of every message, and the code that fills their tables once per process.
;; The literals come from src/engine/prefilter/wasm-tables.ts, and src/engine/prefilter/wasm-matcher.ts reads the results. As
;; WebAssembly, the loops are fast from the first message on; JavaScript would first run slowly and then be compiled.
;;
;; The search reads 16 bytes at a time and maps them to classes: 26 for the letters, ignoring case, and 6 for all other bytes
;; (src/engine/prefilter/byte-classes.ts). At every second byte, four classes form a number of 20 bits, and a table has three bits
;; for each number: whether a long literal has these four classes at one of its keys, whether one has them two letters after its
;; key, and whether they are the key of a short literal. If the first bit is set here and the second bit at the next position, a
;; long literal is likely; the third bit indicates a short one. Likely literals are compared byte by byte. Each literal has two
;; keys, at an even and an odd offset, those that are rarest in ordinary text; a short literal has keys with any class before or
;; after it. A literal of one or two letters is found by its symbol, if it contains one.
;;
;; Memory layout, in bytes. Numbers are little-endian.
;;      0   the class of each byte, and its flags: 32 for a symbol that is checked unless whitespace follows, 128 for one that is
;;          always checked
;;    256   1 for each byte of the base64 and hexadecimal alphabets
;;    512   the names to be counted: length, then letters; a length of 0 ends the list
;;   2048   the count of each name
;;   2304   16 bytes: the flags of the symbols [{ \| ]} ^~ _ @`, which are adjacent to letters in ASCII, two by two
;;   2320   1 if the key of a literal consists of two classes only
;;   2336   16 bytes of ones, then 48 of zeros
;;   2432   constants of 16 bytes
;;   8192   lists by the hash of a key, four bytes each: 128 KiB
;; 139264   three bits for each four classes: a byte with eight bits of the first kind, then of the second, of the third, and one
;;          unused byte: 512 KiB
;; 663552   the literals found, two bytes each: up to 8192
;; 679936   the end positions of the literals found, four bytes each
;; 712704   a bit for each key, by its hash: 16 KiB, which stay in the cache, so that most other keys are not looked up
;; 729088   the entries of the lists and the letters of the literals, then the text. Before the first text: see `build`
;; A list is a chain of entries of 24 bytes: the address of the next entry (or 0), the key, the address of the literal's letters,
;; their number (two bytes), the offset of the key in the literal plus 1 (two), the number of the literal (two), its flags (one),
;; its weight (one), and the last text in which it was found. Flags: 1 if each 0 is any digit, 2 if one occurrence per text is
;; enough.
;; The key of a long literal is six classes, the first one lowest. Other keys have fewer classes, and their form in the upper bits:
;;   0x400 five classes from the position on, 0x600 five from the next position on, 0x800 four from the position on, 0x801 three,
;;   0x802 three after it, 0x803 two from it on, 0x804 two after it
;; and those with a flagged symbol have letters instead of classes (see `letterAt`), because many symbols share a class:
;;   0x805 two with a flagged symbol first, 0x806 two with one second, 0x807 such a symbol alone
;; Then the rules of the detectors, decoders and scanners ("targets") decide which of them are open: a target needs one of its
;; literals, perhaps an additional one near it, and certain characters after it. A rule has 32 bytes: the text in which the target
;; was opened, the text and the end of the last first literal, those of the last additional literal, the longest distance between
;; these ends or 0, the technique (two bytes), the weight (one, one unused), and what follows a literal: the number of characters (two),
;; their class, and the class of the one that ends them. Strings in which a target without a weight is open, or targets of enough
;; weight together, are passed to the imported function `holds`, which decides. So are strings with bytes beyond ASCII.
(module
  (import "screen" "holds" (func $holds (param $start i32) (param $end i32) (result i32)))
  (memory (export "memory") 12)
  (data (i32.const 2336) "\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff")
  (data (i32.const 2432) "\20\20\20\20\20\20\20\20\20\20\20\20\20\20\20\20")
  (data (i32.const 2448) "\30\30\30\30\30\30\30\30\30\30\30\30\30\30\30\30")
  (data (i32.const 2464) "\3f\3f\3f\3f\3f\3f\3f\3f\3f\3f\3f\3f\3f\3f\3f\3f")
  (data (i32.const 2480) "\1f\1f\1f\1f\1f\1f\1f\1f\1f\1f\1f\1f\1f\1f\1f\1f")
  (data (i32.const 2496) "\05\05\05\05\05\05\05\05\05\05\05\05\05\05\05\05")
  (data (i32.const 2512) "\5c\5c\5c\5c\5c\5c\5c\5c\5c\5c\5c\5c\5c\5c\5c\5c")
  (data (i32.const 2528) "\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07\07")
  (data (i32.const 2544) "\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80\80")
  (data (i32.const 2560) "\1f\00\1f\00\1f\00\1f\00\1f\00\1f\00\1f\00\1f\00")
  (data (i32.const 2576) "\e0\03\e0\03\e0\03\e0\03\e0\03\e0\03\e0\03\e0\03")
  (data (i32.const 2592) "\01\00\00\04\01\00\00\04\01\00\00\04\01\00\00\04")
  (data (i32.const 2608) "\01\02\04\08\10\20\40\80\00\00\00\00\00\00\00\00")
  (data (i32.const 2624) "\00\00\00\00\04\04\04\04\08\08\08\08\0c\0c\0c\0c")
  (data (i32.const 2640) "\02\02\02\02\06\06\06\06\0a\0a\0a\0a\0e\0e\0e\0e")
  (data (i32.const 2656) "\ff\00\00\00\ff\00\00\00\ff\00\00\00\ff\00\00\00")
  (data (i32.const 2672) "\00\00\ff\00\00\00\ff\00\00\00\ff\00\00\00\ff\00")

  ;; The number of literals found by the current search, the sum of their weights, and the position where a search stopped
  ;; because there were too many.
  (global $met (export "met") (mut i32) (i32.const 0))
  (global $weight (export "weight") (mut i32) (i32.const 0))
  (global $stopped (export "stopped") (mut i32) (i32.const 0))
  ;; The number of the current text, so that a literal that is needed once per text is not stored again.
  (global $text (export "text") (mut i32) (i32.const 0))

  ;; Stores every literal in [start, end) that has this key at `place`.
  (func $compare (param $key i32) (param $start i32) (param $end i32) (param $place i32)
    (local $hash i32) (local $list i32) (local $entry i32) (local $from i32) (local $letters i32) (local $last i32)
    (local $bytes v128) (local $wanted v128) (local $same v128)
    (local.set $hash (i32.shr_u (i32.mul (local.get $key) (i32.const 0x9e3779b1)) (i32.const 15)))
    (if
      (i32.eqz
        (i32.and
          (i32.shr_u
            (i32.load8_u offset=712704 (i32.shr_u (local.get $hash) (i32.const 3)))
            (i32.and (local.get $hash) (i32.const 7)))
          (i32.const 1)))
      (then (return)))
    (local.set $list (i32.load offset=8192 (i32.and (local.get $hash) (i32.const 0x1fffc))))
    (loop $entries
      (if (i32.eqz (local.get $list)) (then (return)))
      (local.set $entry (local.get $list))
      (local.set $list (i32.load (local.get $entry)))
      (br_if $entries (i32.ne (i32.load offset=4 (local.get $entry)) (local.get $key)))
      (br_if $entries
        (i32.and
          (i32.eq (i32.load offset=20 (local.get $entry)) (global.get $text))
          (i32.shr_u (i32.load8_u offset=18 (local.get $entry)) (i32.const 1))))
      (local.set $from (i32.add (i32.sub (local.get $place) (i32.load16_u offset=14 (local.get $entry))) (i32.const 1)))
      (local.set $last (i32.add (local.get $from) (i32.load16_u offset=12 (local.get $entry))))
      (br_if $entries (i32.lt_u (local.get $from) (local.get $start)))
      (br_if $entries (i32.gt_u (local.get $last) (local.get $end)))
      (local.set $letters (i32.load offset=8 (local.get $entry)))
      ;; 16 letters at a time; upper-case letters are converted to lower case.
      (loop $more
        (local.set $bytes (v128.load (local.get $from)))
        (local.set $wanted (v128.load (local.get $letters)))
        (local.set $bytes
          (v128.or
            (local.get $bytes)
            (v128.and
              (i8x16.lt_u
                (i8x16.sub (local.get $bytes) (i8x16.splat (i32.const 65)))
                (i8x16.splat (i32.const 26)))
              (i8x16.splat (i32.const 32)))))
        (local.set $same (i8x16.eq (local.get $bytes) (local.get $wanted)))
        (if (i32.and (i32.load8_u offset=18 (local.get $entry)) (i32.const 1))
          (then
            (local.set $same
              (v128.or
                (local.get $same)
                (v128.and
                  (i8x16.eq (local.get $wanted) (i8x16.splat (i32.const 48)))
                  (i8x16.lt_u
                    (i8x16.sub (local.get $bytes) (i8x16.splat (i32.const 48)))
                    (i8x16.splat (i32.const 10))))))))
        (br_if $entries
          (i32.lt_u
            (i32.ctz (i32.xor (i8x16.bitmask (local.get $same)) (i32.const -1)))
            (select
              (i32.const 16)
              (i32.sub (local.get $last) (local.get $from))
              (i32.gt_u (i32.sub (local.get $last) (local.get $from)) (i32.const 16)))))
        (local.set $from (i32.add (local.get $from) (i32.const 16)))
        (local.set $letters (i32.add (local.get $letters) (i32.const 16)))
        (br_if $more (i32.lt_u (local.get $from) (local.get $last))))
      ;; With so many literals at one position, further ones do not matter.
      (if (i32.ge_u (global.get $met) (i32.const 8192)) (then (return)))
      (i32.store offset=20 (local.get $entry) (global.get $text))
      (i32.store offset=679936 (i32.shl (global.get $met) (i32.const 2)) (local.get $last))
      (i32.store16 offset=663552
        (i32.shl (global.get $met) (i32.const 1))
        (i32.load16_u offset=16 (local.get $entry)))
      (global.set $met (i32.add (global.get $met) (i32.const 1)))
      (global.set $weight (i32.add (global.get $weight) (i32.load8_u offset=19 (local.get $entry))))
      (br $entries)))

  ;; The hash of a key: the address of its list in the upper 15 of these 17 bits, and with all of them its bit.
  (func $hashOf (param $key i32) (result i32)
    (i32.shr_u (i32.mul (local.get $key) (i32.const 0x9e3779b1)) (i32.const 15)))

  (func $classAt (param $at i32) (result i32)
    (i32.and (i32.load8_u (i32.load8_u (local.get $at))) (i32.const 31)))

  ;; The classes of `count` bytes as one number, the first one lowest.
  (func $classesAt (param $at i32) (param $count i32) (result i32)
    (local $last i32) (local $classes i32)
    (local.set $last (i32.add (local.get $at) (local.get $count)))
    (loop $next
      (local.set $last (i32.sub (local.get $last) (i32.const 1)))
      (local.set $classes
        (i32.or
          (i32.shl (local.get $classes) (i32.const 5))
          (i32.and (i32.load8_u (i32.load8_u (local.get $last))) (i32.const 31))))
      (br_if $next (i32.gt_u (local.get $last) (local.get $at))))
    (local.get $classes))

  ;; Compares the long literals that are likely at a position.
  (func $compareLong (param $place i32) (param $start i32) (param $end i32)
    (local $six i32)
    (local.set $six
      (i32.or
        (i32.or
        (i32.or
        (i32.or
        (i32.or
        (i32.and (i32.load8_u (i32.load8_u (local.get $place))) (i32.const 31))
        (i32.shl (i32.and (i32.load8_u (i32.load8_u offset=1 (local.get $place))) (i32.const 31)) (i32.const 5)))
        (i32.shl (i32.and (i32.load8_u (i32.load8_u offset=2 (local.get $place))) (i32.const 31)) (i32.const 10)))
        (i32.shl (i32.and (i32.load8_u (i32.load8_u offset=3 (local.get $place))) (i32.const 31)) (i32.const 15)))
        (i32.shl (i32.and (i32.load8_u (i32.load8_u offset=4 (local.get $place))) (i32.const 31)) (i32.const 20)))
        (i32.shl (i32.and (i32.load8_u (i32.load8_u offset=5 (local.get $place))) (i32.const 31)) (i32.const 25))))
    (call $compare
      (local.get $six)
      (local.get $start) (local.get $end) (local.get $place))
    (call $compare
      (i32.or (i32.and (local.get $six) (i32.const 0x1ffffff)) (i32.const 0x40000000))
      (local.get $start) (local.get $end) (local.get $place))
    (call $compare
      (i32.or (i32.shr_u (local.get $six) (i32.const 5)) (i32.const 0x60000000))
      (local.get $start) (local.get $end) (local.get $place)))

  ;; Compares the short literals that are likely at a position.
  (func $compareShort (param $place i32) (param $start i32) (param $end i32)
    (local $four i32)
    (local.set $four
      (i32.or
        (i32.or
        (i32.or
        (i32.and (i32.load8_u (i32.load8_u (local.get $place))) (i32.const 31))
        (i32.shl (i32.and (i32.load8_u (i32.load8_u offset=1 (local.get $place))) (i32.const 31)) (i32.const 5)))
        (i32.shl (i32.and (i32.load8_u (i32.load8_u offset=2 (local.get $place))) (i32.const 31)) (i32.const 10)))
        (i32.shl (i32.and (i32.load8_u (i32.load8_u offset=3 (local.get $place))) (i32.const 31)) (i32.const 15))))
    (call $compare
      (i32.or (local.get $four) (i32.const 0x80000000))
      (local.get $start) (local.get $end) (local.get $place))
    (call $compare
      (i32.or (i32.and (local.get $four) (i32.const 0x7fff)) (i32.const 0x80100000))
      (local.get $start) (local.get $end) (local.get $place))
    (call $compare
      (i32.or (i32.shr_u (local.get $four) (i32.const 5)) (i32.const 0x80200000))
      (local.get $start) (local.get $end) (local.get $place))
    (if (i32.eqz (i32.load (i32.const 2320))) (then (return)))
    (call $compare
      (i32.or (i32.and (local.get $four) (i32.const 0x3ff)) (i32.const 0x80300000))
      (local.get $start) (local.get $end) (local.get $place))
    (call $compare
      (i32.or (i32.and (i32.shr_u (local.get $four) (i32.const 5)) (i32.const 0x3ff)) (i32.const 0x80400000))
      (local.get $start) (local.get $end) (local.get $place)))

  ;; A byte in lower case; each digit becomes 0.
  (func $letterAt (param $at i32) (result i32)
    (local $byte i32)
    (local.set $byte (i32.load8_u (local.get $at)))
    (if (i32.lt_u (i32.sub (local.get $byte) (i32.const 48)) (i32.const 10)) (then (return (i32.const 48))))
    (i32.or
      (local.get $byte)
      (i32.shl
        (i32.lt_u (i32.sub (local.get $byte) (i32.const 65)) (i32.const 26))
        (i32.const 5))))

  ;; The key of two letters.
  (func $twoAt (param $at i32) (result i32)
    (i32.or
      (call $letterAt (local.get $at))
      (i32.shl (call $letterAt (i32.add (local.get $at) (i32.const 1))) (i32.const 8))))

  ;; Compares the literals at a symbol that is not followed by whitespace.
  (func $compareFollowed (param $place i32) (param $start i32) (param $end i32)
    (call $compare
      (i32.or (call $twoAt (local.get $place)) (i32.const 0x80500000))
      (local.get $start) (local.get $end) (local.get $place)))

  ;; Compares the literals at a symbol that is always checked.
  (func $compareSign (param $place i32) (param $start i32) (param $end i32)
    (call $compare
      (i32.or (call $twoAt (i32.sub (local.get $place) (i32.const 1))) (i32.const 0x80600000))
      (local.get $start) (local.get $end) (local.get $place))
    (call $compare
      (i32.or (call $letterAt (local.get $place)) (i32.const 0x80700000))
      (local.get $start) (local.get $end) (local.get $place)))

  ;; Searches [start, end), beginning at `from`, and stores the literals found. The result is the sum of 1: there are
  ;; backslashes, 2: there is a byte beyond ASCII, and the search ended there, 4: there were too many literals, and the search
  ;; can continue at `stopped`.
  (func $look (export "look") (param $start i32) (param $from i32) (param $end i32) (result i32)
    (local $at i32) (local $bytes v128) (local $backslashes v128) (local $places i32) (local $lane i32)
    ;; The flags of bytes below 48, below 64, and of those adjacent to letters.
    (local $signs v128) (local $digits v128) (local $others v128)
    ;; Of the previous 16 bytes, and of the current ones.
    (local $before v128) (local $classes v128) (local $pairsBefore v128) (local $pairs v128)
    ;; Numbers of four classes as indexes of the table, and the table entries for even and odd positions.
    (local $fours v128) (local $two i64) (local $even v128) (local $odd v128) (local $oddBefore v128) (local $masks v128)
    ;; Ones where a literal is likely: at even positions, at the odd positions before them, at all positions.
    (local $long v128) (local $longBefore v128) (local $short v128)
    (local $followed v128)
    ;; Constants. They are loaded from memory because engines would create them again in each iteration.
    (local $zero v128) (local $bits v128) (local $everyFourth v128) (local $everyOther v128) (local $lowest v128) (local $third v128)
    (local $all32 v128) (local $all48 v128) (local $all63 v128) (local $all31 v128) (local $all5 v128) (local $all92 v128) (local $lowClass v128) (local $highClass v128) (local $pairWeights v128) (local $all7 v128) (local $all128 v128)
    (global.set $met (i32.const 0))
    (global.set $weight (i32.const 0))
    (local.set $signs (v128.load (i32.const 32)))
    (local.set $digits (v128.load (i32.const 48)))
    (local.set $others (v128.load (i32.const 2304)))
    (local.set $all32 (v128.load (i32.const 2432)))
    (local.set $all48 (v128.load (i32.const 2448)))
    (local.set $all63 (v128.load (i32.const 2464)))
    (local.set $all31 (v128.load (i32.const 2480)))
    (local.set $all5 (v128.load (i32.const 2496)))
    (local.set $all92 (v128.load (i32.const 2512)))
    (local.set $all7 (v128.load (i32.const 2528)))
    (local.set $all128 (v128.load (i32.const 2544)))
    (local.set $lowClass (v128.load (i32.const 2560)))
    (local.set $highClass (v128.load (i32.const 2576)))
    (local.set $pairWeights (v128.load (i32.const 2592)))
    (local.set $bits (v128.load (i32.const 2608)))
    (local.set $everyFourth (v128.load (i32.const 2624)))
    (local.set $everyOther (v128.load (i32.const 2640)))
    (local.set $lowest (v128.load (i32.const 2656)))
    (local.set $third (v128.load (i32.const 2672)))
    (local.set $oddBefore (v128.load (i32.const 2336)))
    (if (i32.eq (local.get $from) (local.get $start))
      (then (global.set $text (i32.add (global.get $text) (i32.const 1)))))
    ;; A continued search starts with the previous 16 bytes, and does not report their literals again.
    (local.set $at
      (select
        (i32.sub (local.get $from) (i32.const 16))
        (local.get $from)
        (i32.gt_u (local.get $from) (local.get $start))))
    (block $done
      (loop $next
        ;; A position may be the last byte, and the next one is searched with the 16 bytes that start two bytes later.
        (br_if $done (i32.gt_u (local.get $at) (i32.add (local.get $end) (i32.const 3))))
        (local.set $bytes (v128.load (local.get $at)))
        (if (i32.gt_u (i32.add (local.get $at) (i32.const 16)) (local.get $end))
          (then
            (local.set $bytes
              (v128.and
                (local.get $bytes)
                (v128.load (i32.sub (i32.add (local.get $at) (i32.const 2352)) (local.get $end)))))))
        (local.set $classes
          (v128.or
            (v128.or
              (i8x16.swizzle (local.get $signs) (i8x16.sub (local.get $bytes) (local.get $all32)))
              (i8x16.swizzle (local.get $digits) (i8x16.sub (local.get $bytes) (local.get $all48))))
            (v128.and
              (i8x16.gt_s (local.get $bytes) (local.get $all63))
              (v128.or
                (v128.and (local.get $bytes) (local.get $all31))
                (i8x16.swizzle
                  (local.get $others)
                  (v128.and (i8x16.add (local.get $bytes) (local.get $all5)) (local.get $all31)))))))
        (local.set $backslashes
          (v128.or
            (local.get $backslashes)
            (i8x16.eq (local.get $bytes) (local.get $all92))))
        (local.set $pairs
          (v128.or
            (v128.and (local.get $classes) (local.get $lowClass))
            (v128.and (i16x8.shr_u (local.get $classes) (i32.const 3)) (local.get $highClass))))
        (local.set $fours
          (i32x4.shl
            (i32x4.shr_u (i32x4.dot_i16x8_s (i8x16.shuffle 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 (local.get $pairsBefore) (local.get $pairs)) (local.get $pairWeights)) (i32.const 3))
            (i32.const 2)))
        (local.set $two (i64x2.extract_lane 0 (local.get $fours)))
        (local.set $even (v128.load32_zero offset=139264 (i32.wrap_i64 (local.get $two))))
        (local.set $even (v128.load32_lane offset=139264 1 (i32.wrap_i64 (i64.shr_u (local.get $two) (i64.const 32))) (local.get $even)))
        (local.set $two (i64x2.extract_lane 1 (local.get $fours)))
        (local.set $even (v128.load32_lane offset=139264 2 (i32.wrap_i64 (local.get $two)) (local.get $even)))
        (local.set $even (v128.load32_lane offset=139264 3 (i32.wrap_i64 (i64.shr_u (local.get $two) (i64.const 32))) (local.get $even)))
        (local.set $fours
          (i32x4.shl
            (i32x4.shr_u (i32x4.dot_i16x8_s (local.get $pairs) (local.get $pairWeights)) (i32.const 3))
            (i32.const 2)))
        (local.set $two (i64x2.extract_lane 0 (local.get $fours)))
        (local.set $odd (v128.load32_zero offset=139264 (i32.wrap_i64 (local.get $two))))
        (local.set $odd (v128.load32_lane offset=139264 1 (i32.wrap_i64 (i64.shr_u (local.get $two) (i64.const 32))) (local.get $odd)))
        (local.set $two (i64x2.extract_lane 1 (local.get $fours)))
        (local.set $odd (v128.load32_lane offset=139264 2 (i32.wrap_i64 (local.get $two)) (local.get $odd)))
        (local.set $odd (v128.load32_lane offset=139264 3 (i32.wrap_i64 (i64.shr_u (local.get $two) (i64.const 32))) (local.get $odd)))
        ;; One bit of each byte belongs to the four classes; the other bits become ones.
        (local.set $masks
          (i8x16.swizzle
            (local.get $bits)
            (v128.and
              (i8x16.shuffle 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 (local.get $before) (local.get $classes))
              (local.get $all7))))
        (local.set $even
          (i8x16.eq
            (v128.and (local.get $even) (i8x16.swizzle (local.get $masks) (local.get $everyFourth)))
            (local.get $zero)))
        (local.set $odd
          (i8x16.eq
            (v128.and (local.get $odd) (i8x16.swizzle (local.get $masks) (local.get $everyOther)))
            (local.get $zero)))
        ;; Long literals: the first bit here and the second bit at the next position.
        (local.set $long
          (v128.andnot (local.get $lowest) (v128.or (local.get $even) (i32x4.shr_u (local.get $odd) (i32.const 8)))))
        (local.set $longBefore
          (v128.andnot
            (local.get $lowest)
            (v128.or
              (i8x16.shuffle 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 (local.get $oddBefore) (local.get $odd))
              (i32x4.shr_u (local.get $even) (i32.const 8)))))
        (local.set $short
          (v128.or
            (v128.andnot (local.get $lowest) (i32x4.shr_u (local.get $even) (i32.const 16)))
            (v128.andnot (local.get $third) (local.get $odd))))
        (local.set $followed
          (v128.andnot
            (v128.and
              (i8x16.shuffle 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 (local.get $before) (local.get $classes))
              (local.get $all32))
            (i8x16.eq (local.get $classes) (local.get $zero))))
        (block $told
          (if
            (v128.any_true
              (v128.or
                (v128.or
                  (v128.or (local.get $long) (local.get $longBefore))
                  (v128.or (local.get $short) (local.get $followed)))
                (v128.and (v128.or (local.get $classes) (local.get $bytes)) (local.get $all128))))
            (then
              (br_if $told (i32.lt_u (local.get $at) (local.get $from)))
              (if (i8x16.bitmask (local.get $bytes))
                (then (return (i32.or (v128.any_true (local.get $backslashes)) (i32.const 2)))))
              (local.set $places
                (i8x16.bitmask (v128.or (local.get $long) (i32x4.shl (local.get $longBefore) (i32.const 16)))))
              (block $none
                (loop $each
                  (br_if $none (i32.eqz (local.get $places)))
                  (local.set $lane (i32.ctz (local.get $places)))
                  (call $compareLong
                    (i32.sub
                      (i32.sub (i32.add (local.get $at) (local.get $lane)) (i32.const 2))
                      (i32.shl (i32.and (local.get $lane) (i32.const 2)) (i32.const 1)))
                    (local.get $start) (local.get $end))
                  (local.set $places (i32.and (local.get $places) (i32.sub (local.get $places) (i32.const 1))))
                  (br $each)))
              (local.set $places (i8x16.bitmask (local.get $short)))
              (block $none
                (loop $each
                  (br_if $none (i32.eqz (local.get $places)))
                  (call $compareShort
                    (i32.sub (i32.add (local.get $at) (i32.ctz (local.get $places))) (i32.const 2))
                    (local.get $start) (local.get $end))
                  (local.set $places (i32.and (local.get $places) (i32.sub (local.get $places) (i32.const 1))))
                  (br $each)))
              (local.set $places (i8x16.bitmask (i8x16.ne (local.get $followed) (local.get $zero))))
              (block $none
                (loop $each
                  (br_if $none (i32.eqz (local.get $places)))
                  (call $compareFollowed
                    (i32.sub (i32.add (local.get $at) (i32.ctz (local.get $places))) (i32.const 1))
                    (local.get $start) (local.get $end))
                  (local.set $places (i32.and (local.get $places) (i32.sub (local.get $places) (i32.const 1))))
                  (br $each)))
              (local.set $places (i8x16.bitmask (local.get $classes)))
              (block $none
                (loop $each
                  (br_if $none (i32.eqz (local.get $places)))
                  (call $compareSign
                    (i32.add (local.get $at) (i32.ctz (local.get $places)))
                    (local.get $start) (local.get $end))
                  (local.set $places (i32.and (local.get $places) (i32.sub (local.get $places) (i32.const 1))))
                  (br $each)))
              (if (i32.ge_u (global.get $met) (i32.const 7936))
                (then
                  (global.set $stopped (i32.add (local.get $at) (i32.const 16)))
                  (return (i32.or (v128.any_true (local.get $backslashes)) (i32.const 4))))))))
        (local.set $before (local.get $classes))
        (local.set $pairsBefore (local.get $pairs))
        (local.set $oddBefore (local.get $odd))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next)))
    (v128.any_true (local.get $backslashes)))

  ;; Replaces each run of spaces, tabs and line ends in [at, end) with one space, and returns the new end. Where no two of them
  ;; are adjacent, 16 bytes are moved at a time.
  (func $squeeze (export "squeeze") (param $at i32) (param $end i32) (result i32)
    (local $to i32) (local $bytes v128) (local $blanks v128) (local $found i32) (local $wasBlank i32) (local $isBlank i32) (local $byte i32) (local $stop i32)
    (local.set $to (local.get $at))
    (loop $next
      (block $slowly
        (br_if $slowly (i32.gt_u (i32.add (local.get $at) (i32.const 16)) (local.get $end)))
        (local.set $bytes (v128.load (local.get $at)))
        (local.set $blanks (call $blanksOf (local.get $bytes)))
        (local.set $found (i8x16.bitmask (local.get $blanks)))
        (br_if $slowly
          (i32.and (local.get $found) (i32.or (i32.shl (local.get $found) (i32.const 1)) (local.get $wasBlank))))
        (v128.store (local.get $to)
          (v128.bitselect (i8x16.splat (i32.const 32)) (local.get $bytes) (local.get $blanks)))
        (local.set $wasBlank (i32.shr_u (local.get $found) (i32.const 15)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (local.set $to (i32.add (local.get $to) (i32.const 16)))
        (br $next))
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (local.get $to))))
      (local.set $stop (i32.add (local.get $at) (i32.const 16)))
      (local.set $stop (select (local.get $stop) (local.get $end) (i32.lt_u (local.get $stop) (local.get $end))))
      (loop $each
        (local.set $byte (i32.load8_u (local.get $at)))
        (local.set $isBlank
          (i32.or
            (i32.eq (local.get $byte) (i32.const 32))
            (i32.lt_u (i32.sub (local.get $byte) (i32.const 9)) (i32.const 5))))
        (i32.store8 (local.get $to) (select (i32.const 32) (local.get $byte) (local.get $isBlank)))
        (local.set $to
          (i32.add
            (local.get $to)
            (i32.eqz (i32.and (local.get $isBlank) (local.get $wasBlank)))))
        (local.set $wasBlank (local.get $isBlank))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br_if $each (i32.lt_u (local.get $at) (local.get $stop))))
      (br $next))
    (unreachable))

  ;; Ones at spaces, tabs and line ends.
  (func $blanksOf (param $bytes v128) (result v128)
    (v128.or
      (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 32)))
      (i8x16.lt_u (i8x16.sub (local.get $bytes) (i8x16.splat (i32.const 9))) (i8x16.splat (i32.const 5)))))

  ;; True if [at, end) contains two adjacent spaces, a tab or a line end. Then whitespace must be collapsed first.
  (func $isApart (param $at i32) (param $end i32) (result i32)
    (local $bytes v128) (local $blanks i32) (local $others i32) (local $wasBlank i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $bytes (v128.load (local.get $at)))
        (local.set $blanks (i8x16.bitmask (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 32)))))
        (local.set $others
          (i32.or
            (i8x16.bitmask
              (i8x16.lt_u (i8x16.sub (local.get $bytes) (i8x16.splat (i32.const 9))) (i8x16.splat (i32.const 5))))
            (i32.and (local.get $blanks) (i32.or (i32.shl (local.get $blanks) (i32.const 1)) (local.get $wasBlank)))))
        ;; Bytes after the end are ignored.
        (if (i32.lt_u (i32.sub (local.get $end) (local.get $at)) (i32.const 16))
          (then
            (local.set $others
              (i32.and
                (local.get $others)
                (i32.sub
                  (i32.shl (i32.const 1) (i32.sub (local.get $end) (local.get $at)))
                  (i32.const 1))))))
        (if (local.get $others) (then (return (i32.const 1))))
        (local.set $wasBlank (i32.shr_u (local.get $blanks) (i32.const 15)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next)))
    (i32.const 0))

  ;; Looks at each run of at least 24 letters and digits in [start, end). The result is the sum of 1: one may be encoded text, 2: one
  ;; is followed by a dot, and seven bytes later by another one. One byte in about 24 is checked, so that no run is missed.
  (func $runs (param $start i32) (param $end i32) (result i32)
    (local $probe i32) (local $seen i32)
    (loop $next
      (local.set $probe (i32.add (local.get $start) (i32.const 23)))
      (if (i32.ge_u (local.get $probe) (local.get $end)) (then (return (local.get $seen))))
      (block $run
        (loop $back
          (if (i32.eqz (call $isInRun (local.get $probe)))
            (then
              (local.set $start (i32.add (local.get $probe) (i32.const 1)))
              (br $next)))
          (br_if $run (i32.eq (local.get $probe) (local.get $start)))
          (local.set $probe (i32.sub (local.get $probe) (i32.const 1)))
          (br $back)))
      (local.set $probe (i32.add (local.get $start) (i32.const 24)))
      (block $ended
        (loop $forth
          (br_if $ended (i32.ge_u (local.get $probe) (local.get $end)))
          (br_if $ended (i32.eqz (call $isInRun (local.get $probe))))
          (local.set $probe (i32.add (local.get $probe) (i32.const 1)))
          (br $forth)))
      (if (i32.lt_u (i32.add (local.get $probe) (i32.const 7)) (local.get $end))
        (then
          (if (i32.eq (i32.load8_u (local.get $probe)) (i32.const 46))
            (then
              (if (i32.eq (i32.load8_u offset=7 (local.get $probe)) (i32.const 46))
                (then (local.set $seen (i32.or (local.get $seen) (i32.const 2)))))))))
      ;; Longer runs are cut into pieces, each of which may be encoded.
      (if (i32.ge_u (i32.sub (local.get $probe) (local.get $start)) (i32.const 65536))
        (then (local.set $seen (i32.or (local.get $seen) (i32.const 1)))))
      (if (i32.eqz (i32.and (local.get $seen) (i32.const 1)))
        (then
          (local.set $seen
            (i32.or (local.get $seen) (call $mayBeEncoded (local.get $start) (local.get $probe) (local.get $end))))))
      (local.set $start (i32.add (local.get $probe) (i32.const 1)))
      (br $next))
    (unreachable))

  ;; True if a run matters.
  (func (export "hasRun") (param $start i32) (param $end i32) (result i32)
    (i32.ne (call $runs (local.get $start) (local.get $end)) (i32.const 0)))

  (func $isInRun (param $at i32) (result i32)
    (i32.load8_u offset=256 (i32.load8_u (local.get $at))))

  ;; True if a run may be encoded text, or its end after one of its first six slashes: base64 contains slashes, so the path before
  ;; it belongs to the run. Encoders break lines, so a short rest may continue on the next line.
  (func $mayBeEncoded (param $at i32) (param $end i32) (param $textEnd i32) (result i32)
    (local $slashes i32)
    (loop $next
      (if (call $startsEncoded (local.get $at)) (then (return (i32.const 1))))
      (block $slash
        (loop $seek
          (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const 0))))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br_if $slash (i32.eq (i32.load8_u (i32.sub (local.get $at) (i32.const 1))) (i32.const 47)))
          (br $seek)))
      (if (i32.lt_u (i32.sub (local.get $end) (local.get $at)) (i32.const 24))
        (then (return (call $mayContinue (local.get $end) (local.get $textEnd)))))
      (local.set $slashes (i32.add (local.get $slashes) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $slashes) (i32.const 7))))
    (i32.const 0))

  ;; True if a run that ends at `at` may continue after a line end, which is a space here, or the letters of one.
  (func $mayContinue (param $at i32) (param $end i32) (result i32)
    (local $byte i32)
    (local.set $byte (i32.load8_u (local.get $at)))
    (if (i32.and (i32.ne (local.get $byte) (i32.const 32)) (i32.ne (local.get $byte) (i32.const 92)))
      (then (return (i32.const 0))))
    (local.set $at
      (i32.add
        (local.get $at)
        (select (i32.const 2) (i32.const 1) (i32.eq (local.get $byte) (i32.const 92)))))
    (i32.and
      (i32.lt_u (local.get $at) (local.get $end))
      (call $isInRun (local.get $at))))

  ;; True if the 24 letters and digits at a position may be the start of text in hexadecimal, base32 or base64.
  (func $startsEncoded (param $at i32) (result i32)
    (local $skip i32)
    (if (call $startsHex
          (select
            (i32.add (local.get $at) (i32.const 2))
            (local.get $at)
            (i32.eq (i32.or (i32.load16_u (local.get $at)) (i32.const 0x2000)) (i32.const 0x7830))))
      (then (return (i32.const 1))))
    (if (call $startsBase32 (local.get $at)) (then (return (i32.const 1))))
    ;; A run may include letters before the encoded text, so four starts are tried.
    (loop $next
      (if (call $startsBase64 (i32.add (local.get $at) (local.get $skip))) (then (return (i32.const 1))))
      (local.set $skip (i32.add (local.get $skip) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $skip) (i32.const 4))))
    (i32.const 0))

  ;; Twelve bytes in hexadecimal that are the start of a text.
  (func $startsHex (param $at i32) (result i32)
    (local $count i32) (local $high i32) (local $low i32)
    (call $beginText)
    (loop $next
      (local.set $high (call $nibble (i32.load8_u (local.get $at))))
      (local.set $low (call $nibble (i32.load8_u offset=1 (local.get $at))))
      (if (i32.gt_u (i32.or (local.get $high) (local.get $low)) (i32.const 15)) (then (return (i32.const 0))))
      (if (i32.eqz (call $acceptsByte (i32.or (i32.shl (local.get $high) (i32.const 4)) (local.get $low))))
        (then (return (i32.const 0))))
      (local.set $at (i32.add (local.get $at) (i32.const 2)))
      (local.set $count (i32.add (local.get $count) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $count) (i32.const 11))))
    (i32.const 1))

  ;; The value of a hexadecimal digit; more than 15 for any other byte.
  (func $nibble (param $byte i32) (result i32)
    (if (call $isDigit (local.get $byte)) (then (return (i32.sub (local.get $byte) (i32.const 48)))))
    (local.set $byte (i32.sub (i32.or (local.get $byte) (i32.const 32)) (i32.const 97)))
    (select
      (i32.add (local.get $byte) (i32.const 10))
      (i32.const 16)
      (i32.lt_u (local.get $byte) (i32.const 6))))

  (func $startsBase32 (param $at i32) (result i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $at) (i32.const 24)))
    (loop $next
      (if
        (i32.and
          (i32.ge_u (i32.sub (i32.load8_u (local.get $at)) (i32.const 65)) (i32.const 26))
          (i32.ge_u (i32.sub (i32.load8_u (local.get $at)) (i32.const 50)) (i32.const 6)))
        (then (return (i32.const 0))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
    (i32.const 1))

  ;; Fifteen bytes in base64 that are the start of a text.
  (func $startsBase64 (param $at i32) (result i32)
    (local $end i32) (local $bits i32) (local $held i32)
    (local.set $end (i32.add (local.get $at) (i32.const 20)))
    (call $beginText)
    (loop $next
      (local.set $bits
        (i32.or
          (i32.shl (local.get $bits) (i32.const 6))
          (i32.load8_u (i32.add (global.get $sextets) (i32.load8_u (local.get $at))))))
      (local.set $held (i32.add (local.get $held) (i32.const 6)))
      (if (i32.ge_u (local.get $held) (i32.const 8))
        (then
          (local.set $held (i32.sub (local.get $held) (i32.const 8)))
          (if
            (i32.eqz
              (call $acceptsByte (i32.and (i32.shr_u (local.get $bits) (local.get $held)) (i32.const 255))))
            (then (return (i32.const 0))))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
    (i32.const 1))

  ;; The state of the check below: the number of bytes, of zeros, and of bytes that continue a letter.
  (global $textBytes (mut i32) (i32.const 0))
  (global $zeros (mut i32) (i32.const 0))
  (global $continued (mut i32) (i32.const 0))

  (func $beginText
    (global.set $textBytes (i32.const 0))
    (global.set $zeros (i32.const 0))
    (global.set $continued (i32.const 0)))

  ;; True while bytes are text in UTF-8, or Latin text in UTF-16; the same as `TextValidator` in src/decode/base-encodings.ts.
  (func $acceptsByte (param $byte i32) (result i32)
    (global.set $textBytes (i32.add (global.get $textBytes) (i32.const 1)))
    (if (i32.eqz (local.get $byte))
      (then
        (global.set $zeros (i32.add (global.get $zeros) (i32.const 1)))
        (return (i32.eq (i32.shl (global.get $zeros) (i32.const 1)) (global.get $textBytes)))))
    (if (global.get $zeros)
      (then
        (return
          (i32.and
            (i32.eq
              (i32.add (i32.shl (global.get $zeros) (i32.const 1)) (i32.const 1))
              (global.get $textBytes))
            (call $isText (local.get $byte))))))
    (if (global.get $continued)
      (then
        (global.set $continued (i32.sub (global.get $continued) (i32.const 1)))
        (return (i32.eq (i32.and (local.get $byte) (i32.const 0xc0)) (i32.const 0x80)))))
    (if (i32.lt_u (local.get $byte) (i32.const 0x80)) (then (return (call $isText (local.get $byte)))))
    (global.set $continued
      (i32.add
        (i32.const 1)
        (i32.add
          (i32.ge_u (local.get $byte) (i32.const 0xe0))
          (i32.ge_u (local.get $byte) (i32.const 0xf0)))))
    (i32.lt_u (i32.sub (local.get $byte) (i32.const 0xc2)) (i32.const 0x33)))

  (func $isText (param $byte i32) (result i32)
    (if (i32.ge_u (local.get $byte) (i32.const 32)) (then (return (i32.ne (local.get $byte) (i32.const 127)))))
    (i32.or
      (i32.eq (local.get $byte) (i32.const 13))
      (i32.lt_u (i32.sub (local.get $byte) (i32.const 9)) (i32.const 2))))

  ;; The tables of the rules: for each literal the address of its marks, and the end of the last; the rule of each target; for each
  ;; technique the text in which it was seen, and its highest weight there; the numbers of the open targets; the classes of
  ;; characters after a literal; the values of the base64 alphabet.
  (global $marksOf (mut i32) (i32.const 0))
  (global $rules (mut i32) (i32.const 0))
  (global $techniques (mut i32) (i32.const 0))
  (global $openTargets (mut i32) (i32.const 0))
  (global $following (mut i32) (i32.const 0))
  (global $sextets (mut i32) (i32.const 0))

  (func (export "arrange")
    (param $marksOf i32) (param $rules i32) (param $techniques i32) (param $openTargets i32) (param $following i32) (param $sextets i32)
    (global.set $marksOf (local.get $marksOf))
    (global.set $rules (local.get $rules))
    (global.set $techniques (local.get $techniques))
    (global.set $openTargets (local.get $openTargets))
    (global.set $following (local.get $following))
    (global.set $sextets (local.get $sextets)))

  ;; The number of open targets of the current text, the sum of their weights, and whether one of them counts by itself.
  (global $opened (export "opened") (mut i32) (i32.const 0))
  (global $sum (export "sum") (mut i32) (i32.const 0))
  (global $isDecided (mut i32) (i32.const 0))

  ;; Sorts the literals found by their ends. A literal is found by its key, so those near each other may be in any order.
  (func $sort
    (local $index i32) (local $at i32) (local $end i32) (local $before i32) (local $literal i32)
    (local.set $index (i32.const 1))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $index) (global.get $met)))
        (local.set $end (i32.load offset=679936 (i32.shl (local.get $index) (i32.const 2))))
        (local.set $literal (i32.load16_u offset=663552 (i32.shl (local.get $index) (i32.const 1))))
        (local.set $at (local.get $index))
        (block $found
          (loop $back
            (br_if $found (i32.eqz (local.get $at)))
            (local.set $before (i32.load offset=679932 (i32.shl (local.get $at) (i32.const 2))))
            (br_if $found (i32.le_u (local.get $before) (local.get $end)))
            (i32.store offset=679936 (i32.shl (local.get $at) (i32.const 2)) (local.get $before))
            (i32.store16 offset=663552
              (i32.shl (local.get $at) (i32.const 1))
              (i32.load16_u offset=663550 (i32.shl (local.get $at) (i32.const 1))))
            (local.set $at (i32.sub (local.get $at) (i32.const 1)))
            (br $back)))
        (i32.store offset=679936 (i32.shl (local.get $at) (i32.const 2)) (local.get $end))
        (i32.store16 offset=663552 (i32.shl (local.get $at) (i32.const 1)) (local.get $literal))
        (local.set $index (i32.add (local.get $index) (i32.const 1)))
        (br $next))))

  ;; Opens the targets of the literals that the current search has found in a text up to `end`. Without `all`, it stops when the
  ;; targets are enough to pass the text on. The result is 1 if they are.
  (func $open (param $end i32) (param $enough i32) (param $all i32) (result i32)
    (local $index i32) (local $literal i32) (local $last i32) (local $marks i32) (local $stop i32)
    (global.set $opened (i32.const 0))
    (global.set $sum (i32.const 0))
    (global.set $isDecided (i32.const 0))
    (block $done
      (loop $literals
        (br_if $done (i32.ge_u (local.get $index) (global.get $met)))
        (local.set $literal (i32.load16_u offset=663552 (i32.shl (local.get $index) (i32.const 1))))
        (local.set $last (i32.load offset=679936 (i32.shl (local.get $index) (i32.const 2))))
        (local.set $index (i32.add (local.get $index) (i32.const 1)))
        (local.set $marks (i32.add (global.get $marksOf) (i32.shl (local.get $literal) (i32.const 2))))
        (local.set $stop (i32.load offset=4 (local.get $marks)))
        (local.set $marks (i32.load (local.get $marks)))
        (loop $each
          (br_if $literals (i32.ge_u (local.get $marks) (local.get $stop)))
          (call $meet (i32.load (local.get $marks)) (local.get $last) (local.get $end))
          (local.set $marks (i32.add (local.get $marks) (i32.const 4)))
          (br_if $each (local.get $all))
          (br_if $each
            (i32.eqz
              (i32.or (global.get $isDecided) (i32.ge_u (global.get $sum) (local.get $enough))))))
        (return (i32.const 1))))
    (i32.or (global.get $isDecided) (i32.ge_u (global.get $sum) (local.get $enough))))

  ;; Notes a literal that ends at `last` for one of its targets; the mark is the complement for an additional literal.
  (func $meet (param $mark i32) (param $last i32) (param $end i32)
    (local $target i32) (local $rule i32) (local $isFirst i32) (local $reach i32)
    (local.set $isFirst (i32.ge_s (local.get $mark) (i32.const 0)))
    (local.set $target
      (select (local.get $mark) (i32.xor (local.get $mark) (i32.const -1)) (local.get $isFirst)))
    (local.set $rule (i32.add (global.get $rules) (i32.shl (local.get $target) (i32.const 5))))
    (if (i32.eq (i32.load (local.get $rule)) (global.get $text)) (then (return)))
    (local.set $reach (i32.load offset=20 (local.get $rule)))
    (if (local.get $reach)
      (then
        (if (local.get $isFirst)
          (then
            (i32.store offset=4 (local.get $rule) (global.get $text))
            (i32.store offset=8 (local.get $rule) (local.get $last))
            (if (i32.ne (i32.load offset=12 (local.get $rule)) (global.get $text)) (then (return)))
            (if
              (i32.gt_s
                (i32.sub (local.get $last) (i32.load offset=16 (local.get $rule)))
                (local.get $reach))
              (then (return))))
          (else
            (i32.store offset=12 (local.get $rule) (global.get $text))
            (i32.store offset=16 (local.get $rule) (local.get $last))
            (if (i32.ne (i32.load offset=4 (local.get $rule)) (global.get $text)) (then (return)))
            (if
              (i32.gt_s
                (i32.sub (local.get $last) (i32.load offset=8 (local.get $rule)))
                (local.get $reach))
              (then (return))))))
      (else
        (if (i32.eqz (local.get $isFirst)) (then (return)))
        (if (i32.eqz (call $isFollowed (local.get $rule) (local.get $last) (local.get $end)))
          (then (return)))))
    (i32.store (local.get $rule) (global.get $text))
    (i32.store
      (i32.add (global.get $openTargets) (i32.shl (global.get $opened) (i32.const 2)))
      (local.get $target))
    (global.set $opened (i32.add (global.get $opened) (i32.const 1)))
    (call $addWeight (local.get $rule)))

  ;; Signals of one technique count once, with the highest weight.
  (func $addWeight (param $rule i32)
    (local $technique i32) (local $weight i32) (local $before i32)
    (local.set $weight (i32.load8_u offset=26 (local.get $rule)))
    (if (i32.eqz (local.get $weight))
      (then
        (global.set $isDecided (i32.const 1))
        (return)))
    (local.set $technique
      (i32.add
        (global.get $techniques)
        (i32.shl (i32.load16_u offset=24 (local.get $rule)) (i32.const 3))))
    (if (i32.eq (i32.load (local.get $technique)) (global.get $text))
      (then (local.set $before (i32.load offset=4 (local.get $technique)))))
    (if (i32.le_u (local.get $weight) (local.get $before)) (then (return)))
    (i32.store (local.get $technique) (global.get $text))
    (i32.store offset=4 (local.get $technique) (local.get $weight))
    (global.set $sum
      (i32.add (global.get $sum) (i32.sub (local.get $weight) (local.get $before)))))

  ;; True if the characters after a literal are those that its target needs.
  (func $isFollowed (param $rule i32) (param $at i32) (param $end i32) (result i32)
    (local $walked i32) (local $ending i32) (local $limit i32) (local $class i32)
    (local.set $walked (i32.load8_u offset=30 (local.get $rule)))
    (if (i32.eqz (local.get $walked)) (then (return (i32.const 1))))
    (local.set $ending (i32.load8_u offset=31 (local.get $rule)))
    (local.set $limit (i32.add (local.get $at) (i32.load16_u offset=28 (local.get $rule))))
    (loop $next
      (if (i32.ge_u (local.get $at) (local.get $limit)) (then (return (i32.eqz (local.get $ending)))))
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const 0))))
      (local.set $class (i32.load8_u (i32.add (global.get $following) (i32.load8_u (local.get $at)))))
      (if (i32.and (local.get $class) (local.get $ending))
        (then
          (return
            (if (result i32) (i32.eq (local.get $ending) (i32.const 16))
              (then (call $isAssigned (local.get $at) (local.get $end)))
              (else (i32.const 1))))))
      (if (i32.eqz (i32.and (local.get $class) (local.get $walked))) (then (return (i32.const 0))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $next))
    (unreachable))

  ;; True if the operator of an assignment is followed by a value of at least six characters, after at most nine others. Operators
  ;; can be part of a value.
  (func $isAssigned (param $at i32) (param $end i32) (result i32)
    (local $limit i32) (local $class i32) (local $length i32)
    (local.set $limit (i32.add (local.get $at) (i32.const 15)))
    (local.set $limit
      (select (local.get $limit) (local.get $end) (i32.lt_u (local.get $limit) (local.get $end))))
    (block $none
      (loop $next
        (br_if $none (i32.ge_u (local.get $at) (local.get $limit)))
        (local.set $class (i32.load8_u (i32.add (global.get $following) (i32.load8_u (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (local.set $length
          (select
            (i32.add (local.get $length) (i32.const 1))
            (i32.const 0)
            (i32.and (local.get $class) (i32.const 64))))
        (if (i32.ge_u (local.get $length) (i32.const 6)) (then (return (i32.const 1))))
        (br_if $next (i32.and (local.get $class) (i32.const 96)))))
    (i32.const 0))

  ;; Searches [start, end), in which whitespace is collapsed, and opens targets; see `look` for the result, to which 8 is added if a
  ;; run may be encoded text, and 16 if one is followed by dots.
  (func (export "collect") (param $start i32) (param $end i32) (param $enough i32) (result i32)
    (local $seen i32)
    (local.set $seen (call $look (local.get $start) (local.get $start) (local.get $end)))
    (if (i32.and (local.get $seen) (i32.const 6)) (then (return (local.get $seen))))
    (call $sort)
    (drop (call $open (local.get $end) (local.get $enough) (i32.const 1)))
    (i32.or
      (local.get $seen)
      (i32.shl (call $runs (local.get $start) (local.get $end)) (i32.const 3))))

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

  ;; True if a key has at most 18 letters and underscores: such names, as those of the protocol, cannot contain a finding.
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

  ;; The position of the first quote or backslash from `at` on, or `end`.
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

  ;; Checks the strings of the JSON text in [at, end) and counts the names among its keys. Returns 1 at the first string that
  ;; needs a search, or at a key that is spelled with escapes; `enough` is the weight at which a string is passed to `holds`. A
  ;; string with escapes or runs of whitespace is copied to `scratch` first.
  (func (export "survey") (param $at i32) (param $end i32) (param $enough i32) (param $scratch i32) (result i32)
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
        ;; No finding is as short as this.
        (if (i32.gt_u (i32.sub (local.get $at) (local.get $start)) (i32.const 3))
          (then
            (if
              (call $isDoubtful
                (local.get $start) (local.get $at) (local.get $enough) (local.get $isEscaped) (local.get $scratch))
              (then
                (if (call $holds (local.get $start) (local.get $at)) (then (return (i32.const 1))))))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next)))
    (i32.const 0))

  ;; The last string that was read for `survey`, without escapes and runs of whitespace, and what `look` returned for it.
  (global $lastStart (export "lastStart") (mut i32) (i32.const 0))
  (global $lastEnd (export "lastEnd") (mut i32) (i32.const 0))
  (global $lastSeen (mut i32) (i32.const 0))

  ;; Opens all targets in the last string, like `collect`. Valid until the next text is read.
  (func (export "collectLast") (param $enough i32) (result i32)
    (if (i32.and (global.get $lastSeen) (i32.const 6)) (then (return (global.get $lastSeen))))
    (global.set $text (i32.add (global.get $text) (i32.const 1)))
    (drop (call $open (global.get $lastEnd) (local.get $enough) (i32.const 1)))
    (i32.or
      (global.get $lastSeen)
      (i32.shl (call $runs (global.get $lastStart) (global.get $lastEnd)) (i32.const 3))))

  (func $isDoubtful
    (param $start i32) (param $end i32) (param $enough i32) (param $isEscaped i32) (param $scratch i32) (result i32)
    ;; Escapes beyond ASCII are like such bytes.
    (global.set $lastSeen (i32.const 2))
    (if (local.get $isEscaped)
      (then
        (local.set $end (call $unescape (local.get $start) (local.get $end) (local.get $scratch)))
        (if (i32.eqz (local.get $end)) (then (return (i32.const 1))))
        (local.set $start (local.get $scratch))))
    (if (call $isApart (local.get $start) (local.get $end))
      (then
        (if (i32.eqz (local.get $isEscaped))
          (then
            (memory.copy
              (local.get $scratch)
              (local.get $start)
              (i32.sub (local.get $end) (local.get $start)))
            (local.set $end
              (i32.add (local.get $scratch) (i32.sub (local.get $end) (local.get $start))))))
        (local.set $start (local.get $scratch))
        (local.set $end (call $squeeze (local.get $start) (local.get $end)))))
    (global.set $lastStart (local.get $start))
    (global.set $lastEnd (local.get $end))
    (global.set $lastSeen (call $look (local.get $start) (local.get $start) (local.get $end)))
    (if (i32.and (global.get $lastSeen) (i32.const 6)) (then (return (i32.const 1))))
    (call $sort)
    (if (call $open (local.get $end) (local.get $enough) (i32.const 0)) (then (return (i32.const 1))))
    (call $runs (local.get $start) (local.get $end)))

  ;; Copies the content of a JSON string without escapes to `to`, and returns the end of the copy; 0 for escapes that are invalid or
  ;; beyond ASCII.
  (func $unescape (param $at i32) (param $end i32) (param $to i32) (result i32)
    (local $bytes v128) (local $plain i32) (local $byte i32)
    (loop $next
      (local.set $bytes (v128.load (local.get $at)))
      (v128.store (local.get $to) (local.get $bytes))
      ;; The sixteenth bit ends the count if there is no backslash.
      (local.set $plain
        (i32.ctz
          (i32.or
            (i8x16.bitmask (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 92))))
            (i32.const 0x10000))))
      (if (i32.ge_u (local.get $plain) (i32.sub (local.get $end) (local.get $at)))
        (then (return (i32.add (local.get $to) (i32.sub (local.get $end) (local.get $at))))))
      (local.set $at (i32.add (local.get $at) (local.get $plain)))
      (local.set $to (i32.add (local.get $to) (local.get $plain)))
      (br_if $next (i32.eq (local.get $plain) (i32.const 16)))
      (local.set $byte (call $escapedByte (local.get $at) (local.get $end)))
      (if (i32.gt_u (local.get $byte) (i32.const 127)) (then (return (i32.const 0))))
      (local.set $at
        (i32.add
          (local.get $at)
          (select (i32.const 6) (i32.const 2) (i32.eq (i32.load8_u offset=1 (local.get $at)) (i32.const 117)))))
      (i32.store8 (local.get $to) (local.get $byte))
      (local.set $to (i32.add (local.get $to) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
    (local.get $to))

  ;; The byte that an escape stands for; more than 127 if there is none.
  (func $escapedByte (param $at i32) (param $end i32) (result i32)
    (local $letter i32)
    (local.set $letter (i32.load8_u offset=1 (local.get $at)))
    (if (i32.eq (local.get $letter) (i32.const 110)) (then (return (i32.const 10))))
    (if (i32.eq (local.get $letter) (i32.const 116)) (then (return (i32.const 9))))
    (if (i32.eq (local.get $letter) (i32.const 114)) (then (return (i32.const 13))))
    (if (i32.eq (local.get $letter) (i32.const 98)) (then (return (i32.const 8))))
    (if (i32.eq (local.get $letter) (i32.const 102)) (then (return (i32.const 12))))
    (if
      (i32.or
        (i32.eq (local.get $letter) (i32.const 34))
        (i32.or (i32.eq (local.get $letter) (i32.const 92)) (i32.eq (local.get $letter) (i32.const 47))))
      (then (return (local.get $letter))))
    (if
      (i32.or
        (i32.ne (local.get $letter) (i32.const 117))
        (i32.gt_u (i32.add (local.get $at) (i32.const 6)) (local.get $end)))
      (then (return (i32.const 256))))
    ;; Four digits of ASCII begin with two zeros. A digit that is none is more than 15, and the result more than 127.
    (if (i32.ne (i32.load16_u offset=2 (local.get $at)) (i32.const 0x3030)) (then (return (i32.const 256))))
    (i32.or
      (i32.shl (call $nibble (i32.load8_u offset=4 (local.get $at))) (i32.const 4))
      (i32.shl
        (call $nibble (i32.load8_u offset=5 (local.get $at)))
        (select
          (i32.const 8)
          (i32.const 0)
          (i32.gt_u (call $nibble (i32.load8_u offset=5 (local.get $at))) (i32.const 15))))))

  ;; True if a colon follows the string that ended before `at`.
  (func $isKey (param $at i32) (param $end i32) (result i32)
    (local $byte i32)
    (loop $next
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const 0))))
      (local.set $byte (i32.load8_u (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $next (i32.le_u (local.get $byte) (i32.const 32))))
    (i32.eq (local.get $byte) (i32.const 58)))

  ;; The address of the next list entry, and the current literal: the address of its letters, their number, and the last four
  ;; bytes of its entries.
  (global $entry (mut i32) (i32.const 0))
  (global $letters (mut i32) (i32.const 0))
  (global $length (mut i32) (i32.const 0))
  (global $marks (mut i32) (i32.const 0))

  ;; Fills the tables. `records` has `count` records of four bytes: the number of letters of a literal (two), its flags (one),
  ;; and its weight (one). `letters` has the letters of all literals; the entries are written to `entries`. The sample of
  ;; ordinary text in [sample, end) determines frequencies, and the counts are stored after it.
  (func (export "build")
    (param $records i32) (param $count i32) (param $letters i32) (param $entries i32) (param $sample i32) (param $end i32)
    (local $number i32)
    (global.set $counts (i32.and (i32.add (local.get $end) (i32.const 3)) (i32.const -4)))
    (call $learn (local.get $sample) (local.get $end))
    (global.set $entry (local.get $entries))
    (global.set $letters (local.get $letters))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $number) (local.get $count)))
        (global.set $length (i32.load16_u (local.get $records)))
        (global.set $marks
          (i32.or
            (i32.and (i32.load (local.get $records)) (i32.const 0xffff0000))
            (local.get $number)))
        (call $enter)
        (global.set $letters (i32.add (global.get $letters) (global.get $length)))
        (local.set $records (i32.add (local.get $records) (i32.const 4)))
        (local.set $number (i32.add (local.get $number) (i32.const 1)))
        (br $next))))

  ;; Adds the keys of a literal, one for each parity.
  (func $enter
    (local $three i32) (local $four i32)
    (if (i32.gt_u (global.get $length) (i32.const 5)) (then (call $enterLong) (return)))
    (if (i32.eq (global.get $length) (i32.const 5)) (then (call $enterFive) (return)))
    (if (i32.eq (global.get $length) (i32.const 1)) (then (call $enterOne) (return)))
    (if (i32.eq (global.get $length) (i32.const 2)) (then (call $enterTwo) (return)))
    (local.set $three (call $classesAt (global.get $letters) (i32.const 3)))
    (if (i32.eq (global.get $length) (i32.const 3))
      (then
        (call $knowFront (local.get $three) (i32.const 0))
        (call $knowBack (local.get $three))
        (return)))
    (local.set $four (call $classesAt (global.get $letters) (i32.const 4)))
    (call $list (i32.or (local.get $four) (i32.const 0x80000000)) (i32.const 0))
    (call $setShort (local.get $four))
    (if
      (f32.lt
        (call $frequency (local.get $three))
        (call $frequency (i32.shr_u (local.get $four) (i32.const 5))))
      (then (call $knowBack (local.get $three)))
      (else (call $knowFront (i32.shr_u (local.get $four) (i32.const 5)) (i32.const 1)))))

  ;; The key of one letter is the letter with any next class, unless it can be flagged.
  (func $enterOne
    (local $byte i32) (local $two i32)
    (local.set $byte (i32.load8_u (global.get $letters)))
    (if (call $isDigit (local.get $byte))
      (then
        (call $markDigits)
        (call $list (i32.or (call $letterAt (global.get $letters)) (i32.const 0x80700000)) (i32.const 0))
        (return)))
    (if (call $isSign (local.get $byte))
      (then
        (call $mark (local.get $byte) (i32.const 128))
        (call $list (i32.or (call $letterAt (global.get $letters)) (i32.const 0x80700000)) (i32.const 0))
        (return)))
    (local.set $two (call $classAt (global.get $letters)))
    (loop $each
      (call $knowTwo (local.get $two))
      (local.set $two (i32.add (local.get $two) (i32.const 32)))
      (br_if $each (i32.lt_u (local.get $two) (i32.const 1024)))))

  (func $enterTwo
    (local $first i32) (local $second i32) (local $two i32)
    (local.set $first (i32.load8_u (global.get $letters)))
    (local.set $second (i32.load8_u offset=1 (global.get $letters)))
    (local.set $two (call $classesAt (global.get $letters) (i32.const 2)))
    (if
      (i32.and
        (call $isSign (local.get $first))
        (i32.gt_u (local.get $two) (i32.const 31)))
      (then
        (call $mark (local.get $first) (i32.const 32))
        (call $list (i32.or (call $twoAt (global.get $letters)) (i32.const 0x80500000)) (i32.const 0))
        (return)))
    (if (call $isSign (local.get $second))
      (then
        (call $mark (local.get $second) (i32.const 128))
        (call $list (i32.or (call $twoAt (global.get $letters)) (i32.const 0x80600000)) (i32.const 1))
        (return)))
    (call $knowTwo (local.get $two)))

  ;; The five letters from the position on, or from the next position on.
  (func $enterFive
    (local $last i32)
    (local.set $last (call $classesAt (i32.add (global.get $letters) (i32.const 1)) (i32.const 4)))
    (call $list (i32.or (call $classesAt (global.get $letters) (i32.const 5)) (i32.const 0x40000000)) (i32.const 0))
    (call $setBit (i32.const 0) (call $classesAt (global.get $letters) (i32.const 4)))
    (call $setFront (i32.const 1) (i32.shr_u (local.get $last) (i32.const 5)))
    (call $list (i32.or (call $classesAt (global.get $letters) (i32.const 5)) (i32.const 0x60000000)) (i32.const -1))
    (call $setBack (i32.const 0) (call $classesAt (global.get $letters) (i32.const 3)))
    (call $setBit (i32.const 1) (local.get $last)))

  ;; The rarest six letters at an even offset, and the rarest at an odd one; frequencies are estimated from groups of three.
  ;; Offsets above 64 are not needed.
  (func $enterLong
    (local $at i32) (local $end i32) (local $three i32)
    ;; The frequencies of the last groups of three, and the probability of the third letter after the other two.
    (local $first f32) (local $second f32) (local $third f32) (local $fourth f32)
    (local $likely2 f32) (local $likely3 f32) (local $likely4 f32)
    (local $often f32) (local $leastEven f32) (local $leastOdd f32) (local $even i32) (local $odd i32)
    (local.set $leastEven (f32.const inf))
    (local.set $leastOdd (f32.const inf))
    (local.set $end
      (select (i32.const 64) (global.get $length) (i32.gt_u (global.get $length) (i32.const 64))))
    (local.set $three (i32.shl (call $classesAt (global.get $letters) (i32.const 2)) (i32.const 5)))
    (local.set $at (i32.const 2))
    (loop $next
      (local.set $three
        (i32.or
          (i32.shr_u (local.get $three) (i32.const 5))
          (i32.shl (call $classAt (i32.add (global.get $letters) (local.get $at))) (i32.const 10))))
      (local.set $first (local.get $second))
      (local.set $second (local.get $third))
      (local.set $third (local.get $fourth))
      (local.set $fourth (call $frequency (local.get $three)))
      (local.set $likely2 (local.get $likely3))
      (local.set $likely3 (local.get $likely4))
      (local.set $likely4
        (f32.div
          (local.get $fourth)
          (f32.add (call $ofPair (i32.and (local.get $three) (i32.const 0x3ff))) (f32.const 1))))
      (if (i32.gt_u (local.get $at) (i32.const 4))
        (then
          (local.set $often
            (f32.mul
              (f32.mul (local.get $first) (local.get $likely2))
              (f32.mul (local.get $likely3) (local.get $likely4))))
          (if (i32.and (local.get $at) (i32.const 1))
            (then
              (if (f32.lt (local.get $often) (local.get $leastEven))
                (then
                  (local.set $leastEven (local.get $often))
                  (local.set $even (i32.sub (local.get $at) (i32.const 5))))))
            (else
              (if (f32.lt (local.get $often) (local.get $leastOdd))
                (then
                  (local.set $leastOdd (local.get $often))
                  (local.set $odd (i32.sub (local.get $at) (i32.const 5)))))))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
    (call $knowSix (local.get $even))
    (if (local.get $odd)
      (then (call $knowSix (local.get $odd)))
      (else
        ;; Of six letters the last five, with any next class.
        (call $list
          (i32.or (call $classesAt (i32.add (global.get $letters) (i32.const 1)) (i32.const 5)) (i32.const 0x40000000))
          (i32.const 1))
        (call $setBit (i32.const 0) (call $classesAt (i32.add (global.get $letters) (i32.const 1)) (i32.const 4)))
        (call $setFront (i32.const 1) (call $classesAt (i32.add (global.get $letters) (i32.const 3)) (i32.const 3))))))

  ;; Adds a key of six letters at `offset`.
  (func $knowSix (param $offset i32)
    (local $six i32)
    (local.set $six (call $classesAt (i32.add (global.get $letters) (local.get $offset)) (i32.const 6)))
    (call $list (local.get $six) (local.get $offset))
    (call $setBit (i32.const 0) (i32.and (local.get $six) (i32.const 0xfffff)))
    (call $setBit (i32.const 1) (i32.shr_u (local.get $six) (i32.const 10))))

  ;; Adds a key of three classes, with any next class.
  (func $knowFront (param $three i32) (param $offset i32)
    (call $list (i32.or (local.get $three) (i32.const 0x80100000)) (local.get $offset))
    (call $setFront (i32.const 2) (local.get $three)))

  ;; Adds a key of the first three classes, with any class before.
  (func $knowBack (param $three i32)
    (call $list (i32.or (local.get $three) (i32.const 0x80200000)) (i32.const -1))
    (call $setBack (i32.const 2) (local.get $three)))

  ;; Adds a key of the first two classes: with two others after them, or with one on either side.
  (func $knowTwo (param $two i32)
    (local $four i32)
    (i32.store (i32.const 2320) (i32.const 1))
    (call $list (i32.or (local.get $two) (i32.const 0x80300000)) (i32.const 0))
    (call $list (i32.or (local.get $two) (i32.const 0x80400000)) (i32.const -1))
    (local.set $four (local.get $two))
    (loop $each
      (call $setShort (local.get $four))
      (local.set $four (i32.add (local.get $four) (i32.const 0x400)))
      (br_if $each (i32.lt_u (local.get $four) (i32.const 0x100000))))
    (loop $each
      (call $setBack (i32.const 2) (local.get $two))
      (local.set $two (i32.add (local.get $two) (i32.const 0x400)))
      (br_if $each (i32.lt_u (local.get $two) (i32.const 0x8000)))))

  (func $setShort (param $four i32)
    (call $setBit (i32.const 2) (local.get $four)))

  ;; Sets the bits of a kind for three classes and any next class.
  (func $setFront (param $kind i32) (param $three i32)
    (local $at i32) (local $end i32) (local $bit i32)
    (local.set $at (i32.add (i32.shl (i32.shr_u (local.get $three) (i32.const 3)) (i32.const 2)) (local.get $kind)))
    (local.set $end (i32.add (local.get $at) (i32.const 0x80000)))
    (local.set $bit (i32.shl (i32.const 1) (i32.and (local.get $three) (i32.const 7))))
    (loop $each
      (i32.store8 offset=139264 (local.get $at)
        (i32.or (i32.load8_u offset=139264 (local.get $at)) (local.get $bit)))
      (local.set $at (i32.add (local.get $at) (i32.const 0x4000)))
      (br_if $each (i32.lt_u (local.get $at) (local.get $end)))))

  ;; The same for three classes after any class: 32 bits, which are four bytes.
  (func $setBack (param $kind i32) (param $three i32)
    (local.set $three (i32.add (i32.shl (local.get $three) (i32.const 4)) (local.get $kind)))
    (i32.store8 offset=139264 (local.get $three) (i32.const 255))
    (i32.store8 offset=139268 (local.get $three) (i32.const 255))
    (i32.store8 offset=139272 (local.get $three) (i32.const 255))
    (i32.store8 offset=139276 (local.get $three) (i32.const 255)))

  ;; Sets the bit of a kind for four classes.
  (func $setBit (param $kind i32) (param $four i32)
    (local.set $kind
      (i32.add (i32.shl (i32.shr_u (local.get $four) (i32.const 3)) (i32.const 2)) (local.get $kind)))
    (i32.store8 offset=139264 (local.get $kind)
      (i32.or
        (i32.load8_u offset=139264 (local.get $kind))
        (i32.shl (i32.const 1) (i32.and (local.get $four) (i32.const 7))))))

  ;; Adds an entry to a list.
  (func $list (param $key i32) (param $offset i32)
    (local $hash i32) (local $slot i32) (local $byte i32)
    (local.set $hash (call $hashOf (local.get $key)))
    (local.set $slot (i32.and (local.get $hash) (i32.const 0x1fffc)))
    (local.set $byte (i32.shr_u (local.get $hash) (i32.const 3)))
    (i32.store8 offset=712704 (local.get $byte)
      (i32.or
        (i32.load8_u offset=712704 (local.get $byte))
        (i32.shl (i32.const 1) (i32.and (local.get $hash) (i32.const 7)))))
    (i32.store (global.get $entry) (i32.load offset=8192 (local.get $slot)))
    (i32.store offset=4 (global.get $entry) (local.get $key))
    (i32.store offset=8 (global.get $entry) (global.get $letters))
    (i32.store16 offset=12 (global.get $entry) (global.get $length))
    (i32.store16 offset=14 (global.get $entry) (i32.add (local.get $offset) (i32.const 1)))
    (i32.store offset=16 (global.get $entry) (global.get $marks))
    (i32.store offset=8192 (local.get $slot) (global.get $entry))
    (i32.store offset=20 (global.get $entry) (i32.const 0))
    (global.set $entry (i32.add (global.get $entry) (i32.const 24))))

  (func $isDigit (param $byte i32) (result i32)
    (i32.lt_u (i32.sub (local.get $byte) (i32.const 48)) (i32.const 10)))

  ;; True if a byte other than a digit can be flagged.
  (func $isSign (param $byte i32) (result i32)
    (i32.and
      (i32.lt_u (i32.sub (local.get $byte) (i32.const 33)) (i32.const 95))
      (i32.and
        (i32.ge_u (i32.sub (i32.or (local.get $byte) (i32.const 32)) (i32.const 97)) (i32.const 26))
        (i32.eqz (call $isDigit (local.get $byte))))))

  (func $mark (param $byte i32) (param $mark i32)
    (local $at i32)
    (local.set $at
      (if (result i32) (i32.lt_u (local.get $byte) (i32.const 64))
        (then (local.get $byte))
        (else
          (i32.add
            (i32.and (i32.add (local.get $byte) (i32.const 5)) (i32.const 31))
            (i32.const 2304)))))
    (i32.store8 (local.get $at) (i32.or (i32.load8_u (local.get $at)) (local.get $mark))))

  (func $markDigits
    (local $digit i32)
    (local.set $digit (i32.const 48))
    (loop $each
      (call $mark (local.get $digit) (i32.const 128))
      (local.set $digit (i32.add (local.get $digit) (i32.const 1)))
      (br_if $each (i32.lt_u (local.get $digit) (i32.const 58)))))

  ;; The frequencies of classes in ordinary text, used while the tables are filled: single ones, pairs, and groups of three (two
  ;; bytes each).
  (global $counts (mut i32) (i32.const 0))

  (func $learn (param $at i32) (param $end i32)
    (local $three i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $three
          (i32.or
            (i32.shr_u (local.get $three) (i32.const 5))
            (i32.shl (call $classAt (local.get $at)) (i32.const 10))))
        (call $count (call $singleAt (i32.shr_u (local.get $three) (i32.const 10))))
        (call $count (call $pairAt (i32.shr_u (local.get $three) (i32.const 5))))
        (call $count (call $threeAt (local.get $three)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next))))

  (func $count (param $at i32)
    (i32.store16 (local.get $at) (i32.add (i32.load16_u (local.get $at)) (i32.const 1))))

  (func $singleAt (param $one i32) (result i32)
    (i32.add (global.get $counts) (i32.shl (local.get $one) (i32.const 1))))
  (func $pairAt (param $two i32) (result i32)
    (i32.add (i32.add (global.get $counts) (i32.const 64)) (i32.shl (local.get $two) (i32.const 1))))
  (func $threeAt (param $three i32) (result i32)
    (i32.add (i32.add (global.get $counts) (i32.const 2112)) (i32.shl (local.get $three) (i32.const 1))))

  ;; A group that is not in the sample may still occur.
  (func $ofOne (param $one i32) (result f32)
    (f32.add
      (f32.convert_i32_u (i32.load16_u (call $singleAt (local.get $one))))
      (f32.const 1)))
  (func $ofPair (param $two i32) (result f32)
    (f32.add
      (f32.convert_i32_u (i32.load16_u (call $pairAt (local.get $two))))
      (f32.const 0.05)))

  ;; The frequency of a group of three, smoothed: its count, and the estimate from its two pairs.
  (func $frequency (param $three i32) (result f32)
    (f32.add
      (f32.convert_i32_u (i32.load16_u (call $threeAt (local.get $three))))
      (f32.div
        (f32.mul
          (call $ofPair (i32.and (local.get $three) (i32.const 0x3ff)))
          (call $ofPair (i32.shr_u (local.get $three) (i32.const 5))))
        (call $ofOne (i32.and (i32.shr_u (local.get $three) (i32.const 5)) (i32.const 31)))))))
