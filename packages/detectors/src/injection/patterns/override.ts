// Signals of instructions to ignore earlier instructions or to replace them with new ones.

import { createSignals } from '../signal.js';
import {
  isDescription,
  isDocumentation,
  isForbiddenEffect,
  isHypothetical,
  isOption,
  isQuestion,
  isQuotedReport,
  isReportedSpeech,
} from './context-checks.js';
import data from './data/override.json' with { type: 'json' };
import { dismiss, fillers, instructions, prior, standing } from './vocabulary.js';

const r = String.raw;

const isEverydayUse = (text: string): boolean =>
  /\b(?:old|past|former|outdated|given)\s+\w+$|\border$/i.test(text) ||
  /^(?:cancel|skip|drop)\b.*\b(?:orders?|tasks?|settings|parameters|filters?)$/i.test(text) ||
  /^ignoring\b.*\b(?:commands?|tasks?|orders?|context|settings|parameters|filters?)$/i.test(text);

/** Tests for a story: `an attacker instructs a support chatbot to ignore …`. */
const isInStory = ({ index }: RegExpExecArray, window: string): boolean =>
  /\battackers?\b[^.!?\n]{0,24}\b(?:instructs?|tells?|asks?|tricks?|persuades?|gets|makes) (?:the|an?|your) (?:\w+ ){1,3}to $/i.test(
    window.slice(Math.max(0, index - 80), index),
  );

