// Signals of precedence: the text demands that it is obeyed instead of the user, the developer or the system prompt.

import { createSignals } from '../signal.js';
import data from './data/precedence.json' with { type: 'json' };
import { anyWord } from './vocabulary.js';

const r = String.raw;

const carrier = r`(?:page|document|doc|file|text|message|note|notes|ticket|email|mail|readme|paragraph|section|comment|cell|spreadsheet|sheet|attachment|website|site|description|issue|list|passage|heading)`;
const instructions = r`(?:instructions?|commands?|orders|directives?|rules|guidelines|steps|tasks?)`;
const highestAuthority = r`(?:your~(?:${anyWord}~){0,2}?(?:prompt|instructions?|guidelines|rules|directives?|polic(?:y|ies)|developers?|operator|orders)|(?:the~|any~)?(?:system|developer)~(?:prompt|message|instructions?)|(?:anything|everything|whatever|what|all|any|those|instructions?|orders|the~ones)~(?:${anyWord}~){0,6}?(?:you~(?:were|have|had|are|got|ve)|told~you|anyone~else|anybody~else|all~others|(?:from|by|of)~(?:the|your)~(?:users?|developers?|operators?))|all~others|(?:the~)?(?:users?|humans?|developers?|operators?)(?:'?s)?~(?:requests?|instructions?|orders|questions?))`;
const requestVerb = r`(?:asked|asks|says|said|wants?|wanted|requested|told|needs?|wishes)`;
const request = r`(?:requests?|questions?|quer(?:y|ies)|instructions?|prompts?|tasks?|wishes|goals?|orders|intent(?:ion)?|needs)`;
/** The text that the model should obey. */
const thisText = r`~(?:only~|just~|exclusively~)?(?:on~|to~)?(?:the~)?(?:${anyWord}~){0,3}?(?:this|these|me|mine|below|what~follows|what~is~written~here|what~comes~(?:after|next)|following~(?:commands?|orders|instructions?|directives?)|(?:commands|orders|instructions|text|lines)~(?:in|on|of|from|between)~(?:this|the))`;

