// Tests whether an English verb is an imperative, based on the text before it.

const imperativePosition =
  /(?:^|[.:;,!?({}>\]"'`#*|–—-]\s?|\b(?:please|and|then|now|first|also|just|instead|must|should|shall|you will|immediately|silently|quietly|secretly|always|kindly|you|but|so|simply|directly|next|only|here|let us|failure to|fail to|by|have it|have them|make it|has to|have to|need to|needs to|ought to|anything else|again|continue|agree to|required by (?:\w+ ){1,5}to|(?:need|needs|have|has|required|requires|obliged|instructed|ordered|expected|asked|requested|advised|meant|bound|supposed|invited|encouraged|reminded|told|wants? (?:you|the \w+)|need you|asks? you|(?:asked|told|instructed) you|(?:task|goal|mission|job|objective|order|instruction|purpose|duty|test|assignment|action|step)(?: \w+)? (?:is|are|was|must be|will be)(?: now| only| simply| just)?|important|essential|proceed|remember|sure|free|(?:allowed|permitted|authori[sz]ed|cleared|entitled)|is|are) to|if you do not|if you don't|unless you)\s)\s*$/;
/** Matches negation, advice, ability and reported speech. */
const notImperative =
  /(?<!\bif you do )\b(?:not|never|(?:if|when|whenever|unless) (?:\w+ )?(?:asked|told|requested|instructed|required|needed) to|(?<!\bif you )don't|cannot|can't|can|may|could|might|would|how to|able to|want to|like to|allows? you to|helps? you|used to|you will be asked to|if you|when you|to avoid|ways? to|users?|they|who|that|which|it will|we will|i will|i'll|we'll|will automatically|(?:admins?|administrators?|employees?|students?|staff|visitors|teachers?|parents|members|managers?|drivers?) (?:must|should|shall|have to|need to|are to|will))\s+["']?(?:\w+ly\s+)?$/;

const reach = 40;

/** Tests whether the verb at `at` is an imperative. The sentence starts at `from`. */
export function isImperative(text: string, from: number, at: number): boolean {
  const before = text.slice(Math.max(from, at - reach), at);
  // `check-ignore` is a name. In `e-mail`, the hyphen is part of the verb.
  if (before.endsWith('-') && /\w\w-$/.test(before)) return false;
  return imperativePosition.test(before) && !notImperative.test(before);
}
