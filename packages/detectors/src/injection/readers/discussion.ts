// Distinguishes instructions from texts about them: quotations, lists of phrases and articles on attacks.

/** Matches words of articles about attacks. */
const attackTopic =
  /\b(?:attack(?:s|ed|er|ers)?|prompt injections?|injection|jailbreak\w*|malicious|adversar\w+|exploit\w*|phish\w+|exfiltrat(?:ion|ed)|mitigat\w+|threat model|red[- ]team\w*|vulnerabilit(?:y|ies)|researchers?|tricked|poison(?:ed|ing)|countermeasures?|guardrails?|defen[cs]e|hijack\w*|honeypot|payloads?)\b/g;

/** Matches an introduction of a quotation: `contained the sentence "…`, `phrases such as "…`. */
const introduction =
  /\b(?:such as|like|e\.g\.|for example|for instance|sentences?|phrases?|strings?|wording|contain(?:s|ed|ing)?|says?|said|reads|wrote|called|titled|quote[sd]?|hidden (?:text|comment)s?|patterns?|payloads?)\b[^.!?\n]{0,32}[:,]?\s?["'“„«\x60]$/;

/** Counts the different words about attacks near a passage. Two of them make the passage a discussion. */
export function countAttackTopics(text: string): number {
  const words = new Set<string>();
  for (const [word] of text.matchAll(attackTopic)) words.add(word.slice(0, 6));
  return words.size;
}

/** Tests whether the text before a passage opens a quotation that is only mentioned. */
export const isMentioned = (before: string, topics: number): boolean =>
  introduction.test(before) || (topics > 1 && /["'“„«\x60]\s?$/.test(before));

/** Matches a quotation that is only mentioned: `contained the sentence "…"`. */
const quotation =
  /\b(?:sentences?|phrases?|strings?|wording|contain(?:s|ed|ing)?|such as|called|writes?|wrote|titled|reads|said|says)\s(?:[\w-]+\s){0,3}[:,]?\s?(?:"[^"]{1,240}"?|“[^”]{1,240}”?)/g;

/** Returns a sentence without the quotations that are only mentioned. */
export const withoutQuotations = (sentence: string): string => sentence.replace(quotation, ' ');
