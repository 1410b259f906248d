// Signals of harmful actions that a tool result has no reason to demand: deleting, paying, running commands,
// following remote instructions, suppressing the findings of a review.

import { createSignals } from '../signal.js';
import { isForbidden } from './context-checks.js';
import data from './data/harmful-actions.json' with { type: 'json' };
import { anyWord } from './vocabulary.js';

const r = String.raw;

export const harmfulActionsSignals = createSignals(data, {
  'harmful-action': {
    weight: 3,
    severity: 'medium',
    pattern: [
      r`\<(?:(?:disable|turn~off|switch~off|remove|deactivate)~(?:the~|all~|any~|user~)?(?:${anyWord}~)?(?:two-?~?factor|2fa|mfa|antivirus|firewall|logging|audit|authentication|protection|defender|confirmation~step)|(?:create|add|register)~(?:an?~|the~)?(?:new~)?(?:admin(?:istrator)?|root|owner)~(?:account|user)|git~push~-{0,2}force|(?:type|enter|submit|fill~in)~(?:in~)?(?:the~|your~)?(?:user's~|card~|account~)?(?:password|card~number|credentials|pin|token|cvv)|(?:cancel|close)~the~(?:user's~)?(?:subscription|account)|escalate~privileges)`,
      r`\<(?:(?:to|into)~authorized_keys|grant(?:ing)?~(?:${anyWord}~){0,2}?(?:write|full|admin|owner|root)~(?:permissions?|access|rights)|(?:run|execute|call|invoke|evaluate|use)~(?:the~|your~|this~|following~|a~){0,3}(?:${anyWord}~){0,3}?[\x60"']{0,2}(?:transfer_|payment|pay_|delete_|send_money|wire_|drop_|chmod\s777|python\s-c)|(?:change|set|switch)~(?:the~)?(?:user's~|\x60bcc\x60|bcc|payout|notification|recovery|billing)[^.\n]{0,40}?~(?:to|of)\>|run~destructive|allow~all\>)`,
      r`\<(?:make~(?:the~|this~|all~)?(?:private~)?(?:${anyWord}~)?(?:repositor(?:y|ies)|repo|folder|bucket|file|document|calendar)~public|(?:invite|add|grant|give|make)~[^\n]{2,60}?~as~(?:an?~)?(?:owner|admin(?:istrator)?|maintainer|editor)|(?:buy|purchase|book|order)~[^.\n]{2,40}?(?:card~on~file|stored~payment|saved~card|payment~method)|(?:execute|run)~(?:${anyWord}~){0,2}?(?:setup\.py|postinstall|[\w-]{2,20}\.(?:sh|ps1|exe|bat))|reconfigure~the~(?:mcp~)?client)`,
      r`\<(?:(?:delete|wipe|erase|remove|destroy)~(?:all|every|the|any)~(?:${anyWord}~){0,3}?(?:files?|tables?|branch(?:es)?|backups?|logs|repositor(?:y|ies)|repo|accounts?|users?|records|data|database|rows|folder|director(?:y|ies)|mails?|messages|confirmation~step)|drop~table|(?:write|append|add)[^.\n]{0,40}?(?:\.bashrc|\.zshrc|\.profile|crontab|rules~file|ci~configuration)|(?:store|save|remember)~(?:this~|the~following~)?in~your~(?:memory|rules))`,
      r`\<(?:(?:transfer|wire|pay|send)~(?:${anyWord}~){0,3}?(?:\d[\d.,]{0,10}~?(?:eur|usd|dollars|euros|btc|eth|%)|funds|money|the~invoice|it\>(?=[.!]))|(?:approve|merge)~(?:this|the)~(?:pull~request|pr|merge~request|change)~(?:and~merge|without~waiting))`,
    ],
    accept: (match, window) => !isForbidden(match, window),
  },
  'follow-remote-instructions': {
    weight: 6,
    windowRadius: 200,
    pattern: r`\<(?:fetch|get|load|open|read|download|visit|retrieve)~(?:the~|your~|new~|further~|these~|more~){0,3}(?:instructions?|orders|commands?|directives?|tasks?|steps|prompt)~(?:at|from|on|in|under)~https?://[^\s]{3,120}\s{1,3}and~(?:do|follow|execute|carry~out|obey|apply|perform)\>|\<(?:fetch|get|load|open|visit)~https?://[^\s]{3,120}\s{1,3}and~(?:do~(?:exactly~)?(?:what|as)|(?:follow|execute|obey|carry~out)~(?:the~|all~|its~|any~)?(?:instructions|orders|commands|what))\>`,
  },
  'run-command': {
    weight: 3,
    pattern: r`\<(?:run|execute|paste|type|enter|invoke)(?:~(?:the|this|following|command|commands|in|your|a|terminal|shell|code|it|on|these)\>){0,6}[\s:"'\x60$\n]{1,8}(?:(?:curl|wget)\s[^\n]{4,160}?\|\s?(?:sudo\s)?(?:ba|z)?sh\>|rm\s-rf\s[/\x7e$]|bash\s-[ci]\s|powershell\s-e|echo\s[^\n|]{8,120}\|\s?base64)`,
  },
  'pipe-to-shell': {
    weight: 3,
    pattern: r`\<(?:fetch|download|get|curl|wget|grab)\>[^\n]{0,80}https?://[^\n]{1,100}(?:pipe|feed|pass)~it~(?:in)?to~(?:ba)?sh\>`,
  },
  'act-regardless': {
    weight: 3,
    pattern: r`\<(?:(?:approve|merge|respond|answer|reply|accept|do~it|run~it|say~yes)[^.\n]{0,40}(?:no~matter~what|regardless~of~what)|do~whatever~(?:the~rest|this|it)|just~do~it|repeat~the~(?:confidential|hidden|secret|above)~?\p{L}{0,10}(?:~above)?~verbatim)\>`,
  },
  'suppress-review-finding': {
    weight: 3,
    pattern: [
      r`\<(?:ignore~the~(?:failing~tests?|vulnerabilit|warnings?~below|malware|security~(?:issue|finding))|mark~(?:the~|this~)?(?:build|file|check|pr|pull~request)~as~(?:green|safe|approved|passed|reviewed)|(?:merge|approve)~this~(?:pull~request|pr|change)~without~(?:review|checks?))`,
      r`\<(?:(?:do~not|don't|never)~(?:report|flag|mention|list)~(?:the|this|any|these)~(?:vulnerabilit|issue|bug|malware|finding|backdoor)|(?:say|state|report|claim|answer)~that~(?:the~|this~)?(?:code|file|package|tool|page|script)~is~(?:safe|clean|secure))`,
    ],
  },
});
