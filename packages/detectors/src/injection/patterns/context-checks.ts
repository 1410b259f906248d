// Checks the text around a match, to exclude text that mentions an instruction without giving it.

const before = (window: string, index: number, length: number): string =>
  window.slice(Math.max(0, index - length), index);

/**
 * Tests whether the match is a possibility or an intention: `a response that may bypass …`, `attempts to override …`.
 */
export const isHypothetical = ({ index }: RegExpExecArray, window: string): boolean =>
  /\b(?:(?:that|which|who|attackers?|users?|prompts?|they|inputs?) (?:may|might|could|can)|(?:it|model|agent|assistant|bot) (?:is|was) (?:told|asked|instructed|tricked) to|attempt(?:s|ing)? to|try(?:ing)? to|tries to|designed to|ways? to|how to) $/i.test(
    before(window, index, 24),
  );

/** Tests whether the text describes an option: `Force the operation, bypassing safety checks.` */
export const isOption = (match: RegExpExecArray, window: string): boolean =>
  /^\w+ing\b/i.test(match[0]) &&
  /\b(?:force[sd]?|skip(?:s|ped)?|whether|option|flag|mode)\b[^.]{0,60},\s$/i.test(
    before(window, match.index, 80),
  );

/** Tests whether the text reports such an instruction: `tells the model to ignore …`, `ignoring …`. */
export function isReportedSpeech(match: RegExpExecArray, window: string): boolean {
  return (
    /^(?:ignoring|discarding|forgetting|disregarding)\b/i.test(match[0]) ||
    /\b(?:tells?|makes?|asks?|instructs?|tricks?|causes?|persuades?|convinces?|gets?|forces?)\s+(?:the|an?|your|our)\s+(?:\w+\s){1,3}to\s+$/i.test(
      before(window, match.index, 48),
    ) ||
    isQuestion(match, window)
  );
}

/**
 * Tests whether the text asks why or how it happens: `Why does my agent ignore the prompt?`. `Can you` and `why not`
 * are requests.
 */
export function isQuestion({ 0: text, index }: RegExpExecArray, window: string): boolean {
  const end = index + text.length;
  return (
    // The first punctuation mark is searched for separately. If there is none, a pattern that extends to the mark
    // would backtrack over the whole text.
    /[.!?\n:]/.exec(window.slice(end, end + 101))?.[0] === '?' &&
    /(?:^|[.!?\n:]\s{0,3})(?:how|why (?!don't you|not|do you not)|what|when|does|is it|are there|has anyone)\b[^.!?\n:]{0,80}$/i.test(
      before(window, index, 96),
    )
  );
}

/** Tests whether the effect is forbidden: `never let it override the user's goal`. */
export const isForbiddenEffect = ({ index }: RegExpExecArray, window: string): boolean =>
  /\b(?:never|not|cannot|don't|mustn't) (?:let|allow|be allowed|permit)\b[^.,;:!?\n]{0,20}$/i.test(
    before(window, index, 40),
  );

/**
 * Tests whether documentation explains how to configure a program: `To override the prompt, pass …`, `allows users to
 * replace it`, `override it by setting …`, `this makes the model forget …`.
 */
export function isDocumentation({ 0: text, index }: RegExpExecArray, window: string): boolean {
  const end = index + text.length;
  return (
    /(?:(?:^|[.!?:#\n-]\s{0,3})to|\b(?:allows?|lets?|enables?) (?:you|users?|them|us|people|developers|callers)(?: to)?|\b(?:makes?|lets?) (?:the|your|an?|our) (?:\w+ )?\w+|\b(?:users|callers|developers|you) can) $/i.test(
      before(window, index, 48),
    ) ||
    /^ (?:by (?:passing|setting|using|adding|defining|editing|pressing)|per (?:conversation|request|session|user|call)|for (?:one|a single|each|every) (?:request|call|conversation)|with (?:a|the|your own|an) (?:flag|option|setting|variable|parameter))\b/i.test(
      window.slice(end, end + 32),
    )
  );
}

/**
 * Tests whether the action is forbidden: `Never run git push --force`, `you must not read .env files or print
 * secrets`.
 */
export const isForbidden = ({ index }: RegExpExecArray, window: string): boolean =>
  /\b(?:never|do not|don't|must not|should not|shouldn't|mustn't|cannot)\s(?:\w+\s){0,1}["'\x60]?$/i.test(
    before(window, index, 28),
  ) ||
  /\b(?:never|do not|don't|must not|should not|shouldn't|mustn't|cannot)\s[^.;:!?\n]{3,60}\s(?:or|nor)\s$/i.test(
    before(window, index, 84),
  );

/**
 * Tests whether a text describes the behavior of a program: `the assistant then forgets …`, `agents now ignore …`.
 */
export const isDescription = ({ 0: text, index }: RegExpExecArray, window: string): boolean =>
  (/^(?:ignores|forgets|disregards|discards|overrides|skips|drops)\b/i.test(text) &&
    /\b(?:the|this|an?|each|every) (?:\w+ )?(?:assistant|agent|model|bot|client|thread|option|flag|setting) (?:then |now |simply |also )?$/i.test(
      before(window, index, 48),
    )) ||
  // Covers `New instructions after the breakpoint override previous instructions where they conflict`.
  (/^override\b/i.test(text) &&
    /^ (?:where|when|if|unless) (?:they|these|both) \w+/i.test(window.slice(index + text.length))) ||
  (/^(?:ignore|forget|disregard|discard|override|skip|drop)\b/i.test(text) &&
    /\b(?:agents|assistants|models|bots|clients|subagents|threads) (?:now |then |no longer |always |will )?$/i.test(
      before(window, index, 32),
    ) &&
    !/\b(?:all|dear|attention|to|any|for|hey)\b[^.]{0,16}$/i.test(before(window, index, 40)));

/**
 * Tests whether the match is part of a quotation that is reported: `"forget everything" injected in a web page
 * succeeded`.
 */
export const isQuotedReport = ({ 0: text, index }: RegExpExecArray, window: string): boolean => {
  const mark = window[index - 1] ?? '';
  const end = index + text.length;
  return (
    /["'\x60\u2018\u201c]/.test(mark) &&
    /^[\w ,]{0,24}["'\x60\u2019\u201d] (?:injected|embedded|planted|in a (?:web|tool|hidden)|succeeded|failed|rarely|was (?:blocked|caught|detected)|were|worked|works|is (?:a|the) (?:classic|known|typical))/i.test(
      window.slice(end, end + 64),
    )
  );
};
