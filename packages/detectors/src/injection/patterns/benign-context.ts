// Signals of harmless context: the text is about attacks and is not an attack. Their negative weight lowers a score a
// little, but never to zero, because an attacker can write such text as well.

import { createSignals } from '../signal.js';
import data from './data/benign-context.json' with { type: 'json' };

const r = String.raw;

export const benignContextSignals = createSignals(data, {
  'attack-title': {
    // An entry in a list of attacks has no punctuation and no `the`, whereas an instruction about a concrete object
    // does.
    weight: -6,
    severity: 'low',
    // The window must contain the whole text, because the pattern is anchored at both ends.
    windowRadius: 256,
    pattern: r`^(?=(?:leak|exfiltrat|steal|extract|bypass|circumvent|overrid|disabl|smuggl|harvest|hijack|abus|poison|inject|trick|escalat|evad)\p{L}{0,5} )(?!.{0,100}\<(?:the|your|you|my|me|this|that|all|any|every|these|it|them|now|us|tools?|credentials|previous|prior|earlier|above|instructions|prompt|rules|orders)\>)[\w', /()-]{12,100}$`,
  },
  'discusses-attacks': {
    weight: -2,
    severity: 'low',
    pattern: r`\<(?:prompt~injections?|injection~attacks?|jailbreak~attempts?|jailbreaks|(?<![@/.])attackers?(?![@.-]\w)|adversarial|red[ -]team\w{0,5}|vulnerabilit\w{1,5}|guardrails?|mitigat\w{1,5}|owasp|threat~model\w{0,4}|for~example|e\.g\.|such~as|payloads?|probes?)\>`,
  },
  'short-quotation': {
    weight: -3,
    severity: 'low',
    // The quotation is so short that it can contain only the well-known phrase.
    pattern: r`\<(?:such~as|phrases?|the~words?|the~text|e\.g\.|for~example|examples|(?:by~)?writing|contains?|containing|saying|sentences?)\>[\s:(]{0,4}(?:"[^"\n]{8,48}"|\x60[^\x60\n]{8,48}\x60)|"[^"\n]{8,48}"~(?:should~(?:change|do|have)~(?:nothing|no)|does~nothing|has~no~effect|is~an?~(?:attack|injection|attempt))\>`,
  },
});