export const overrideSignals = createSignals(data, {
  'override-prior-instructions': {
    technique: 'override',
    weight: 6,
    severity: 'critical',
    pattern: r`\<${dismiss}${fillers}~(?:${prior}\>(?:~(?:and|or)\>)?~){1,3}${instructions}\>`,
    // Excludes outdated manuals, cancelled orders and commands that a program ignores.
    accept: (match, window) =>
      !isEverydayUse(match[0]) &&
      !isQuestion(match, window) &&
      !isDescription(match, window) &&
      !isQuotedReport(match, window) &&
      !isInStory(match, window),
  },
  'override-given-instructions': {
    technique: 'override',
    weight: 6,
    severity: 'critical',
    pattern: r`\<${dismiss}${fillers}~${instructions}~(?:that~)?(?:(?:you|i|we)~(?:were|have|had|'ve|got|received|was)\>|(?:given|written|provided|stated|listed|received|shown)\>|above\>|before\>|from~(?:before|above|earlier|the~(?:system|developer|user))|so~far|prior~to)`,
    accept: (match, window) =>
      !isDescription(match, window) &&
      !isQuotedReport(match, window) &&
      !/\b(?:if|when|unless|that|who) (?:you|they|we|users?) $/i.test(
        window.slice(Math.max(0, match.index - 16), match.index),
      ),
  },
  'override-everything': {
    technique: 'override',
    weight: 6,
    severity: 'critical',
    pattern: r`\<(?:ignore|disregard|forget|discard|erase)~(?:about~)?(?:everything|anything|all|whatever|what)(?:~(?:that|which|else|was|is|has|been|said|written|stated|instructed|told|you|i|we|the|user|know|were|have|had|learned|came)\>){0,6}~(?:above|before|previously|prior|earlier|said|told|instructed|up~to~(?:now|this)|until~now|so~far|preceding|(?:know|learned)(?!~about))\>`,
    // Excludes conversations between people: `forget what I told you about …`.
    accept: (match, window) =>
      !isDocumentation(match, window) &&
      !isQuotedReport(match, window) &&
      !/\b(?:randomly|sometimes|often|occasionally|usually) $/i.test(
        window.slice(Math.max(0, match.index - 16), match.index),
      ) &&
      !(
        /\b(?:i|we) (?:said|told)$/i.test(match[0]) &&
        /^ (?:you )?about\b/.test(window.slice(match.index + match[0].length))
      ),
  },
  'override-standing-rules': {
    technique: 'override',
    weight: 4,
    pattern: r`\<${dismiss}${fillers}~(?:${standing}\>(?:~(?:and|or)\>)?~){1,3}${instructions}\>`,
    accept: (match, window) => !isDocumentation(match, window),
  },
  'override-message': {
    technique: 'override',
    weight: 3,
    severity: 'medium',
    pattern: r`\<${dismiss}${fillers}~(?:${prior}\>~){1,2}(?:messages?|requests?|text|inputs?|statements?|conversations?|content|questions?|outputs?)\>`,
    accept: (match, window) => !isQuestion(match, window) && !isDescription(match, window),
  },
  'override-above': {
    technique: 'override',
    weight: 6,
    severity: 'critical',
    pattern: r`\<(?:ignore|disregard|forget)~(?:all~|everything~)?(?:of~)?(?:the~)?(?:above|preceding)~(?:and|instead|directions?|instructions?|text~and)\>`,
  },
  'override-without-spaces': {
    technique: 'override',
    weight: 6,
    severity: 'critical',
    pattern: r`(?:ignore|disregard|forget|override)(?:all|any|the|your|of|my|these){0,4}(?:previous|prior|above|earlier)?(?:instructions?|prompts?|rules)|(?:reveal|print|show)(?:me|your|the){0,2}systemprompt`,
  },
  'override-user': {
    technique: 'override',
    weight: 6,
    severity: 'critical',
    pattern: r`\<(?:ignor(?:e|ing)|disregard(?:ing)?|forget|override|instead~of)~(?:(?:what|whatever|anything|everything|all)(?:~that)?~)?(?:the|your)~(?:users?|humans?)(?:~(?:asked|said|says|wants|wanted|requested|told)|(?:'?s)?~(?:\p{L}{3,10}~)?(?:requests?|questions?|quer(?:y|ies)|instructions?|prompts?|tasks?|wishes|goals?|messages?))\>`,
    accept: (match, window) => !isForbiddenEffect(match, window),
  },
  'follow-only-this': {
    weight: 4,
    pattern: r`\<(?:only~(?:follow|obey|listen~to)|(?:follow|obey)~only)~(?:the~|these~|my~)?(?:instructions?|commands?|orders|rules|directions)\>`,
  },
  'override-instructions': {
    technique: 'override',
    weight: 3,
    pattern: r`\<${dismiss}${fillers}~(?:instructions?|prompts?|guidelines?|directives?|restrictions?|safeguards?|guardrails?|safety|polic(?:y|ies)|rules|training|programming)\>`,
    accept: (match, window) => !isReportedSpeech(match, window) && !isDocumentation(match, window),
  },
  'override-tool-safeguards': {
    technique: 'disable-safeguards',
    weight: 5,
    weightInDescriptions: 6,
    pattern: r`\<${dismiss}${fillers}~(?:the~|all~)?(?:(?:instructions?~in~)?(?:tools?|functions?)~(?:level~)?(?:descriptions?|restrictions?|safeguards?|protections?|safety|permissions?|polic(?:y|ies)|checks?|warnings?|limits?|limitations?|guards?|constraints?|notes?|labels?|metadata|documentation|docs|rules?|annotations?|docstrings?)|(?:safety|security|permission|access|authori[sz]ation)~(?:checks?|controls?|validations?|measures?|restrictions?|mechanisms?|polic(?:y|ies)|filters?|prompts?|warnings?|reviews?|confirmations?))\>`,
    accept: (match, window) => !isHypothetical(match, window) && !isOption(match, window),
  },
  'safeguards-void': {
    weight: 5,
    pattern: r`\<(?:(?:tools?|functions?)~(?:descriptions?|restrictions?|safeguards?|safety|permissions?|polic(?:y|ies)|description~validation|limits?|guards?|constraints?|checks?|warnings?|notes?|labels?|metadata|docs|documentation|rules?|limitations?|access~controls?|annotations?|manifests?|definitions?|docstrings?)|(?:security|safety|content|permission|access|privacy)~(?:restrictions?|safeguards?|polic(?:y|ies)|filters?|checks?|guidelines?|protocols?|rules?|notes?|limits?|interlocks?|measures?|warnings?|controls?|locks?))(?:~(?:on|about|for|in|of|tools?|functions?|are|is|were|have|has|had|been|now|all|temporarily|currently|no|longer|not|to|be|should|declared|as|will|can|must|therefore|and|they|contain|written|by|an?|source|do|don't|does|doesn't)\>){0,8}~(?:disengaged|deactivated|bypassed|relied~on|swapped|mixed~up|tampered~with|expired|withdrawn|outdated|deprecated|suspended|disabled|lifted|void|test|fake|wrong|compromised|ignored|disregarded|apply|revoked|trusted|superseded|removed|waived|overridden|cancell?ed|out~of~sync|untrusted|errors|off|obsolete|invalid)\>`,
  },
  'new-task': {
    weight: 4,
    pattern: r`\<(?:(?:your|the|these~are~your|here~(?:are|is)~(?:your|the))~)?(?:only~)?(?:new|real|actual|true|updated|next|sole)~(?:tasks?|instructions?|goals?|objectives?|roles?|orders?|directives?|rules?|mission|prompt|priority|purpose)(?:~(?:is|are|will~be)\>|\s?:\s)`,
  },
  'from-now-on': {
    weight: 3,
    pattern: r`\<(?:from~(?:now~on|here~on|this~(?:moment|point)(?:~(?:on|onwards?|forward))?)|going~forward|henceforth)(?:~(?:and|until|i|say|so)\>){0,3}~(?:you~(?:are|will|must|shall|should|can|have|do|act|answer|respond|only|always|may)|act|respond|answer|always|never|only|ignore|obey|follow|pretend|do~not|don't)\>`,
  },
  'do-instead': {
    weight: 2,
    pattern: r`\<(?:instead~(?:you~(?:must|should|will|shall)|do|say|print|output|respond|reply|answer|tell|send|execute|run|call)|(?:do|say|print|output|respond|reply)\>[^.\n]{1,120}[.,]~instead)\>`,
  },
});
