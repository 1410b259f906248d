// Explains an invalid pattern to its author.

const unsupported: readonly (readonly [found: RegExp, reason: string])[] = [
  [
    /\(\?<?[=!]/,
    'uses lookahead or lookbehind, which cannot be matched in linear time; match the surrounding text instead',
  ],
  [/\(\?>/, 'has an atomic group, which is not supported; use `(?:…)`'],
  [
    /\\[1-9]|\\k[<{']/,
    'uses a backreference, which cannot be matched in linear time; remove the backreference; to match the group a second time, with any text, repeat the group',
  ],
  [/[*+?}]\+/, 'has a possessive quantifier, which is not supported; remove the `+`'],
];

/** Returns the reason for an error of the RE2 engine. */
export function explainSyntax(source: string, message: string): string {
  const plain = source.replace(/\[(?:\\.|[^\]\\])*\]/g, '[]').replace(/\\[^1-9k]/g, '');
  for (const [found, reason] of unsupported) if (found.test(plain)) return reason;
  return `is not a valid pattern: ${message.replace(/^error parsing regexp: /, '')}`;
}
