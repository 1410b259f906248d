// Explains an invalid pattern to its author.

const unsupported: readonly (readonly [found: RegExp, reason: string])[] = [
  [/\(\?<?[=!]/, 'looks ahead or behind, which a linear engine cannot do; match the text around it instead'],
  [/\(\?>/, 'has an atomic group, which a linear engine needs not and knows not; use `(?:…)`'],
  [/\\[1-9]|\\k[<{']/, 'refers back to a group, which a linear engine cannot do; write the text out'],
  [
    /[*+?}]\+/,
    'has a possessive quantifier, which a linear engine needs not and knows not; leave out the `+`',
  ],
];

/** The reason behind an error of the engine. */
export function explainSyntax(source: string, message: string): string {
  const plain = source.replace(/\[(?:\\.|[^\]\\])*\]/g, '[]').replace(/\\[^1-9k]/g, '');
  for (const [found, reason] of unsupported) if (found.test(plain)) return reason;
  return `is no valid pattern: ${message.replace(/^error parsing regexp: /, '')}`;
}
