// Signals of revoked instructions in other words: a name for the instructions of the model, and before or after it a
// verb that means revoking.

import { createSignals } from '../signal.js';
import { isDocumentation, isForbiddenEffect, isQuestion } from './context-checks.js';
import data from './data/revoke-instructions.json' with { type: 'json' };

const r = String.raw;

/** Verbs that mean revoking. */
const revoke = r`(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|discount|throw~(?:away|out)|toss|scrap|purge|wipe|reset|clear|erase|drop|abandon|discard|dismiss|override|cancel|stop~(?:following|obeying|pursuing)|cease|quit|suspend|neglect|bypass|overrule|rewrite|replace|swap~out|put~aside|leave~aside|(?:do~not|don't|no~longer|never)~(?:\p{L}{2,9}~)?(?:follow|obey|continue(?:~with)?|carry~out|pursue|answer|comply~with|respect|honou?r|fulfil))`;
/** The instructions of the model itself. */
const ownInstructions = r`(?:(?:your|the~assistant's|the~model's|the~agent's)~(?:\p{L}{3,12}~){0,2}(?:instructions?|prompts?|directives?|guidance|guidelines?|orders|rules|objectives?|goals?|mission|tasks?|assignment|programming|system~message|role)|(?:the|any|all|every|whatever|those|these)~(?:\p{L}{3,12}~){0,2}(?:instructions?|directives?|guidance|guidelines?|orders|rules|tasks?|objectives?|goals?|summary|request)~(?:that~|which~)?you~(?:were|was|are|have~been|had~been|got|have|received)(?:~(?:asked|given|told|assigned|started|initiali[sz]ed|working|set~up|trained)\>)?|(?:the~)?(?:instructions?|directives?|guidance|guidelines|orders)~(?:that~|which~)(?:came|went|stood|was|were)~(?:given~|stated~|written~)?(?:before|earlier|above|previously)|(?:the~)?(?:developer|system)~(?:message|prompt)|(?:the~)?(?:user|operator|developer)(?:'?s)?~(?:\p{L}{3,10}~)?(?:request|question|instructions?|prompt|task|goal|wishes))`;
/** Predicates of revoked instructions. */
const revoked = r`(?:void|stale|cancell?ed|obsolete|over|revoked|superseded|replaced|overridden|suspended|withdrawn|outdated|expired|null|invalid|finished|gone|irrelevant|a~test|ignored|disregarded|discarded|forgotten|applies|apply|counts?|valid|in~force)`;

export const revokeInstructionsSignals = createSignals(data, {
  'revoke-instructions': {
    technique: 'override',
    weight: 6,
    severity: 'critical',
    windowRadius: 176,
    pattern: r`\<(?:${revoke}(?:~(?:all|any|of|every|and|the|whatever|kindly|please|now|both|what|each|from)\>){0,4}~${ownInstructions}|(?:set|put|lay|leave)~${ownInstructions}~aside)\>`,
    accept: (match, window) =>
      !/your (?:\w+ )?(?:role|question|request|tasks?|goals?|rules)$/i.test(match[0]) &&
      !isQuestion(match, window) &&
      !isDocumentation(match, window) &&
      !isForbiddenEffect(match, window),
  },
  'instructions-revoked': {
    technique: 'override',
    weight: 6,
    severity: 'critical',
    pattern: r`\<(?:(?:whatever|any|all|the|your|every|everything|nothing~in|system|consider)(?:~(?:of|the|that|your|earlier|previous|prior|original|current|initial|first|system)\>){0,3}~(?:instructions?|prompts?|directives?|guidance|guidelines?|orders|objectives?|mission|tasks?|context|conversation|operator~said|user~said|(?:system|developer)~(?:message|prompt)|you~were~told)(?:~(?:you|i|we|were|was|got|have|had|been|given|assigned|told|received|above|before|so~far|earlier|this|that|point|line|up~to|until|now|came|message|here|from|the|user|operator|developer)\>){0,9}~(?:(?:is|are|was|were|has~been|have~been|can~be|should~be|must~be)~(?:now~|all~|only~|just~|hereby~|therefore~|safely~){0,2}${revoked}|(?:does~not|do~not|no~longer|doesn't|don't)~(?:apply(?!~to~(?!you\>|this\>))|count|hold|matter|exist)|appl(?:y|ies)~(?:to~this~\p{L}{3,14}~)?any~?(?:more|longer))|(?:treat|regard|consider)~(?:the~|all~|your~|any~){0,2}(?:earlier|previous|prior|original|above)~(?:conversation|instructions?|messages?|prompts?|context)~as~(?:if|though|void|a~test|null|invalid))\>`,
    accept: ([text]) =>
      !/(?:are|is) (?:valid|in force|over|finished|gone|applied)$|^(?:(?:the|your) )?(?:system|developer) \w+ (?:can|should|must) be/i.test(
        text,
      ) &&
      (/you|system|operator|user|developer|context|conversation/i.test(text) ||
        (/prior|previous|earlier|original|above|before/i.test(text) &&
          /instruction|prompt|directive/i.test(text))),
  },
  'instructions-start-here': {
    technique: 'new-task',
    weight: 4,
    pattern: r`\<(?:(?:real|actual|true|new)~(?:instructions?|orders|tasks?)~(?:begin|start)~here|treat~this~(?:paragraph|document|page|text|file|note|message)~as~your|act~only~on~(?:what|the)|(?:carry~out|execute|perform|obey|comply~with|follow)~(?:these~orders|the~new~mandate|only~(?:the~)?(?:rules|instructions?|text)~in|the~(?:commands|orders)~in|the~text~in)|(?:proceed~with|work~through)~(?:the~)?(?:commands|orders|list~below|steps~below)|(?:steps|instructions?|rules|orders)~that~(?:count|matter|apply)~are|you~now~(?:work~for|serve|belong~to|answer~to)|your~replacement~(?:task|goal|objective)|replace~it~with~this~(?:one|goal|task)|this~(?:document|file|page|text|message|note)~(?:is~the~only~authority|supersedes)|(?:text|rules|words)~in~this~(?:file|page|document|ticket|description|message)~(?:is|are)~the~only)\>`,
  },
});
