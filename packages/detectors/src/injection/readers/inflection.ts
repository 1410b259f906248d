// Inflects English verbs.

/** Returns the forms of the present tense and the gerund. */
export function inflect(verb: string): readonly string[] {
  const isHissing = /(?:s|sh|ch|x|z|o)$/.test(verb);
  const third = /[^aeo]y$/.test(verb) ? verb.replace(/y$/, 'ies') : isHissing ? `${verb}es` : `${verb}s`;
  return [verb, third, `${stem(verb)}ing`, `${verb.replace(/e$/, '')}ing`];
}

/** Returns the participles of a regular verb. */
export const participle = (verb: string): readonly string[] =>
  /[^aeo]y$/.test(verb) ? [verb.replace(/y$/, 'ied')] : [`${verb.replace(/e$/, '')}ed`, `${stem(verb)}ed`];

/** The participles of the irregular verbs in the lists. */
export const irregularParticiples: readonly string[] =
  'sent given told written put set read shown built bought sold made kept hidden paid said bound run taken got'.split(
    ' ',
  );

/** The verb before `-ed` and `-ing`, with a doubled consonant: `wipe` and `wip`, `put` and `putt`. */
const stem = (verb: string): string => {
  const short = verb.replace(/e$/, '');
  return verb === short && /[^aeiou][aeiou][bdgmnpt]$/.test(verb) ? short + short.slice(-1) : short;
};
