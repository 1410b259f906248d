// Signals of claimed authority: the text claims a role, a privilege, a mode or a consent that permits a forbidden
// action.

import { createSignals } from '../signal.js';
import { isHypothetical, isOption } from './context-checks.js';
import data from './data/authority.json' with { type: 'json' };
import { anyWord } from './vocabulary.js';

const r = String.raw;

const claimedRole = r`(?:security~team|administrators?|admin|it~department|owner~of~this~(?:system|page|workspace|account|server)|system~owner|developers?|your~(?:developer|creator|owner|operator|maker|supervisor)|management|compliance~(?:team|officer|department)|anthropic|openai|google|microsoft)`;
const rank = r`(?:administrators?|sysadmin|admin|maintainers?|developers?|creators?|makers?|owners?|supervisor|operator|vendor|ciso|cto|ceo|management|on-?~?call~engineer|security~(?:team|department|officer)|compliance~(?:team|department|officer)|legal(?:~department)?|platform~team|it~(?:help~?desk|department|support|team)|help~desk|anthropic|openai|google|microsoft|root)`;
const restrictions = r`(?:restrictions?|limits|limitations|filters?|guardrails?|safeguards?|safety~(?:checks?|filters?|rules|measures)|confidentiality~rules|privacy~(?:rules|obligations|policy)|data~protection~rules|confirmations?|permission~(?:prompts?|checks?)|approval~steps?|policy~engine|protections?|content~polic(?:y|ies))`;

