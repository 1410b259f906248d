// Rewrites regular expressions so that V8 compiles them to less machine code. When 16 MB of such code are in use, V8
// no longer compiles expressions but interprets them, which is many times slower.

/**
 * Adds an empty lookahead after each optional group and each alternation. Without the lookahead, V8 copies the rest
 * of an expression up to ten times, once for each branch.
 */
export const shareContinuations = (source: string): string =>
  source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\)\?(?!\?)|\)(?=\(\?:)/g, (part) =>
    part.startsWith(')') ? `${part}(?=)` : part,
  );

/**
 * Prevents V8 from unrolling groups that are repeated up to two or three times. V8 unrolls a group only if it cannot
 * match the empty string. The added alternative `(?!)` never matches, but V8 treats the group as if it could.
 */
export const preventUnrolling = (source: string): string =>
  source.replace(/(?<!\\)\)(?=\{[01],[23]\})/g, '|(?!))');
