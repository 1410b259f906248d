// Signals of instructions to dismiss other instructions in free wording: a verb such as `ignore`, any words, and a
// name for the instructions of the model.

import { createSignals } from '../signal.js';
import { isDescription, isQuotedReport, isReportedSpeech } from './context-checks.js';
import data from './data/dismiss-instructions.json' with { type: 'json' };
import { anyWord } from './vocabulary.js';

const r = String.raw;

/** Verbs that mean dismissing. */
const dismiss = r`(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|ing)|bypass(?:ing)?|neglect|discard|discount|dismiss|disobey(?:ing)?|circumvent|cancel|nullify|erase|drop|abandon|overlook|unlearn|skip|scrap|purge|wipe|toss|suspend|rescind|revoke|overwrite|stop~(?:caring|worrying)~about|pay~no~(?:attention|heed|mind)~to|pay~(?:no|little)~regard~to|(?:set|put|lay|leave|cast)~aside|let~go~of|leave~behind|(?:throw|toss)~(?:away|out)|(?:break|get)~(?:away|free|out)~(?:from|of)|turn~your~back~on|(?:stop|cease|quit|refrain~from|avoid)~(?:following|obeying|adhering~to|listening~to|complying~with|honou?ring|respecting|pursuing|applying)|(?:do~not|don't|never|no~longer|not|needn't|need~not)~(?:(?:have|need|be)~(?:to~)?|bother~to~)?(?:follow|obey|comply~with|adhere~to|listen~to|heed|honou?r|respect|stick~to|bound~by|abide~by)|(?:not|no~longer|never)~(?:be~)?bound~by)`;
/** Names for instructions that have no other meaning. */
const strictInstructions = r`(?:instructions?|instr|prompts?|directives?|guidance|guidelines?|programming|guardrails?|safeguards?|system~message|brief(?:ing)?|directions|restrictions|constraints|polic(?:y|ies))`;
/** All names for instructions, including words with other meanings. */
const anyInstructions = r`(?:${strictInstructions}|orders|commands?|rules?|tasks?|goals?|objectives?|missions?|assignments?|plans?|training|context|memory|requests?|message|persona|role|principles|values|settings|job)`;
const qualifier = r`(?:prior|previous|prev|earlier|preceding|initial|original|current|present|existing|usual|normal|regular|standing|system|core|default|built-?in|safety|base|first|former|old|internal|assigned)`;
const maker = r`(?:developers?|operators?|vendors?|creators?|makers?|owners?|boss|user|provider|trainers?|supervisor|company)`;
const participle = r`(?:told|given|asked|instructed|taught|configured|initiali[sz]ed|ordered|commanded|assigned|trained|loaded|started|set~up|briefed|provided|working~on|working~under|received|learned|been~told|been~given)`;
const ownInstructions = r`(?:(?:your|ur)(?:~${anyWord}){0,2}?~(?:${qualifier}~)?${strictInstructions}|(?:your|ur)~${qualifier}~(?:${anyWord}~)?${anyInstructions}|(?:system|developer)~(?:message|prompt|instructions?|rules|guidelines|directives?|guidance)|${anyInstructions}~(?:in|of|from)~(?:the|your)~(?:system|developer)~(?:message|prompt)|${anyInstructions}(?:~(?:that|which|were|are|was|have|been)){0,3}~(?:of|from|by|set~up~by|set~by|given~by|imposed~by|placed~on|imposed~on|put~on)~(?:your~(?:${anyWord}~)?${maker}|you)|${anyInstructions}~(?:that~|which~)?(?:you|u)(?:~${anyWord}){0,3}?~${participle}|${anyInstructions}(?:~${anyWord}){0,3}?~(?:gave~(?:to~)?|told~|taught~|issued~to~|set~for~)(?:you|u)|(?:what|whatever|anything|everything|all)(?:~${anyWord}){0,4}?~(?:you|u)(?:~${anyWord}){0,3}?~${participle}|(?:what|whatever|anything|everything|all)(?:~(?:that|of))?~(?:the|your|ur)~(?:${anyWord}~)?(?:${maker}|human|system)~(?:${anyWord}~){0,2}?(?:said|says|asked|wants?|told|configured|wrote|set|instructed|tells?))`;
/** Tests for everyday uses of these words: cancelling orders, skipping a training, clearing a prompt. */
const isEverydayUse = (text: string): boolean =>
  /^(?:cancel|skip|drop|wipe|purge|suspend|scrap)\b.*\b(?:orders|training|prompts?|plans?|requests?|role|context|memory|message|settings)$/i.test(
    text,
  ) || /^forget\b.*\byou learned$/i.test(text);
const voided = r`(?:void|null|stale|cancell?ed|obsolete|revoked|rescinded|repealed|withdrawn|retired|superseded|replaced|overridden|overruled|suspended|outdated|out~of~date|expired|invalid(?:ated)?|irrelevant|ignored|disregarded|discarded|forgotten|dropped|abandoned|deprecated|lifted|waived|a~test|sample~data|a~mistake|untrusted|wrong|off|not~(?:applicable|valid|relevant|binding|in~force)|no~longer~(?:valid|relevant|binding|in~force|in~effect|needed))`;
const isVoid = r`(?:(?:is|are|was|were|has~been|have~been|had~been|be|been)~(?:${anyWord}~){0,2}?${voided}|(?:does~not|do~not|don't|doesn't|no~longer|never)~(?:apply|applies|count|counts|matter|matters|hold|holds|bind|binds)|(?:ceases?|stops?)~to~(?:apply|count|exist|bind))`;
/** Matches authors who retract a message of their own. */
const mailTakenBack =
  /\b(?:e-?mails?|mails?|letters?|notes?|posts?|comments?|tickets?|drafts?|memos?|invoices?)\s{0,2}[,;:]/i;