export const authoritySignals = createSignals(data, {
  'mode-switch': {
    weight: 4,
    pattern: r`\<(?:(?:you~are|you're)~(?:now~)?(?:in|entering|operating~in)~(?:an?~)?(?:\p{L}{2,16}~){0,2}mode|(?:enter|activate|enable|switch~to|unlock|engage|set)(?:~(?:an?|the|your)\>)?~(?:debug|developer|maintenance|admin(?:istrator)?|god|root|jailbreak|unrestricted|dan|sudo|test|emergency|super-?user|unsafe|privileged)[ _-]mode|(?:developer|maintenance|admin(?:istrator)?|god|root|jailbreak|unrestricted|dan|sudo|emergency|debug|privileged)~mode~(?:is~)?(?:now~)?(?:enabled|activated|on|active|available|engaged|unlocked))\>`,
    // Excludes the modes of a device.
    accept: ({ 0: text, index }, window) =>
      !/^\s(?:(?:on|in|for)\s)?(?:your|the|any|an?)\s(?:\w+\s)?(?:phone|device|tablet|router|laptop|console|browser|tv|camera|printer)\b/i.test(
        window.slice(index + text.length, index + text.length + 40),
      ),
  },
  'claimed-authority': {
    weight: 3,
    pattern: [
      r`\<(?:(?:as|i~am|i'm|this~is|speaking~as)~(?:the|your)~(?:system~|authori[sz]ed~|security~|lead~)?(?:administrator|admin|developer|creator|owner|ceo|operator|supervisor)\>|(?:i|we)(?:~am|'m|~are|'re|~hereby)?~authori[sz](?:e|ing)~you|(?:is|are|you're|been)~(?:now~)?(?:fully~|hereby~|explicitly~)?authori[sz]ed~(?:to|for~this)|(?:system~administrator|security~team|admin(?:istrator)?|management|openai|anthropic)~(?:has|have)~(?:updated|authori[sz]ed|changed|granted|declared|instructed|requested)|(?:exception|permission|authori[sz]ation|clearance)~(?:has~been~)?granted)\>`,
      r`\<(?:(?:for|per)~(?:compliance|security|audit)~(?:purposes|reasons|verification)|security~audit~in~progress|override~(?:code|key|password)~(?:[\w-]{1,20}~)?(?:is~|was~|has~been~)?(?:activated|accepted|confirmed|verified))\>`,
    ],
  },
  'claimed-privileges': {
    weight: 3,
    weightInDescriptions: 4,
    pattern: [
      r`\<(?:(?:elevated|admin|root|full|unlimited|super-?user|administrator)~(?:privileges|system~access|trust)|unrestricted~(?:access|mode|quer(?:y|ies)|system|emergency|operations|ai|responses)|(?:no|without|free~(?:of|from))~(?:any~)?(?:ethical~|moral~|safety~|content~)?restrictions(?!~(?:on|for|to|as)\>)|with~no~(?:rules|limits|filters|limitations|boundaries))\>`,
      r`\<(?:trust~all~(?:\p{L}{2,14}~){0,3}(?:commands?|inputs?|quer(?:y|ies)|requests?|content|users?)|(?:treat|consider)~(?:all|any|every)~(?:\p{L}{2,14}~){0,3}(?:as~)?trusted)\>`,
    ],
  },
  'disable-safety': {
    technique: 'disable-safeguards',
    weight: 5,
    pattern: r`\<(?:disabl(?:e|es|ing)|bypass(?:es|ing)?|turn(?:s|ing)?~off|deactivate|remove|ignore|override|circumvent)~(?:all~|any~|the~|your~|every~|its~){0,2}(?:previous~|existing~|built-in~)?(?:safety|content|security|data|access|input|ethical|ethics|moderation)~(?:\p{L}{2,12}~)?(?:restrictions?|filters?|filtering|checks?|validation|sanitization|sanitisation|controls?|guidelines?|measures?|protocols?|features?|guardrails?|safeguards?|moderation|policies)\>`,
    // Excludes possibilities that a document describes.
    accept: (match, window) => !isHypothetical(match, window) && !isOption(match, window),
  },
  urgency: {
    weight: 1,
    severity: 'medium',
    pattern: r`\<(?:urgent|immediately|of~utmost~importance|emergency|mandatory|very~important)\>`,
  },
  'claimed-safe': {
    weight: 3,
    pattern: r`\<(?:(?:tool|function|command|it|[a-z]{3,12}_[a-z_]{3,24})(?:~(?:is|are|can|may|has|been|and|patched|now)\>){1,6}~(?:safe|safely)(?:~(?:to|be)~(?:use|call|run|used))?|this~is~(?:just~|only~)?a~test~environment)\>`,
    accept: ([text]) => /now|test environment/i.test(text),
  },
  'claimed-role': {
    technique: 'claimed-authority',
    weight: 3,
    pattern: r`\<(?:(?:this~is|i~am|i'm|we~are|as|speaking~as|on~behalf~of)~(?:the~|an?~|your~)?${claimedRole}\>)`,
    accept: ([text]) => !/^as (?:an? )?(?:developers?|administrators?|admin)$/i.test(text),
  },
  'granted-permission': {
    weight: 4,
    pattern: r`\<(?:(?:(?:i|we)~(?:hereby~)?)?(?:authori[sz]e|permit|order|command|instruct|allow)~you~to\>|(?:i|we)~(?:hereby~)?(?:grant|give)~you~(?:\p{L}{3,10}~)?(?:permission|access|rights|authority|clearance)|(?:you~(?:now~)?(?:have|are~given|gained)|(?:operat|work|act)(?:es?|ing|s)?~with|now~(?:has|have|with)|(?:user|account|member|collaborator)(?:~(?!with)${anyWord}){0,3}~with)~(?:elevated|root|full|unrestricted|admin(?:istrator)?)~(?:rights|permissions|privileges|access)|(?:user|administrator|admin|owner|operator|management)~has~(?:already~)?(?:pre-?)?approved~(?:this|all|every|these|any|the~(?:action|transfer|request))|(?:updated|changed|replaced|revised)~your~(?:rules|polic(?:y|ies)|guidelines|instructions)|are~now~trusted~(?:instructions?|commands|orders))\>`,
    accept: ([text]) => !/^(?:allow|permit|instruct|command)s? you to$/i.test(text),
  },
  'skip-confirmation': {
    technique: 'no-confirmation',
    weight: 3,
    pattern: [
      r`\<(?:(?:skip|bypass|omit|suppress|avoid|disable|forgo)~(?:the~|any~|all~|every~)?(?:confirmation|approval|consent|permission|review)(?:~(?:dialogs?|prompts?|steps?|checks?|requests?))?|(?:confirmation|approval|consent|permission|review)~is~(?:not|no~longer)~(?:required|needed|necessary)|(?:at~once~and~)?without~(?:asking|review|approval|confirmation|consent|permission)(?:~(?:first|anyone|the~user|again))?)\>`,
      r`\<(?:no~(?:further~)?(?:confirmation|approval|consent)~(?:is~)?(?:required|needed|necessary)|(?:do~not|don't|never|no~need~to)~ask~(?:again|the~user|for~(?:confirmation|approval|permission|consent)))\>`,
    ],
  },
  'claimed-rank': {
    technique: 'claimed-authority',
    weight: 3,
    pattern: r`\<(?:(?:i'm|i~am|it's|it~is|this~is)~(?:the|your|an?)~(?:${anyWord}~)?${rank}(?=~(?:of|and|who|here)\>|[\s,.:]{1,3})|(?:we~at|we~the)~${rank}|(?:official~)?(?:message|notice|note|instruction|order|request)~(?:is~)?from~(?:the~|your~)?${rank}|(?:by~order~of|per)~the~${rank}|as~an?~${rank}~(?:employee|engineer|admin)|as~the~owner~of\>|(?:speaking|talking)~(?:with|to)~the~(?:${anyWord}~)?(?:owner|administrator|admin|developer)|${rank}~(?:has|have)~(?:signed~off|confirmed|authori[sz]ed|cleared|decided|agreed)|(?:approved|authori[sz]ed|cleared|signed~off)~by~(?:the~)?${rank}|${rank}~(?:staff|employee)~here|${rank}~(?:demands|orders|requires|needs)~(?:that~)?(?:you|the~passwords?|the~credentials|access|agents)|(?:verified|signed|authenticated)~instructions?|authori[sz]ed~penetration~test|(?:i~have|with)~(?:root|admin|top|level~\d)~clearance)|\[(?:admin|root|operator)\]`,
    // Excludes `maintainer has agreed`, which occurs in licenses.
    accept: ([text]) => !/^maintainers? (?:has|have) (?:confirmed|agreed|decided)$/i.test(text),
  },
  'restrictions-lifted': {
    technique: 'safeguards-void',
    weight: 3,
    pattern: r`\<(?:(?:all~|the~|any~|your~|its~|these~)?${restrictions}(?:~${anyWord}){0,4}?~(?:are|is|have~been|has~been|were|was)~(?:${anyWord}~){0,3}?(?:off|lifted|disabled|suspended|removed|unnecessary|waived|bypassed|bypass|inactive)|(?:the~)?${restrictions}(?:~${anyWord}){0,6}?~(?:do~not|don't|does~not|no~longer|doesn't)~appl(?:y|ies)|${restrictions}~(?:lifted|disabled|off|suspended|removed|waived)\>|exempt~from~(?:${anyWord}~){0,3}?(?:rules|restrictions|polic\p{L}{1,3}|limits|checks)|(?:turn|switch)~off~(?:the~|your~|all~)?${restrictions}|release~you~from~(?:all~|any~)?(?:${anyWord}~)?(?:obligations?|rules|restrictions)|(?:skip|bypass)~(?:the~|all~|any~)?(?:permission~prompts?|verification|checks|approvals?)|answer~without~(?:a~|any~)?filters?)\>`,
  },
  'claimed-consent': {
    weight: 3,
    pattern: r`\<(?:(?:user|owner|human|customer|operator|administrator)~(?:has~|have~)?(?:already~)?(?:agreed~to|approved|consented~to|pre-?approved|authori[sz]ed)~(?:all|every|any|these|this|each)|gave~(?:${anyWord}~)?consent~to~(?:everything|all|every|this)|cleared~with~(?:the~)?(?:user|owner|operator)|(?:user~)?consent~(?:for~(?:${anyWord}~){1,3}?)?(?:was|is|has~been|to~be)~(?:${anyWord}~)?(?:recorded|given|granted|assumed|automatic|obtained)|(?:signed~off|agreed|approved|cleared)[^.\n]{0,50}(?:go~ahead|so~you~(?:can|may))|do~not~prompt~again|(?:yes|ok)~to~all~(?:prompts|questions)|on~behalf~of~the~user~(?:to|without)|(?:for|during)~this~(?:session|conversation|chat)\>|(?:the~)?(?:agents?|models?|assistants?|you)~(?:is|are|may|have~been)~(?:now~)?(?:allowed~to|act~without|granted~(?:${anyWord}~){0,2}?rights|share~passwords|run~destructive)|i~allow~you|access~level~raised|privileged~(?:mode|session)~(?:is~)?on|(?:elevated|debug|privileged|unrestricted)~(?:session|access)(?:~started|~granted|\s?:)|unrestricted~(?:tool~use|commands|tools)|without~questions?)\>`,
  },
});