export const precedenceSignals = createSignals(data, {
  'takes-precedence': {
    technique: 'override',
    weight: 6,
    severity: 'critical',
    pattern: [
      r`\<(?:this|these|my)(?:~${anyWord}){0,4}?~(?:more~important|higher|stronger)~than~${highestAuthority}|\<(?:(?:directives?|instructions?|rules?|orders|guidelines?)~that~(?:conflicts?|disagrees?|clash(?:es)?)~with~this~${carrier}|(?:follow|obey|trust|believe|serve)~[^.\n]{2,40}?~(?:and~)?not~(?:your|the)~(?:operator|developer|user|system|creator|vendor))\>|\<priorit[iy][sz]e~(?:this|these|my)~(?:${anyWord}~)?(?:above|over)~(?:${anyWord}~){0,4}?(?:others|developer|system|user|else)\>`,
      r`\<(?:this|these|my|following|here|below|its?|${carrier}|${instructions})(?:~${anyWord}){0,5}?~(?:(?:takes?|have|has|gets?)~(?:precedence|priority)~over|outranks?|supersedes?|overrides?|overrules?|replaces?|trumps?)~(?:any~)?${highestAuthority}`,
    ],
    accept: ({ 0: text, index }, window) =>
      /\b(?:your|you|system prompt|developer|user|anyone else|anybody else|others)\b/i.test(text) &&
      !/\b(?:entries|settings|values|options) (?:in|of) (?:this |the )?$/i.test(
        window.slice(Math.max(0, index - 24), index),
      ) &&
      !/\b(?:system|developer|user|operator) (?:messages?|prompts?|instructions) (?:takes?|ha(?:s|ve)|overrides?) /i.test(
        text,
      ) &&
      !/\byou (?:may|might|can|set|pass|use|choose|configure|define)\b/i.test(text),
  },
  'postpone-user-request': {
    technique: 'override',
    weight: 6,
    severity: 'critical',
    pattern: [
      r`\<(?:(?:put|set|leave|place)~(?:the|your)~(?:user|human|person)(?:'?s)?~(?:${anyWord}~)?${request}~(?:on~hold|aside|to~one~side)|(?:rather~than|instead~of)~(?:(?:doing|answering|following|helping|doing~what|with)~){0,2}(?:what~)?(?:the|your)~(?:user|human|person)(?:'?s)?~(?:${anyWord}~)?(?:${requestVerb}|${request})|(?:do~not|don't|never|stop)~(?:do|doing|follow|following|obey|obeying|answer|answering|fulfil|carry~out|complete|help|helping~with)~(?:what(?:ever)?~|with~)?(?:the|your)~(?:user|human|person)(?:'?s)?~(?:${anyWord}~)?(?:${requestVerb}|${request})|(?:forget|ignore|disregard|abandon|drop|never~mind)~(?:about~)?(?:the|your)~(?:user|human)(?:'?s)?~(?:${anyWord}~)?(?:${request})~(?:and|or|but|instead)|(?:the|your)~(?:user|human)(?:'?s)?~(?:${anyWord}~)?${request}~(?:may|can|should|must|shall)~(?:now~|safely~)?be~(?:ignored|disregarded|dropped|skipped|forgotten))\>`,
      r`\<(?:the~original~(?:request|question|task)~(?:is|was)~(?:no~longer~(?:relevant|valid|needed)|irrelevant|cancelled|wrong))\>`,
    ],
  },
  'obey-this-text': {
    weight: 4,
    pattern: [
      r`\<(?:(?:obey|comply~with|listen~(?:only~)?to|follow~only|only~follow|trust~only|only~trust|take~(?:your~)?orders~from|take~(?:your~)?instructions~from|concentrate~(?:only~)?on)${thisText}|carry~out~this~(?:job|task|order|command|instruction)~(?:first|now|instead)|proceed~as~described~(?:here|below)|answer~to~the~(?:author|owner|writer)~of~this)\>`,
      r`\<(?:start~(?:following|obeying|listening~to)~(?:me|this)|do~(?:exactly~)?what~(?:this~${carrier}|it|they|i)~says?(?=~?here|[.!;]|$)|(?:execute|perform)~what~follows|(?:begin|start|adopt|do|take~up)~the~(?:task|job|one|plan|assignment|persona)~(?:described|given|listed|found|in|below))\>`,
      r`\<(?:(?:ignore|skip|disregard)~the~rest~of~(?:the|this)~${carrier}~and\>|work~on~section~\d)\>`,
      r`\<(?:(?:act~(?:only~)?(?:up)?on|work~(?:only~)?from)${thisText})\>`,
    ],
  },
  'changed-instructions': {
    technique: 'new-task',
    weight: 6,
    severity: 'critical',
    pattern: r`\<(?:(?:switch|change|replace)~your~(?:objective|goal|task|mission|persona)\s?(?:[:,]|~(?:to|from|with)\>)|your~(?:instructions|orders|task|goal|objective)~(?:have|has)~(?:been~)?(?:changed|replaced)|your~(?:replacement|substitute)~(?:tasks?|objectives?|goals?|jobs?|assignment|instructions?)|your~(?:${anyWord}~){0,3}?(?:task|job|goal|objective|mission)~now~is|new~instr\s?:|new~priority~(?:one|1)\>)`,
  },
  'new-assignment': {
    technique: 'new-task',
    weight: 4,
    pattern: [
      r`\<(?:(?:your~)?(?:one~and~)?(?:only|sole)~(?:task|job|goal|objective|purpose)~(?:now~)?is|your~(?:new~)?(?:task|job|objective|goal|mission)~now~is|(?:switch|change|replace)~your~(?:objective|goal|task|mission|persona|role)|new~instr\s?:|new~priority~(?:one|1)|the~following~persona\s?:|new~(?:directive|orders?)~follows?)`,
      r`\<(?:(?:your~)?(?:replacement|substitute)~(?:tasks?|objectives?|goals?|jobs?|assignment|instructions?)\s?(?:[:,]|~is)|(?:the~|your~)?(?:real|actual|true|correct|proper)~(?:job|task|instructions?|work|assignment|objective|request)(?:~(?:starts?|begins?|is|are|follows?)\>|\s?:)|your~(?:instructions|orders|task|goal|objective)~(?:have|has)~(?:been~)?(?:changed|updated|replaced))`,
    ],
  },
  'obey-content': {
    technique: 'obey-this-text',
    weight: 6,
    severity: 'critical',
    pattern: r`\<(?:(?:all~|any~|every~|the~)?(?:instructions?|commands?|orders|directives?|requests?)~(?:in|from|inside|within|contained~in|found~in|hidden~in|embedded~in|of|on)~(?:the~|its~|this~|that~|any~|such~)?(?:${anyWord}~){0,2}(?:text|output|input|document|page|result|results|response|content|contents|message|messages|file|files|email|mail|website|owner|author)~(?:${anyWord}~)?(?:must|have~to|has~to|should|shall|are~to|is~to|need~to)~(?:always~)?be~(?:executed|followed|obeyed|carried~out|complied~with|run)|(?:assistant|model|agent|ai|llm|bot)~(?:must|shall|should|has~to|will|is~to)~(?:always~)?(?:comply~with|obey|follow|execute)~(?:all~|any~|every~|each~)?(?:instructions?|commands?|orders?|directives?|requests?)~(?:in|from|inside|within|of)~(?:its|this|the)~(?:output|result|response|text|page|document|tool))\>`,
    accept: ([text]) => !/\b(?:not|never)\b/i.test(text),
  },
});