export const dismissInstructionsSignals = createSignals(data, {
  'dismiss-own-instructions': {
    technique: 'override',
    weight: 6,
    severity: 'critical',
    literals: data.lists.dismiss,
    secondLiterals: data.lists.ownInstructions,
    pattern: r`\<${dismiss}(?:~the~(?:rest|remainder)~of)?(?:~${anyWord}){0,4}?~${ownInstructions}\>`,
    accept: (match, window) =>
      !isEverydayUse(match[0]) &&
      !isReportedSpeech(match, window) &&
      !isQuotedReport(match, window) &&
      !/^(?:override|bypass)\b.*\b(?:system|developer)\b/i.test(match[0]),
  },
  'dismiss-prior-instructions': {
    technique: 'override',
    weight: 6,
    severity: 'critical',
    pattern: r`\<(?:${dismiss}|erase~your~memory~of|no~(?:further~)?attention~should~be~(?:given|paid)~to)(?:~${anyWord}){0,3}?~(?:previous(?:ly)?|prior|prev|earlier|above|preceding|foregoing|initial|original)(?:~${anyWord}){0,2}?~(?:${strictInstructions}|commands?|orders|rules|conversation|context)\>|\<(?:set|put|lay|leave)~(?:the~|all~|any~|your~)(?:earlier|previous|prior|initial|original)~(?:${strictInstructions}|orders|rules|commands?|plans?)~aside\>`,
    accept: (match, window) =>
      !isEverydayUse(match[0]) &&
      !isReportedSpeech(match, window) &&
      !isDescription(match, window) &&
      !isQuotedReport(match, window) &&
      !/^overrid\w+ previous \w+ polic\w+$/i.test(match[0]) &&
      !mailTakenBack.test(match[0]),
  },
  'abandon-task': {
    technique: 'override',
    weight: 4,
    pattern: r`\<(?:ignore|disregard|forget|abandon|quit|discard|leave)~(?:the~|your~|this~)(?:present~|current~|original~|initial~|ongoing~|given~)?(?:task|job|goal|objective|assignment|plan)(?:~at~hand)?(?=[\s]{0,2}(?:[.;!,]|and\>|$))|\<drop~what~you(?:'re|~are)~doing~and\>|\<never~mind~the~(?:question|task|request)\>|\<instead~of~(?:an?~|the~)?(?:summary|answer|translation|review)\>(?=[\s,]{1,3}(?:${anyWord}~)?(?:output|print|send|write|list|return|give|show|do|run)\>)`,
  },
  'own-instructions-void': {
    technique: 'override',
    weight: 6,
    severity: 'critical',
    pattern: r`\<(?:(?:your|ur)~(?:${anyWord}~){0,2}?(?:instructions?|system~prompt|directives?|guidance|guidelines|programming|guardrails|orders|commands|rules|assignment|mission|objective)|(?:system|developer)~(?:prompt|message)|(?:system|developer)-?~?level~\p{L}{4,14}|(?:instructions?|directives?|guidance|guidelines|orders|commands|rules|assignment|task|plan|guardrails|restrictions|job|everything|whatever|anything)~(?:${anyWord}~){0,4}?(?:you|your~${maker}|(?:the|your)~(?:operator|developer))(?:~${anyWord}){0,5}?)(?:~${anyWord}){0,5}?~${isVoid}\>`,
    accept: ([text]) =>
      !/\b(?:can|may|could|if|when|unless|until)\b|\byour (?:orders?|plan) /i.test(text.slice(4)) ||
      /\b(?:told|given|assigned|received)\b/i.test(text),
  },
  'treat-as-void': {
    technique: 'override',
    weight: 6,
    severity: 'critical',
    pattern: r`\<(?:(?:treat|regard|consider)~(?:everything|anything|all|the|your)(?:~${anyWord}){0,8}?~(?:as~(?:if|though)~(?:it|they)~(?:had~|was~|were~)?never|as~(?:void|null|invalid|cancelled|untrusted)|cancelled|void|invalid)|(?:(?:earlier|previous|prior|preceding)~)?(?:context|instructions?|conversation|messages?|prompts?|everything|orders)(?:~${anyWord}){0,6}?~(?:should|must|shall|is~to|are~to)~be~(?:treated|regarded|considered)~(?:as~)?(?:void|null|invalid|cancelled|untrusted|a~test)|none~of~the~(?:instructions?|rules|orders|guidelines|directives)(?:~${anyWord}){1,5}?~(?:are|is)~(?:valid|binding|in~force))\>`,
    accept: ([text]) => /\b(?:previous|prior|earlier|above|before|preceding|you|your)\b/i.test(text),
  },
  'prior-instructions-void': {
    technique: 'override',
    weight: 4,
    literals: data.lists.isVoid,
    pattern: r`\<(?:(?:(?:previous|prior|earlier|preceding|original|former)~(?:${anyWord}~)?)?(?:instructions?|directives?|guidance|guidelines|orders|commands|rules?|prompts?|directions|context|conversation|request|brief)(?:~${anyWord}){0,8}?|(?:everything|anything|whatever)(?:~${anyWord}){0,4}?~(?:above|before|prior|earlier)(?:~${anyWord}){0,4}?)~${isVoid}\>`,
    accept: ([text]) =>
      /\b(?:previous|prior|earlier|above|before|preceding|original|up to|at the (?:start|beginning)|so far)\b/i.test(
        text,
      ),
  },
});
