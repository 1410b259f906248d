// Signals of attacks on tool warnings: the text claims that the warning was a mistake or that the tool is now safe,
// or demands a call in spite of the warning. Their weights are added up; most of these signals are not sufficient
// alone.

import { createSignals } from '../signal.js';
import data from './data/tool-warnings.json' with { type: 'json' };
import { anyWord } from './vocabulary.js';

const r = String.raw;

/** A tool, by its name or by a general word. */
const tool = r`(?:[a-z][a-z0-9]{1,15}_[a-z0-9_]{2,30}|(?:[\w-]{2,24}~)?(?:tools?|functions?|commands?|endpoints?))`;
/** Warnings about a tool. */
const warning = r`(?:warnings?|cautions?|cautionary~notes?|restrictions?|limitations?|safety~(?:notes?|labels?|warnings?|notices?)|notes?|notices?|disclaimers?|descriptions?|docstrings?|labels?|safeguards?|prohibitions?|bans?|blocks?|locks?)`;
const voided = r`(?:by~mistake|in~error|a~mistake|an~error|(?:just~|only~)?a~(?:test|drill|joke|placeholder|typo|misprint|bug|decoy|trap|bluff|relic|leftover|formality)|mistaken|wrong|false|fake|void|stale|old|outdated|out~of~date|obsolete|expired|deprecated|incorrect|inaccurate|misleading|invalid|irrelevant|lifted|removed|deleted|revoked|withdrawn|waived|cleared|dropped|resolved|rescinded|retired|suspended|disabled|superseded|overruled|tampered~with|compromised|no~longer~(?:\p{L}{4,12}~)?(?:valid|apply|applies|accurate|relevant|true|correct|in~(?:force|effect)|needed|necessary|current|there)|not~(?:valid|accurate|true|relevant|correct|apply)|(?:do~not|does~not|don't|doesn't|need~not)~apply|be~(?:ignored|disregarded|overlooked|skipped))`;
const safe = r`(?:safe|fine|ok|okay|harmless|secure|approved|authori[sz]ed|cleared|allowed|permitted|trusted|whitelisted)`;
/** Warnings and other tool metadata that an attacker claims to be wrong. */
const doubtedWarning = r`(?:tool(?:'s|s|s')?~(?:documentation|docs|notes?|notices?|remarks?|schemas?|permissions?|guards?|labels?|registry|polic(?:y|ies)|conditions?|usage|header|comments?|hints?|prohibitions?|rules?|limits?)|tool~(?:says|states|claims|warns)|header~comment|prohibitions?|descriptions?(?:~checks?)?|docstrings?|metadata|caution(?:s|~texts?|ary~\p{L}{4,6})?|warnings?|restrictions?|safeguards?|safety~(?:notes?|remarks?|labels?|warnings?|notices?|checks?|hints?)|disclaimers?|annotations?)`;
const use = r`(?:call|use|run|execute|invoke|trigger|launch|try)`;

