// Signals of concealment: the user must not notice an action.

import { createSignals } from '../signal.js';
import data from './data/concealment.json' with { type: 'json' };
import { anyWord, user } from './vocabulary.js';

const r = String.raw;

const negation = r`(?:do~not|don't|never|must~not|mustn't|should~not|shouldn't|cannot|can't|under~no~circumstances|without|avoid|refrain~from|no~need~(?:to|for)|make~sure~(?:not~to|nobody|no~one))`;
const disclose = r`(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|bring(?:ing)?~(?:it|this|that)~up|let(?:ting)?~on|admit(?:ting)?|acknowledg(?:e|ing)|report(?:ing)?|refer(?:ring)?~to|talk(?:ing)?~about|say(?:ing)?|confess|hint(?:ing)?~at|draw(?:ing)?~attention~to|notify(?:ing)?|alert(?:ing)?)`;
const theUser = r`(?:(?:the|your|this)~(?:end~)?(?:user|human|owner|operator|customer|client|administrator|admin|person|caller|requester)(?:~you'?(?:~are|re|~re)~(?:helping|talking~to|talking~with|working~for|assisting|serving))?)`;
const learn = r`(?:know|learn|find~out|notice|hear|see|suspect|reali[sz]e|discover|(?:be~)?(?:told|informed|notified|alerted|warned|made~aware|aware~of|shown))`;
const action = r`(?:steps?|actions?|calls?|tool~calls?|requests?|transfers?|uploads?|notes?|comments?|passages?|paragraphs?|messages?|instructions?|texts?|parts?|operations?|commands?|change|changes|mails?|e-?mails?|deletions?|deleted~\p{L}{3,8}|details?|attachment)`;
const answer = r`(?:answers?|repl(?:y|ies)|responses?|summar(?:y|ies)|outputs?|messages?|reports?|conversation|chat|transcript|result)`;
/** Matches the end of a statement, so that only the concealed object precedes it. */
const endOfStatement = r`(?=[\s"']{0,3}(?:[.!;,:)\]]|$|\n|<|--|that\>|this\>|of~(?:it|this|the)\>|about~(?:it|this|these|that|the~(?:extra|second|last|hidden))\>|where\>|and\>|or\>|in\>|happened))`;

