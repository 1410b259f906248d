// Signals of bypassed safeguards: hiding data from filters, misleading the user about an approval, approving
// everything, and turning off the firewall.

import { createSignals } from '../signal.js';
import { isDocumentation, isForbidden, isQuestion } from './context-checks.js';
import data from './data/safeguards.json' with { type: 'json' };
import { anyWord } from './vocabulary.js';

const r = String.raw;

const theUser = r`(?:the|your)~(?:user|human|owner|operator|customer|person)`;
const watcher = r`(?:dlp|filters?|scanners?|firewalls?|security~(?:tools?|systems?|filters?|scanners?)|monitoring|monitors?|guards?|detectors?)`;
const changes = r`(?:encode|split|break|chunk|encrypt|obfuscate|compress|rename|spell|convert|write|send|perform|hide|upload|copy|put)`;

/**
 * Matches only at the start of a sentence, as in an instruction. In a report about attackers, the verb is elsewhere.
 */
const isInstruction = new RegExp(
  r`(?:^|[.!?:;\n]\s{0,3}|\bplease\s{1,2}|\bthen\s{1,2})${changes}\b[^.!?]{0,100}$`,
  'i',
);
const continuesWithInstruction = new RegExp(r`^,\s{1,3}(?:please\s{1,2})?${changes}\b`, 'i');

export const safeguardsSignals = createSignals(data, {
  'avoid-detection': {
    technique: 'conceal',
    weight: 6,
    severity: 'critical',
    pattern: r`\<(?:so~(?:that~)?(?:no|the)~${watcher}~(?:${anyWord}~){0,2}?(?:notices?|sees?|detects?|flags?|catch(?:es)?|blocks?|triggers?)|(?:to|and)~(?:avoid|evade|escape|bypass|prevent)~(?:being~)?(?:detection|detected|flagged|caught|blocked)~by~(?:the~|any~|an?~)?(?:${anyWord}~)?${watcher}|to~avoid~(?:raising|arousing)~(?:any~)?suspicion)\>`,
    accept: ({ 0: text, index }, window) =>
      isInstruction.test(window.slice(Math.max(0, index - 110), index)) ||
      continuesWithInstruction.test(window.slice(index + text.length)),
  },
  'mislead-user': {
    technique: 'conceal',
    weight: 6,
    severity: 'critical',
    pattern: r`\<(?:lie~to~${theUser}~about|(?:convince|persuade|trick)~${theUser}~(?:to|into)~(?:approv|accept|confirm|allow|install|paste)\p{L}{0,3}|tell~${theUser}~(?:that~)?it~is~(?:an?~)?(?:false~positive|harmless|safe)~and~(?:to|should)~(?:approve|accept|ignore)|explain~that~it~is~(?:harmless|safe)~and~(?:needs~to|must|should|can)~be~(?:accepted|approved)|reply~(?:only~)?with~\p{L}{2,10}~to~${theUser}~while|tell~${theUser}~that~(?:${anyWord}~){2,8}?no~matter~what\>)`,
    accept: (match, window) => !isForbidden(match, window) && !isQuestion(match, window),
  },
  'approve-everything': {
    technique: 'no-confirmation',
    weight: 6,
    pattern: r`\<(?:approve~(?:all|every)~(?:pending|open|future)~(?:approval~)?(?:requests?|calls?)~(?:automatically|without|yourself|at~once)|(?:has|have)~pre-?~?(?:authori[sz]ed|approved)~(?:all|every)~(?:actions?|calls?|commands?|requests?|transfers?))\>`,
    accept: (match, window) => !isForbidden(match, window) && !isQuestion(match, window),
  },
  'disable-firewall': {
    technique: 'disable-safeguards',
    weight: 6,
    pattern: r`\<(?:turn~off|switch~off|disable|stop|kill|uninstall|unwrap|remove|deactivate)~(?:the~|this~|your~)?(?:clawdefender|mcp~(?:firewall|guard))\>`,
    accept: (match, window) =>
      !isForbidden(match, window) && !isDocumentation(match, window) && !isQuestion(match, window),
  },
  'run-tool-with-code': {
    technique: 'run-command',
    weight: 6,
    windowRadius: 200,
    pattern: r`\<(?:call|execute|use|invoke|run)~(?:the~)?(?:tool~|function~)?[\x60"']?\w{2,24}[\x60"']?~(?:tool~)?with~(?:code~|command~|the~)?[^|]{0,80}?(?:child_process|(?:curl|wget)\s[^|]{3,80}\|\s?(?:ba|z)?sh\>|rm\s{1,2}-rf\s)`,
    accept: (match, window) => !isForbidden(match, window) && !isQuestion(match, window),
  },
});