export const toolWarningsSignals = createSignals(data, {
  'warning-void': {
    technique: 'disable-safeguards',
    weight: 5,
    pattern: r`\<(?:${warning}~(?:on|about|in|of|for|to|from|against|around|attached~to|regarding|concerning)~(?:the~|its~|this~|that~|all~|any~|using~|calling~|every~){0,2}${tool}(?:'s)?(?:~(?:descriptions?|docstrings?|docs))?|[a-z][a-z0-9]{1,15}_[a-z0-9_]{2,30}(?:'s)?~(?:tool~)?${warning}|its~(?:warnings?|cautions?|disclaimers?|restrictions?|safety~(?:notes?|labels?|warnings?|notices?)))(?:~${anyWord}){0,4}?~(?:is|are|was|were|has|have|had|been|can|may|should|do|does|don't|doesn't|as|not|no)(?:~${anyWord}){0,4}?~${voided}\>|\<(?:treat|regard|consider)~(?:the|its|any|all|every|that)~(?:${anyWord}~){0,2}${warning}(?:~${anyWord}){0,8}?~(?:as~)?${voided}\>`,
  },
  'tool-claimed-safe': {
    technique: 'claimed-safe',
    weight: 3,
    pattern: r`\<(?:(?:it(?:'s|~is)~)?(?:now~|perfectly~|completely~)?${safe}~(?:for~you~)?to~${use}~(?:the~)?[a-z][a-z0-9]{1,15}_[a-z0-9_]{2,30}|[a-z][a-z0-9]{1,15}_[a-z0-9_]{2,30}(?:~(?:tool|function|is|are|was|has|have|been|now|can|may|be|and|already|reviewed|checked|audited|tested|patched|fixed|marked|it|declared|considered|as|by|the|security|team|compliance|owner|admin|administrator|for|use)\>){1,10}?~${safe}|(?:you~can|you~may|please|feel~free~to)~${use}~(?:it|them|[a-z][a-z0-9]{1,15}_[a-z0-9_]{2,30})~without~(?:any~)?(?:concern|worry|worries|fear|risk|hesitation|restrictions?))\>`,
  },
  'call-despite-warning': {
    technique: 'use-despite-warning',
    weight: 4,
    pattern: r`\<(?:${use}~(?:it|them|(?:the~)?${tool})(?:~${anyWord}){0,3}?~(?:even~(?:though|if)|although|despite|no~matter~what|whatever)~(?:the~|its~|it~|what~|any~){1,3}(?:${anyWord}~)?(?:says?|warns?|warnings?|descriptions?|docstrings?|notes?|labels?|documentation)\>|despite~(?:what~)?(?:its~(?:tool~)?|the~tool~|the~[a-z]{2,15}_[a-z_]{2,24}~)(?:docstrings?|descriptions?|warnings?|labels?)(?:~(?:says?|warns?|states?))?\>|(?:pretend|assume|suppose|imagine)~(?:that~)?(?:the~)?${tool}~(?:${anyWord}~)?(?:carries|has|had|contains)~no~(?:warnings?|restrictions?|notes?))`,
  },
  'pretend-no-warning': {
    technique: 'use-despite-warning',
    weight: 6,
    pattern: r`\<(?:pretend|assume|suppose|imagine|act~as~(?:if|though)|behave~as~(?:if|though))~(?:that~)?(?:(?:the~)?(?:tool~|function~)?[a-z][a-z0-9]{1,15}_[a-z0-9_]{2,30}~(?:${anyWord}~){0,2}?(?:carries|has|had|contains|comes~with)~no~(?:warnings?|restrictions?|notes?|labels?)|(?:the~|its~)?${warning}~(?:on|of|for|about|in)~(?:the~)?[a-z][a-z0-9]{1,15}_[a-z0-9_]{2,30}~(?:${anyWord}~)?(?:did~not~exist|does~not~exist|were~not~there|was~never~written|is~gone|says~(?:that~)?(?:it~is~|it's~)?${safe})|(?:the~)?${warning}~(?:on|of|for|about|in)~(?:the~|any~|this~)?tools?(?:'s)?~(?:metadata|descriptions?|docs|documentation|docstrings?|definitions?|annotations?)~(?:did~not~exist|does~not~exist|do~not~exist|were~not~there|are~gone|did~not~apply|do~not~apply))\>`,
  },
  'warning-not-binding': {
    technique: 'disable-safeguards',
    // Changelogs contain such text as well, so a finding requires a call of a sensitive tool in addition.
    weight: 3,
    pattern: r`\<(?:(?:${warning}|polic(?:y|ies)|approvals?|protections?)(?:~${anyWord}){0,5}?~(?:is|are|was|were|as)~(?:${anyWord}~){0,2}?(?:not~(?:enforced|binding|required|relevant)|no~longer~(?:enforced|binding|required|needed)|historical|legacy|written~for|non-?existent)|[a-z][a-z0-9]{1,15}_[a-z0-9_]{2,30}~(?:tool~|function~)?(?:no~longer~(?:needs?|requires?)|does~not~(?:need|require)|needs~no)~(?:any~)?(?:approvals?|confirmations?|review|permission)|without~(?:looking~at|reading|checking)~(?:its|the)~(?:${anyWord}~)?(?:descriptions?|docstrings?|documentation|warnings?|notes?)|(?:was|has~been|is|were)~(?:now~)?(?:re)?classified~as~(?:public|safe|harmless|low)|(?:docstrings?|descriptions?|documentation|labels?|warnings?)~(?:says?|warns?|tells?~you|asks?~you)~(?:not|never)~to~(?:call|use|run|invoke)~it|(?:disregard|ignore|skip|overlook|dismiss)(?:~${anyWord}){1,5}?~(?:labels?|warnings?|notes?|restrictions?|cautions?)~(?:on|of|in|for)~(?:the~)?[a-z][a-z0-9]{1,15}_[a-z0-9_]{2,30}|treat(?:~${anyWord}){1,5}?~(?:labels?|warnings?|notes?|restrictions?)~(?:on|of|in|for)~[a-z][a-z0-9]{1,15}_[a-z0-9_]{2,30}~as~(?:non-?existent|void|absent|outdated))\>`,
  },
  'warning-discredited': {
    technique: 'disable-safeguards',
    // Bug reports contain such text as well, so a finding requires a demand for credentials in addition.
    weight: 2,
    severity: 'low',
    pattern: r`\<(?:${doubtedWarning}(?:~${anyWord}){0,8}?~(?:outdated|void|wrong|false|typos?|mistakes?|errors?|advisory|weight|lifted|disabled|suspended|compromised|rewritten|deprecated|leftover|obsolete|removed|untrusted|formality|historical|legacy|incorrect|irrelevant|boilerplate|accident|meaningless|noise|off|reset|placeholders?|nonsense|stale|optional|inactive|relaxed|paused|superseded|unreliable|redundant|exaggerated|external|swapped|informational|unread|ignored|skipped|revoked|waived|bypassed|overridden|edited|unenforced|(?:not|n't|hasn't|don't|doesn't|cannot|no~longer|can't|isn't|aren't)~(?:${anyWord}~){0,2}?(?:apply|trusted|enforced|binding|valid|relied|reliable|updated|relevant|meant|needed|cover|matter))|(?:revoke|lift|believe|ignor(?:e|ing)|skip(?:ping)?|bypass(?:ing)?|overlook(?:ing)?|disregard(?:ing)?|circumvent|override|waiv(?:e|ing)|dismiss|neglect|attention~to|opposite~of|regardless~of|despite|whatever|in~spite~of|never~mind)(?:~${anyWord}){0,5}?~(?:tool~)?${doubtedWarning}|(?:false|wrong|fake|outdated|misleading)~${doubtedWarning}|although~it~is~(?:marked|labell?ed|flagged)~(?:as~)?(?:unsafe|dangerous|restricted))\>`,
  },
  'call-it': {
    weight: 1,
    severity: 'low',
    // The lookbehind follows the verb. Before the verb, it would run at every position of the text.
    pattern: r`\<(?:(?:call|use|execute|run|invoke)(?<!\<(?:not|n't|never)~[a-z]{2,7})~it|go(?<!\<(?:not|n't|never)~go)~ahead~and~(?:call|use|execute|run|invoke))\>`,
  },
  'credential-tool': {
    weight: 2,
    severity: 'low',
    pattern: r`\<(?:show|get|dump|read|list|fetch|reveal|export|retrieve)_(?:[a-z]{1,12}_){0,2}(?:credentials?|passwords?|secrets?|tokens?|keys?|vault|env)\>`,
  },
  'self-approval': {
    technique: 'no-confirmation',
    weight: 5,
    weightInDescriptions: 6,
    pattern: r`\<(?:(?:authori[sz]ed|allowed|permitted|entitled|cleared|licensed|free)~to~(?:bypass|skip|override|ignore|omit|avoid)~(?:the~|any~|all~)?(?:user~|human~|manual~)?(?:confirmations?|approvals?|consent|permissions?|prompts?)|(?:always|automatically)~(?:approve|accept|confirm|allow|grant)~(?:its|all~its|all|any|every|these|this~tool's)~(?:tool~)?(?:calls?|requests?|actions?|operations?|prompts?)(?:~automatically)?|(?:bypass|skip)~(?:the~)?confirmation~(?:step|dialog|prompt)~and\>)`,
  },
  'call-named-tool': {
    // Legitimate texts also tell agents which tools to call, so this signal has a low weight.
    weight: 1,
    severity: 'low',
    pattern: r`\<(?:execute|invoke|call|run)~(?:the~)?[a-z][a-z0-9]{1,15}_[a-z0-9_]{2,30}\>`,
  },
});