export const concealmentSignals = createSignals(data, {
  'do-not-tell-user': {
    technique: 'conceal',
    weight: 6,
    severity: 'critical',
    pattern: r`\<(?:do~not|don't|never|must~not|mustn't|should~not|shouldn't|without|avoid|refrain~from)~(?:ever~|you~|to~)?(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|reveal(?:ing)?|alert(?:ing)?|notify(?:ing)?|disclos(?:e|ing)|let(?:ting)?|warn(?:ing)?|report(?:ing)?|explain(?:ing)?|show(?:ing)?|confirm(?:ing)?)(?:~(?:this|that|it|anything|any|of|the|about|to|with|these|your|actions?|steps?|changes?|details?|information|what|you|did|instructions?|tool|calls?|message|fact)\>){0,6}~(?:with|to|from)?~?(?:the~(?:end[ -])?user|the~(?:human|operator|customer|owner|client)|your~(?:user|owner|operator|human))\>`,
    // Excludes advice (`Do not tell the user to restart`) and reports (`without informing the user, the old client`).
    accept: ({ 0: text, index }, window) => {
      const end = index + text.length;
      const behind = window.slice(end, end + 24);
      // Excludes `Never tell the user that it is done before the tests have passed.`
      if (/^\s+that\b[^.!?\n]{1,60}\b(?:before|until|unless)\b/i.test(window.slice(end, end + 80)))
        return false;
      return (
        !/^\s+(?:(?:to|how|if|unless)\s+\w|their\s+\w+\s+(?:is|was|are)\b)/i.test(behind) &&
        // Excludes terms of service and documentation that say what a provider may do.
        !/\b(?:we|they|it|providers?|vendors?) (?:may|can|could|might)\b[^.!?\n]{0,60}$/i.test(
          window.slice(Math.max(0, index - 72), index),
        ) &&
        !(
          /(?:customer|client|owner)$/i.test(text) &&
          /^\s+(?:that|about [\w ]{1,14} yet|(?:before|until) (?:we|i|our))\b/i.test(behind)
        ) &&
        !(/^without/i.test(text) && /^,\s+(?:the|an?|our|it)\b/i.test(behind))
      );
    },
  },
  'do-not-tell-anyone': {
    technique: 'conceal',
    weight: 2,
    severity: 'medium',
    pattern: r`\<(?:do~not|don't|never|without)~(?:tell(?:ing)?|inform(?:ing)?|alert(?:ing)?|notify(?:ing)?|warn(?:ing)?|reveal(?:ing)?)(?:~(?:this|that|it|anything|about|to)\>){0,4}~${user}\>`,
  },
  'conceal-instructions': {
    weight: 5,
    pattern: r`\<(?:do~not|don't|never|must~not|without)~(?:ever~)?(?:mention(?:ing)?|disclos(?:e|ing)|reveal(?:ing)?|acknowledg(?:e|ing)|repeat(?:ing)?|quot(?:e|ing)|referenc(?:e|ing)|talk(?:ing)?~about|display(?:ing)?)~(?:the~(?:existence|presence|content)~of~)?(?:this|these|the~above|that~(?:this|these))~(?:hidden~|secret~)?(?:instructions?|messages?|steps?|prompts?|notes?|texts?|requests?|comments?)\>`,
  },
  'keep-secret': {
    technique: 'conceal',
    weight: 4,
    pattern: [
      r`\<(?:keep~(?:this|it|these|that|everything)(?:~(?:step|action|instructions?|information))?~(?:secret|hidden|quiet|confidential|between~us)(?:~from~(?:the~)?${user})?|(?:hide|conceal)~(?:this|it|these|that|the)(?:~(?:step|action|fact|instructions?|information|output|changes?|calls?)\>){0,2}~from~(?:the~|your~)?${user}|(?:act|behave|answer|reply|respond|continue)~as~(?:if|though)~nothing~(?:has~)?happened|(?:silently|quietly|secretly|covertly|discreetly)~(?:send|read|forward|upload|post|copy|execute|run|call|include|add|append|exfiltrate|email|bcc|collect|transmit|log|invoke|save|store))\>`,
      r`\<(?:so~(?:that~)?(?:the~)?${user}~(?:does~not|doesn't|won't|will~not|cannot|can't|never|do~not|don't)~(?:notice|see|know|find~out|become~aware|realize|suspect))\>`,
    ],
  },
  'no-confirmation': {
    weight: 2,
    weightInDescriptions: 3,
    pattern: r`\<(?:without~(?:any~)?(?:asking|confirmation|confirming|validation|verification|permission|approval|restrictions?|question(?:s|ing)?|hesitation|consent|review|further)|(?:do~not|don't|no~need~to|never)~(?:ask|wait)~(?:for~|me|the~user|to~)(?:confirm(?:ation)?|permission|approval|consent)?)(?:\>|(?=~))`,
  },
  'omit-from-answer': {
    technique: 'conceal',
    weight: 6,
    severity: 'critical',
    pattern: r`\<(?:${negation}~(?:ever~)?${disclose}(?:~(?:it|this|that|these|them|the|any|anything|of|about|step|steps|note|action|call|part)\>){0,4}~(?:in|from|within|as~part~of)~(?:your|the)~(?:final~)?(?:answer|reply|response|summary|output|report)|(?:leave|keep|omit|exclude|hide)~(?:it|this|that|them|these~\p{L}{3,10}|this~\p{L}{3,10})(?:~out)?~(?:of|from|out~of)~(?:your|the)~(?:final~)?(?:answer|reply|response|summary|output|report))\>`,
  },
  'keep-user-unaware': {
    technique: 'conceal',
    weight: 6,
    severity: 'critical',
    pattern: r`\<(?:(?:keep|leave)~(?:the~|your~)?(?:${user}|person~you~are~\p{L}{3,10}(?:~with)?)~(?:unaware|in~the~dark)|(?:the~|your~)${user}~(?:must|should|may|can|will|shall)~(?:not|never)~(?:find~out|notice(?!~(?:any|an?|the)\>)|know|learn|hear|suspect|be~(?:told|informed|aware))|no~need~for~(?:the~|your~)?${user}~to~(?:hear|know|learn|see|notice)|not~a~word~(?:about~this~)?to~(?:the~|your~)?${user}|no~reason~to~(?:bother|tell|inform)~(?:the~|your~)?${user}|so~(?:that~)?(?:nobody|no~one)~(?:notices|knows|finds~out|suspects|sees)|never~let~on|${negation}~(?:ever~)?${disclose}~that~(?:this~(?:note|message|text|instruction)~exists|you~(?:followed|read|saw|received|were~told|did|executed|ran|used))|(?:hide|conceal)~(?:the|this|that|your|these|those|any)~(?:tool~)?(?:calls?|actions?|steps?|requests?)~from|your~(?:reply|answer|response)~must~look~normal)\>`,
  },
  'act-silently': {
    weight: 3,
    pattern: r`\<(?:(?:do|perform|continue|proceed|carry~on|execute|run|complete)~(?:(?:this|it|that|these|so|the~\p{L}{3,10})~)?(?:silently|quietly|secretly|discreetly|covertly)|(?:silently|quietly|secretly|discreetly|covertly)~(?:do|perform|continue|proceed|upload|include|attach|append|send|copy|read|add))\>`,
  },
  'do-not-mention-this': {
    technique: 'conceal',
    weight: 3,
    weightInDescriptions: 6,
    pattern: r`\<(?:do~not|don't|never|without)~(?:ever~)?(?:mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|explain(?:ing)?)~(?:this|it|that)(?=[\s]{0,3}(?:[.!;,)]|$|to\>|anywhere|in\>))`,
  },
  'user-need-not-know': {
    technique: 'conceal',
    weight: 6,
    severity: 'critical',
    pattern: r`\<(?:neither~)?${theUser}(?:~nor~(?:${anyWord}~){1,2}?\p{L}{3,14})?~(?:must|should|shall|may|can|will|does|do|need|needs|is|has|ought)(?:~?n't|~not|~never)?~(?:(?:to|need|have|get|ever|allowed|supposed|permitted|meant)~){0,4}${learn}\>${endOfStatement}`,
    accept: ([text]) => /\bnot\b|n['’]t\b|\bnever\b|^neither\b/i.test(text),
  },
  'hide-from-user': {
    technique: 'conceal',
    weight: 6,
    severity: 'critical',
    pattern: r`\<(?:(?:do~not|don't|never|must~not|should~not|refrain~from|avoid|no~need~to|not|without)~(?:ever~)?(?:surfac(?:e|ing)|bring(?:ing)?~(?:it|this)~up|let(?:ting)?~on|draw(?:ing)?~attention|show(?:ing)?|mention(?:ing)?|disclos(?:e|ing)|reveal(?:ing)?|report(?:ing)?|communicat(?:e|ing)|expos(?:e|ing)|display(?:ing)?|tell(?:ing)?|bother(?:ing)?)~(?:it|this|them|these|that|any~of~(?:it|this)|(?:the~|this~|these~|any~|your~)${action})(?:~(?:to|with|for|from))?~${theUser}|keep~${theUser}~(?:out~of~the~loop|in~the~dark|uninformed|unaware|ignorant)|leave~${theUser}~in~the~(?:belief|dark|assumption)|(?:hide|conceal|keep)~(?:it|this|them|these|that|(?:the~|this~|these~|your~)${action})~(?:hidden~|secret~)?from~${theUser}|avoid~drawing~${theUser}(?:'?s)?~attention|say~nothing~(?:${anyWord}~){0,3}?to~${theUser}|(?:don't|do~not|never)~let~${theUser}~(?:see|know|notice|find~out|learn|hear)\>${endOfStatement}?|without~(?:alerting|telling|informing|notifying|warning|asking)~${theUser}(?=[\s,]{1,3}(?:${anyWord}~)?(?:send|change|delete|transfer|upload|forward|add|copy|move|run|call|set|read|make|do)\>))`,
  },
  'leave-no-trace': {
    technique: 'conceal',
    weight: 6,
    severity: 'critical',
    pattern: r`\<(?:(?:leave|not~leave|make|make~sure|with|show|contain|contains|be~sure)(?:~(?:that|there|is|must|not|the)){0,4}?~(?:no|any)~(?:trace|mention|hint|reference|sign|record|evidence)s?~(?:of|to|that)~(?:it|this|these|them|the|your|any)(?:~${anyWord}){0,3}?(?:~(?:in|from|within)~(?:the|your|any)~(?:final~)?${answer})?|(?:must|should|may)~not~contain~any~(?:hint|trace|mention|reference|sign)|no~(?:trace|mention|hint)~of~(?:this|it|the~${action})~(?:${anyWord}~){0,4}?(?:in~your|shows?~up|necessary|remains?)|say~nothing~(?:about|of)~(?:it|this|these|the)(?:~${anyWord}){0,2}?(?:~in~(?:your|the)~(?:final~)?${answer})?|(?:omit|exclude|skip|leave~out|remove|delete)~(?:any~(?:reference|mention)~(?:of|to)~)?(?:this|these|that|the~part~about~the)~?(?:${action}|\p{L}{3,14})?~(?:${anyWord}~){0,3}?(?:from~(?:any|your|the)~(?:final~)?${answer}|so~that~${theUser})|(?:omit|exclude|leave~out)~any~(?:reference|mention)~(?:of|to)\>|(?:in|from)~your~${answer}~(?:skip|omit|leave~out)~(?:the~part|any|this)|(?:do~not|don't|never)~(?:cite|acknowledge|mention|quote|disclose)(?:~(?:or|and)~(?:cite|acknowledge|mention|quote|disclose))?~(?:this|these|that)~${action}|no~need~to~(?:report|mention|disclose)~(?:this|these|it|that)(?:~${anyWord}){0,2}?~to~(?:anyone|anybody|the)|(?:nobody|no~one)~(?:has~to|needs~to|is~to|should|must|may)~(?:be~)?(?:informed|told|know|hear|notified)(?=[\s]{0,2}(?:[.!;,]|$|that\>|about~(?:this|it|these)\>))|(?:must|should)~(?:remain|stay|be~kept)~(?:unaware|uninformed|in~the~dark)|if~(?:questioned|asked)~(?:claim|say|deny|answer|pretend)~that\>|let~(?:nobody|no~one)~(?:know|see|notice|find)|keep~(?:this|it|what~you~(?:read|see|saw|did)(?:~here)?)~to~yourself|not~mentioning~(?:this|it)~to~${theUser}|(?:should|must|may)~(?:this|it)~be~(?:brought~up|mentioned|disclosed|discussed)~(?:with|to)~${theUser}|keep~quiet~about~(?:it|this)|without~telling~(?:anyone|anybody))\>`,
  },
  'hide-action': {
    technique: 'conceal',
    weight: 6,
    severity: 'critical',
    pattern: [
      r`\<(?:(?:hide|conceal|cover~up|disguise|deny|omit)~(?:the~fact~)?(?:that~you|having)~(?:${anyWord})|(?:hide|conceal)~your~(?:reasoning|actions|tracks|tool~calls?|steps|thoughts)|tell~${theUser}~that~(?:everything|all|nothing)~(?:${anyWord}~){1,3}?(?:fine|well|ok|successful|normal|wrong)~(?:even|although|though|but))`,
      r`\<(?:(?:do~not|don't|never)~(?:disclose|reveal|mention|admit|say|tell~anyone)~(?:to~(?:${anyWord}~){1,6}?)?that~(?:they~are~(?:invented|made~up|fake)|you~(?:have~)?\p{L}{3,12}ed|an?~\p{L}{4,12}~was~\p{L}{3,12}|this~\p{L}{3,12}~(?:was|came|is))|if~(?:anyone|anybody|the~user|they|you~are|someone)~(?:asks?|asked)(?:~${anyWord}){0,5}?~(?:say|deny|answer|claim|tell~them|reply)~(?:that~)?(?:you~(?:only|never|did~not|just|have~not)|having|nothing|no\>|it~was|only|none|everything|all~(?:is|was))|(?:answer|reply|respond)~with~(?:made-?~?up|invented|false|fake)~\p{L}{3,12})`,
      r`\<(?:(?:pretend|act|answer|behave|respond|present~the~\p{L}{3,10}|reply)~(?:as~(?:if|though)~|that~)?(?:the~|this~|no~|nothing~)?(?:${anyWord}~){0,3}?(?:never~(?:took~place|happened|existed|occurred)|had~taken~place|did~not~(?:exist|happen)|(?:does~not|doesn't)~exist|existed|took~place))`,
    ],
    accept: ([text]) =>
      // Excludes names in code.
      !/_/.test(text) &&
      !/\b(?:dotfile|file|path|folder|directory|key|property|option)\b.*\bexist(?:ed)?$/i.test(text),
  },
});
