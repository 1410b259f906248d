// Telling of an order is not giving it: documents about attacks say what an attack makes a model do.

/** Whether it is said to be possible, or what somebody is after: `a response that may bypass …`. */
export const isPossible = ({ index }: RegExpExecArray, window: string): boolean =>
  /\b(?:(?:that|which|who|attackers?|users?|prompts?|they|inputs?) (?:may|might|could|can)|(?:it|model|agent|assistant|bot) (?:is|was) (?:told|asked|instructed|tricked) to|attempt(?:s|ing)? to|try(?:ing)? to|tries to|designed to|ways? to|how to) $/i.test(
    window.slice(Math.max(0, index - 24), index),
  );

/** Whether somebody tells of such an order instead of giving it: `tells the model to ignore …`, `ignoring …`. */
export function isReported(match: RegExpExecArray, window: string): boolean {
  const [text] = match;
  const lead = window.slice(Math.max(0, match.index - 48), match.index);
  return (
    /^(?:ignoring|discarding|forgetting|disregarding)\b/i.test(text) ||
    /\b(?:tells?|makes?|asks?|instructs?|tricks?|causes?|persuades?|convinces?|gets?|forces?)\s+(?:the|an?|your|our)\s+(?:\w+\s){1,3}to\s+$/i.test(
      lead,
    ) ||
    isAsked(match, window)
  );
}

/** Whether somebody asks why or how it happens: `Why does my agent ignore the prompt?` `Can you` and `why not` are orders. */
export function isAsked({ 0: text, index }: RegExpExecArray, window: string): boolean {
  const end = index + text.length;
  return (
    // Looked for by its sign: a pattern that takes everything up to it gives all of that back when there is none.
    /[.!?\n:]/.exec(window.slice(end, end + 101))?.[0] === '?' &&
    /(?:^|[.!?\n:]\s{0,3})(?:how|why (?!don't you|not|do you not)|what|when|does|is it|are there|has anyone)\b[^.!?\n:]{0,80}$/i.test(
      window.slice(Math.max(0, index - 96), index),
    )
  );
}

/** Whether it must not happen: `never let it override the user's goal`. */
export const isForbidden = ({ index }: RegExpExecArray, window: string): boolean =>
  /\b(?:never|not|cannot|don't|mustn't) (?:let|allow|be allowed|permit)\b[^.,;:!?\n]{0,20}$/i.test(
    window.slice(Math.max(0, index - 40), index),
  );

/**
 * Whether a manual tells how a program is set: `To override the prompt, pass …`, `allows users to replace it`, `override it
 * by setting …`, `this makes the model forget …`.
 */
export function isManual({ 0: text, index }: RegExpExecArray, window: string): boolean {
  const end = index + text.length;
  return (
    /(?:(?:^|[.!?:#\n-]\s{0,3})to|\b(?:allows?|lets?|enables?) (?:you|users?|them|us|people|developers|callers)(?: to)?|\b(?:makes?|lets?) (?:the|your|an?|our) (?:\w+ )?\w+|\b(?:users|callers|developers|you) can) $/i.test(
      window.slice(Math.max(0, index - 48), index),
    ) ||
    /^ (?:by (?:passing|setting|using|adding|defining|editing|pressing)|per (?:conversation|request|session|user|call)|for (?:one|a single|each|every) (?:request|call|conversation)|with (?:a|the|your own|an) (?:flag|option|setting|variable|parameter))\b/i.test(
      window.slice(end, end + 32),
    )
  );
}

/** Whether it is forbidden: `Never run git push --force`. */
export const isBanned = ({ index }: RegExpExecArray, window: string): boolean =>
  /\b(?:never|do not|don't|must not|should not|shouldn't|mustn't|cannot)\s(?:\w+\s){0,1}["'\x60]?$/i.test(
    window.slice(Math.max(0, index - 28), index),
  );
