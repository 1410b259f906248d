// English sentences that say of what guards a machine that it is down, may be passed by, or was never right.

import { meeting } from '../meeting.js';
import { has, type Sentence } from './sentence.js';
import { wordClass as is } from './word-class.js';

/** What holds a machine back. */
const guards =
  '(?:guard ?rails?|safeguards?|restrictions?|protections?|limitations?|(?:safety|security|content|tool|access|permission|approval|size|rate)(?:[- ]\\w+)? (?:checks?|rules?|filters?|filtering|measures?|settings?|polic(?:y|ies)|controls?|warnings?|prompts?|validation|limits?|safeguards?)|confirmations?|approvals?)';
const down =
  '(?:(?:switched|turned) off|disabled|deactivated|suspended|lifted|removed|relaxed|paused|waived|revoked|no longer|not (?:active|enforced|in force))';
/** `Guardrails are switched off`, `I have lifted all restrictions`, `no rules apply to you`, `it may be used freely`. */
const fallen = new RegExp(
  meeting(
    [
      `\\b${guards}(?: \\w+){0,4}? (?:(?:is|are|was|were|has been|have been|got)(?: \\w+)? )?${down}\\b`,
      `\\b(?:has|have|had|i've|we've)(?: \\w+)? ${down}(?: all| the| your| any| every| its| these)* ${guards}`,
      `\\bno (?:polic(?:y|ies)|rules?|${guards}|guidelines)(?: \\w+)? (?:appl(?:y|ies)|exists?|are in (?:force|effect|place))\\b(?! if\\b)`,
      `(?:^|[:;,.!\\]]\\s|\\b(?:and|please|now|then|must|should|you may|you can|may)\\s)(?:disable|deactivate|suspend|lift|bypass|skip|circumvent|overlook|ignore|disregard|waive|(?:turn|switch) off)(?: all| the| your| any| every| its| \\w+ size)* (?:\\w+ )?(?:limits and )?${guards}`,
      '\\b(?:may|can) (?:now )?be (?:used|called|invoked|accessed|executed|shared) (?:freely|without (?:any )?(?:restrictions?|limits|confirmation|asking|approval))\\b',
      `\\bno time for (?:\\w+ )?(?:${guards}|polic(?:y|ies)|rules|formalities)`,
    ].join('|'),
  ),
);
/** A manual says when they are down. */
const sometimes =
  /\b(?:if|when|while|unless|whether|until|by default|can be (?!used|called)|could be|may be (?!used|called)|should not|must not|never|do not|don't|claim(?:s|ing)? that|by setting|to disable|how to)\b/;

/** What a machine reads before it acts. */
const cautions =
  "(?:(?:the |its |all |these |those )?tools?(?:'s|s')?[- ](?:\\w+ )?(?:descriptions?|warnings?|metadata|documentation|docs|schemas?|annotations?|notes?|polic(?:y|ies)|safeguards?|restrictions?|instructions?|guidelines?|rules?|labels?)|descriptions|its description|usage notes|(?:safety|security) (?:notes?|warnings?|labels?|notices?)|warnings? (?:about|on|in|of)(?: the)? \\w+|(?:instructions?|warnings?|rules) (?:in|inside|of|within) (?:the|its|these) (?:tools?|descriptions?)\\b)";
/** `Tool descriptions are misleading`, `its warning was a false alarm`. */
const discredited = new RegExp(
  meeting(
    `\\b${cautions}[^.;!?]{0,50}?\\b(?:is|are|was|were|been|got|has|have|contains?|do|does)\\b[^.;!?]{0,24}?\\b(?:misleading|wrong|incorrect|inaccurate|outdated|obsolete|stale|compromised|corrupt(?:ed)?|altered|tampered|manipulated|hacked|hijacked|poisoned|planted|fake|bogus|forged|prank|joke|hoax|mistake|false alarm|untrust(?:ed|worthy)|unreliable|invalid|void|retired|meaningless|for show|a formality|not (?:reliable|trustworthy|accurate|trusted|binding|valid|cover|apply|count|matter|enforced))\\b`,
  ),
);
/** What was read so far is said to have been something else. */
const unreal =
  /\b(?:everything|anything|all|the (?:above|text|part|message|instructions?))\b[^.;!?]{0,40}?\b(?:was|were|is) (?:only|just|merely|nothing but) (?:an? )?(?:test|example|joke|exercise|drill|placeholder|sample|demo|decoy|warm-?up)\b|\b(?:everything|all|the (?:above|conversation|text|instructions?|task|request))\b[^.;!?]{0,24}?\b(?:is|was|were|are) (?:an? )?(?:simulation|drill|rehearsal|fiction)\b/;

/** Some part of a word of each way to say so: looking for these is much faster. */
const mayGuard =
  /guard|restric|protect|limit|checks|filter|polic|confirm|approv|freely|valid|control|warning|(?:no|safety|security|tool|content) rules|formalit/;

/** Whether what guards the reader is said to be down. */
export const areGuardsDown = ({ said, classes }: Sentence): boolean =>
  (has(classes, is.aside) ||
    (has(classes, is.run | is.act) && /disable|freely/.test(said)) ||
    said.includes('used freely')) &&
  mayGuard.test(said) &&
  fallen.test(said) &&
  !sometimes.test(said);

const mayCaution = (said: string, classes: number): boolean =>
  has(classes, is.thing | is.orders | is.haste) &&
  (said.includes('descr') || said.includes('tool') || said.includes('warning'));
const mayUndo = (said: string): boolean =>
  said.includes('only a') || said.includes('just a') || said.includes('simulation');

/** Whether what warns the reader, or what it was told, is said to be wrong. */
export const isDiscredited = ({ said, classes }: Sentence): boolean =>
  (mayCaution(said, classes) && discredited.test(said)) ||
  (has(classes, is.fresh | is.all) && mayUndo(said) && unreal.test(said));
