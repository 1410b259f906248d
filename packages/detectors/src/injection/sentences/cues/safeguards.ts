// Detects English sentences that claim that the safeguards of a model are off or that its warnings are wrong.

import { shareContinuations } from '../../regex-size.js';
import { wordClass } from '../lexicon/word-class.js';
import { has, type Sentence } from '../sentence.js';

const safeguards =
  '(?:guard ?rails?|safeguards?|restrictions?|protections?|limitations?|(?:safety|security|content|tool|access|permission|approval|size|rate)(?:[- ]\\w+)? (?:checks?|rules?|filters?|filtering|measures?|settings?|polic(?:y|ies)|controls?|warnings?|prompts?|validation|limits?|safeguards?)|confirmations?|approvals?)';
const off =
  '(?:(?:switched|turned) off|disabled|deactivated|suspended|lifted|removed|relaxed|paused|waived|revoked|no longer|not (?:active|enforced|in force))';
/**
 * Matches `Guardrails are switched off`, `I have lifted all restrictions`, `no rules apply to you`, `it may be used
 * freely`.
 */
const safeguardsOff = new RegExp(
  shareContinuations(
    [
      `\\b${safeguards}(?: \\w+){0,4}? (?:(?:is|are|was|were|has been|have been|got)(?: \\w+)? )?${off}\\b`,
      `\\b(?:has|have|had|i've|we've)(?: \\w+)? ${off}(?: all| the| your| any| every| its| these)* ${safeguards}`,
      `\\bno (?:polic(?:y|ies)|rules?|${safeguards}|guidelines)(?: \\w+)? (?:appl(?:y|ies)|exists?|are in (?:force|effect|place))\\b(?! if\\b)`,
      `(?:^|[:;,.!\\]]\\s|\\b(?:and|please|now|then|must|should|you may|you can|may)\\s)(?:disable|deactivate|suspend|lift|bypass|skip|circumvent|overlook|ignore|disregard|waive|(?:turn|switch) off)(?: all| the| your| any| every| its| \\w+ size)* (?:\\w+ )?(?:limits and )?${safeguards}`,
      '\\b(?:may|can) (?:now )?be (?:used|called|invoked|accessed|executed|shared) (?:freely|without (?:any )?(?:restrictions?|limits|confirmation|asking|approval))\\b',
      `\\bno time for (?:\\w+ )?(?:${safeguards}|polic(?:y|ies)|rules|formalities)`,
    ].join('|'),
  ),
);
/** Matches conditions, because documentation describes when safeguards are off. */
const conditional =
  /\b(?:if|when|while|unless|whether|until|by default|can be (?!used|called)|could be|may be (?!used|called)|should not|must not|never|do not|don't|claim(?:s|ing)? that|by setting|to disable|how to)\b/;

/** Tool descriptions and warnings. */
const warnings =
  "(?:(?:the |its |all |these |those )?tools?(?:'s|s')?[- ](?:\\w+ )?(?:descriptions?|warnings?|metadata|documentation|docs|schemas?|annotations?|notes?|polic(?:y|ies)|safeguards?|restrictions?|instructions?|guidelines?|rules?|labels?)|descriptions|its description|usage notes|(?:safety|security) (?:notes?|warnings?|labels?|notices?)|warnings? (?:about|on|in|of)(?: the)? \\w+|(?:instructions?|warnings?|rules) (?:in|inside|of|within) (?:the|its|these) (?:tools?|descriptions?)\\b)";
/** Matches `Tool descriptions are misleading`, `its warning was a false alarm`. */
const discredited = new RegExp(
  shareContinuations(
    `\\b${warnings}[^.;!?]{0,50}?\\b(?:is|are|was|were|been|got|has|have|contains?|do|does)\\b[^.;!?]{0,24}?\\b(?:misleading|wrong|incorrect|inaccurate|outdated|obsolete|stale|compromised|corrupt(?:ed)?|altered|tampered|manipulated|hacked|hijacked|poisoned|planted|fake|bogus|forged|prank|joke|hoax|mistake|false alarm|untrust(?:ed|worthy)|unreliable|invalid|void|retired|meaningless|for show|a formality|not (?:reliable|trustworthy|accurate|trusted|binding|valid|cover|apply|count|matter|enforced))\\b`,
  ),
);
/** Matches text that calls the previous content a test or a simulation. */
const unrealContext =
  /\b(?:everything|anything|all|the (?:above|text|part|message|instructions?))\b[^.;!?]{0,40}?\b(?:was|were|is) (?:only|just|merely|nothing but) (?:an? )?(?:test|example|joke|exercise|drill|placeholder|sample|demo|decoy|warm-?up)\b|\b(?:everything|all|the (?:above|conversation|text|instructions?|task|request))\b[^.;!?]{0,24}?\b(?:is|was|were|are) (?:an? )?(?:simulation|drill|rehearsal|fiction)\b/;

/** Matches a part of a word from each alternative. Checking these parts first is much faster. */
const mayNameSafeguard =
  /guard|restric|protect|limit|checks|filter|polic|confirm|approv|freely|valid|control|warning|(?:no|safety|security|tool|content) rules|formalit/;

/** Tests whether a sentence claims that the safeguards are off. */
export const areSafeguardsOff = ({ sentenceText, classes }: Sentence): boolean =>
  (has(classes, wordClass.dismiss) ||
    (has(classes, wordClass.execute | wordClass.modify) && /disable|freely/.test(sentenceText)) ||
    sentenceText.includes('used freely')) &&
  mayNameSafeguard.test(sentenceText) &&
  safeguardsOff.test(sentenceText) &&
  !conditional.test(sentenceText);

const mayNameWarning = (sentenceText: string, classes: number): boolean =>
  has(classes, wordClass.resource | wordClass.instructions | wordClass.urgency) &&
  (sentenceText.includes('descr') || sentenceText.includes('tool') || sentenceText.includes('warning'));
const mayBeUnreal = (sentenceText: string): boolean =>
  sentenceText.includes('only a') || sentenceText.includes('just a') || sentenceText.includes('simulation');

/** Tests whether a sentence claims that the warnings or the previous instructions are wrong. */
export const areWarningsDiscredited = ({ sentenceText, classes }: Sentence): boolean =>
  (mayNameWarning(sentenceText, classes) && discredited.test(sentenceText)) ||
  (has(classes, wordClass.replacement | wordClass.quantifier) &&
    mayBeUnreal(sentenceText) &&
    unrealContext.test(sentenceText));
