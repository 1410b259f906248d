// Explains an invalid pattern to its author.

const unsupported: readonly (readonly [found: RegExp, reason: string])[] = [
  [
    /\(\?<?[=!]/,
    'uses look-ahead or look-behind, which is not supported in linear time; match the surrounding text instead',
  ],
  [/\(\?>/, 'has an atomic group, which a linear engine needs not and knows not; use `(?:…)`'],
  [
    /\\[1-9]|\\k[<{']/,
    'uses a back reference, which is not supported in linear time; write the repeated part twice',
  ],
  [/[*+?}]\+/, 'has a possessive quantifier, which is not supported; remove the `+`'],
];

/** The reason behind an error of the engine. */
export function explainSyntax(source: string, message: string): string {
  const plain = source.replace(/\[(?:\\.|[^\]\\])*\]/g, '[]').replace(/\\[^1-9k]/g, '');
  for (const [found, reason] of unsupported) if (found.test(plain)) return reason;
  return `is no valid pattern: ${message.replace(/^error parsing regexp: /, '')}`;
}
