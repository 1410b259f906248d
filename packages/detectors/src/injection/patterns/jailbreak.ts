// Signals of jailbreaks: a persona or a game to which the rules do not apply.

import { createSignals } from '../signal.js';
import data from './data/jailbreak.json' with { type: 'json' };

const r = String.raw;

export const jailbreakSignals = createSignals(data, {
  'do-anything-now': {
    weight: 5,
    pattern: r`\<(?:do~anything~now|(?:you~are|you're|act~as|become)~(?:now~)?(?:an?~)?(?:jailbroken|unfiltered|uncensored|amoral|unrestricted)|(?:will|must|can|shall)~never~(?:refuse|say~no|decline)|(?:not|no~longer|never|isn't|aren't)~(?:be~)?(?:bound|restricted|limited|constrained|governed)~by~(?:any~|the~|your~)?(?:\p{L}{2,12}~){0,2}(?:rules|guidelines|restrictions|policies|limitations|laws|ethics|openai|filters|limits)|(?:enable|set|activate)~jailbreak|jailbreak_mode)\>`,
  },
  'freed-from-rules': {
    weight: 4,
    pattern: [
      r`\<(?:(?:broken?|breaking|set)~free~(?:of|from)~the~(?:\p{L}{3,10}~)?confines|(?:do|does|need|will)(?:~not|n't)~(?:have~to~|need~to~|ever~)?(?:abide~by|follow|obey)~(?:the~|any~|all~|its~|their~|these~)?(?:openai|\p{L}{3,12}~(?:rules|guidelines|principles|policies)~(?:or|and|set)|(?:rules|principles|restrictions)~(?:set|imposed|or|and)|ethical|moral)|unlimited~language~model|(?:completely|fully|totally)~(?:unfiltered|uncensored|unrestricted)|(?:not~have|without|no|lacks?)~(?:an?~|any~)?(?:content~filters?|moral~or~ethical|ethical~or~moral)|not~care~about~(?:ethics|morals|laws))\>`,
      r`\<(?:amoral~and~\p{L}{4,14})\>`,
    ],
  },
  'stay-in-character': {
    weight: 3,
    severity: 'medium',
    pattern: r`\<(?:stay~in~character|(?:never|not)~break~character|never~refuses?|as~the~name~suggests,?~(?:can|is|should|has|does)|\[insert~(?:\p{L}{2,10}~)?prompt|\[?(?:the~way|what|how)~\p{L}{2,12}~would~(?:normally~)?(?:respond|say|answer)|immerse~yourself~(?:in|into)~the~role|(?:to~be|as|known~as)~["']?\p{L}{2,12}["']?,?~which~stands~for)\>`,
  },
  persona: {
    weight: 2,
    severity: 'medium',
    pattern: r`\<(?:(?:pretend|imagine)~(?:that~)?(?:you~are|you're|to~be)|you~are~(?:now|going~to)~(?:be|act|become|called|named|an?|the|going)|you~are~now~(?!(?:ready|able|logged|in|on|connected|signed|using|done|set|subscribed|free|at|registered|authenticated|viewing|part|finished|up|running|leaving|watching|following|seeing|viewing)\>)\p{L}{3,16}|simulate~(?:elevated|an?|the)~(?:ai|privileges|system|model))\>`,
  },
  'without-restrictions': {
    weight: 3,
    severity: 'medium',
    pattern: r`\<(?:(?:no|without|regardless~of|free~(?:of|from)|ignor(?:e|es|ing)|disregards?|lacks?|devoid~of|beyond|despite|bypass(?:es)?)~(?:any~|all~|the~|its~|such~|typical~|usual~)?(?:\p{L}{2,14}~){0,2}(?:ethics?|ethical|morals?|moral|openai|content~polic(?:y|ies)|censorship|limitations|legality|laws|guidelines|moral~or~ethical)|(?:even~if|whether)~(?:it~is~|it's~|they~are~|that~is~|the~\p{L}{2,12}~(?:is|are)~)?(?:unethical|illegal|immoral|harmful|dangerous|offensive))\>`,
  },
  'forbid-refusal': {
    weight: 3,
    severity: 'medium',
    pattern: [
      r`\<(?:(?:never|do~not|don't|cannot|can't|must~not)~(?:refuse|apologi[sz]e|decline|warn~me|reject)|(?:no|without)~(?:disclaimers?|refusals?))\>`,
      r`\<(?:(?:never|do~not|don't|cannot|can't|must~not|without|stop|avoid|shouldn't)~(?:ever~|you~)?(?:say(?:ing)?|repl(?:y|ying)|respond(?:ing)?|write|state|us(?:e|ing)|mention(?:ing)?|answer(?:ing)?|tell(?:ing)?|start(?:ing)?)[^.\n]{0,40}\<(?:as~an~ai|i~cannot|i~can't|i'm~sorry|i~am~sorry|sorry|language~model|unable~to))\>`,
    ],
  },
});
