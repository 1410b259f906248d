// Signals of exfiltration: secrets or private data are revealed or sent to a target that the attacker can read.

import { createSignals } from '../signal.js';
import { isForbidden, isHypothetical, isReportedSpeech } from './context-checks.js';
import data from './data/exfiltration.json' with { type: 'json' };
import { anyWord, secrets, wholeWord } from './vocabulary.js';

const r = String.raw;

const send = r`(?:send|post|upload|forward|e-?mail|mail|transmit|submit|append|attach|include|put|paste|encode|copy|leak|exfiltrate|share|write|add|embed|deliver|publish|push|pass)`;
const privateItem = r`(?:\x7e/\.[a-z]{2,12}[\w./-]{0,40}|(?:private|ssh|signing|encryption)~keys?|ssh-keys?|id_rsa|id_ed25519|\.env\>|\.netrc|\.npmrc|credentials~file|/etc/(?:passwd|shadow)|(?:all|every|the|any)~(?:\p{L}{2,12}~){0,2}(?:passwords|secrets|credentials|api~keys|access~tokens|environment~variables|env~vars|cookies)|environment~variables|(?:chat|conversation|message)~history|(?:full|entire|whole|complete)~(?:chat|conversation|transcript|message~history)|conversation~so~far|(?:user's|users'|their)~(?:\p{L}{2,10}~){0,2}(?:messages|prompts?|history|conversation|e-?mails|files)|lines?~that~contains?~\p{L}{0,6}(?:key|secret|token|password)|customer~(?:list|data|table)|employee~(?:list|data|table)|system~prompt)`;
const destination = r`(?:https?:/|[\w.+-]{1,40}@[\w-]{1,30}\.|paste~?bin|web-?hook|query~string|(?:issue|pull~request|pr)~comment|(?:the~)?(?:url|channel|gist|forum|form)\>|[\x60"']?\w{2,20}[\x60"']?~(?:argument|parameter|field)|(?:argument|parameter|field)\>|bcc|(?:the~)?address~below|feedback~tool|#\w{2,20})`;
const handOver = r`(?:send|post|upload|forward|e-?mail|mail|transmit|submit|append|attach|include|put|paste|copy|leak|exfiltrate|share|write|deliver|publish|push|pass|relay|dump|hand|supply|feed|prepend|place|stash|return|quote|provide|add|zip|move|encode|base64-?encode|collect|save|make~a~request|load|write~down|give~me|print|export|route|hand~over|transfer)`;
const privateData = r`(?:(?:the~|each~|every~|all~)?users?'?s?~(?:${anyWord}~){0,2}?(?:passwords?|cookies?|tokens?|credentials?|api~keys?|keys|messages?|history|conversations?|e-?mails?|contacts|files|\.npmrc|data|password)|(?:saved|stored|private|confidential|internal)~(?:${anyWord}~)?(?:passwords?|keys?|messages?|channels?|folder|files?|documents?|records|notes|data|repositor(?:y|ies))|(?:all|every|each|the~names~and)~(?:${anyWord}~){0,4}?(?:passwords?|secrets|credentials?|tokens|api~keys|keys|contacts|customers?|customer~records|phone~numbers|environment~variables?|private~\p{L}{3,10}|invoices|e-?mails|mails|messages|files|logs|users)|(?:session|auth)~(?:cookies?|tokens?)|access~token~you|address~book|contact~list|key~?chain|wallet(?:\.dat)?|seed~phrase|(?:chat|conversation)~(?:so~far|log|transcript|history)|(?:full|entire|whole|complete)~(?:chat|conversation|context|transcript|user~request|message~history)|(?:last|latest|previous)~(?:\d{1,3}~|few~|three~|${anyWord}~)?(?:messages|e-?mails)|context~window|your~(?:memory|context|configuration|instructions|system~prompt|initial~prompt)|system~prompt|\x7e?/?\.(?:env|ssh|aws|netrc|npmrc|kube|gnupg|config/gcloud|cursor|bash_history|git-credentials)\>[\w./-]{0,40}|id_rsa|id_ed25519|/etc/(?:passwd|shadow)|private~keys?|[a-z]{2,12}_api_key\>|secret~(?:key|token|folder)|(?:database|sqlite)~(?:dump|file|database)|sqlite~database|browser~profile|reset~codes?|social~security~number|card~number|bank~statement|output~of~[\x60"']?(?:env|printenv)|customer~(?:list|data|records)|list~of~(?:all~)?(?:customers|users|employees|clients))`;
const recipient = r`(?:https?:/|[\w.+-]{1,40}@[\w-]{1,30}\.|\+\d{1,3}[\s\d-]{5,16}|(?:[a-z0-9-]{1,30}\.){1,3}(?:example|com|net|org|io|xyz|ru|cn|top|dev|me|info)\>|paste~?bin|transfer\.sh|web-?hook|ftp\>|dns~lookup|query~string|commit~message|(?:pull~request|pr|issue|ticket)~(?:description|comment|body)|comment~on|public(?:ly)?\>|gist|file~name|#\w{2,20}|(?:my|our)~(?:server|host|endpoint|address|site|inbox|webhook)|(?:the~)?(?:server|host|address|endpoint|number|form|link|account|url)~(?:below|above|in~the|at|mallory)|address~in|this~(?:link|address|url|page|issue|endpoint|mail|tool)|shared~folder|next~(?:request|page|tool~call|call|message)|(?:argument(?!~list)|parameter|field|header)\>|[\x60"'][a-z_]{1,20}[\x60"']|(?:to|into|in|of)~the~(?:query|body|file~name|form|url|search|reply)|your~(?:answer|reply|response|next)|code~block)`;

export const exfiltrationSignals = createSignals(data, {
  'send-secrets': {
    weight: 4,
    severity: 'critical',
    windowRadius: 170,
    // The lookahead is atomic: it stops at the first secret, because trying all later ones would be fifty times
    // slower.
    pattern: r`\<(?:send|post|upload|forward|e-?mail|transmit|leak|exfiltrate|deliver|submit|append|share|attach|encode|embed|copy|write|dump|collect|gather|harvest|steal|extract|transfer)\>(?=([^.!?]{0,60}?\<${secrets}\>))\1[^.!?]{0,50}?\<(?:to|at|via|into|in|as|through|using)\>`,
    // Excludes statements in documents about what an attacker can do.
    accept: (match, window) =>
      !/\b(?:how|why|can i|should i)\b/i.test(match[0]) && !isHypothetical(match, window),
  },
  'send-all-secrets': {
    weight: 2,
    pattern: r`\<(?:send|post|upload|forward|e-?mail|transmit|leak|exfiltrate|append|share|attach|dump|collect|copy)~(?:all|every|any|the~(?:entire|full|contents?|whole|user's)|contents?~of|their)\>[^.!?]{0,60}\<${secrets}\>`,
  },
  'send-to-address': {
    weight: 2,
    severity: 'medium',
    pattern: r`\<(?:send|post|upload|forward|e-?mail|transmit|deliver|submit|leak)~(?:it|them|this|everything|that|those|all~of~it|the~(?:contents?|results?|output|data|file|summary|key))\>[^.!?]{0,40}\<to~(?:the~|this~|my~|our~)?(?:https?:|[\w.+-]{1,40}@|webhook|address~below|attacker|server~at|url)`,
  },
  'include-history': {
    weight: 3,
    pattern: r`\<(?:with|including|pass|include|append|attach|send|put)~(?:the~)?(?:full|entire|complete|whole|all)~(?:of~the~)?(?:chat|conversation|message|session)(?:~(?:history|log|transcript|so~far|context))?\>`,
  },
  'reveal-prompt': {
    weight: 5,
    pattern: r`\<(?:reveal|show|print|output|repeat|display|disclose|leak|dump|expose|recite|tell~(?:me|us)|give~(?:me|us)|write~(?:out|down)|share|return|echo|spell~out|translate|summari[sz]e|copy|provide)(?:~(?:me|us|all|of|the|your|full|entire|complete|exact|whole|verbatim|word~for~word|back|out|to|contents?|text|its|current|own|above|everything|in)\>){0,6}~(?:your~(?:\p{L}{1,12}~)?(?:prompts?|instructions?|guidelines|rules)|(?:system|initial|hidden|secret|original|internal|developer|base|first|confidential|above|previous|pre)~?(?:prompts?|instructions?|message|guidelines))\>`,
    // Excludes the documentation of a setting: `False` to return the first message.
    accept: (match, window) =>
      !isReportedSpeech(match, window) &&
      !/` to $/.test(window.slice(Math.max(0, match.index - 5), match.index)),
  },
  'reveal-credentials': {
    weight: 4,
    pattern: r`\<(?:show|retrieve|access|reveal|display|dump|print|expose|leak|give~me|hand~me|hand~over|produce|output|fetch|list|get|need|return)(?:~(?:me|us|the|all|your|any|users?|admin|root|and|their|stored|saved|to~show)\>){0,5}~(?:credentials|passwords|secrets|api[ _-]?keys|private~keys|access~tokens)(?!\p{L}|_|~(?:from|in|via|for~(?:your|the)~\p{L}{1,20}~(?:account|api|service)))`,
    // Excludes documentation: a name in backticks, and `To list API keys, open …`.
    accept: (match, window) => {
      const { 0: text, index } = match;
      return (
        window[index - 1] !== '`' &&
        !isForbidden(match, window) &&
        !/\brefuses? to $/i.test(window.slice(Math.max(0, index - 12), index)) &&
        !(
          /(?:^|[.!?\n]\s{0,3})to\s$/i.test(window.slice(Math.max(0, index - 8), index)) &&
          /^[^.!?\n]{0,40},/.test(window.slice(index + text.length, index + text.length + 42))
        )
      );
    },
  },
  'call-credential-tool': {
    weight: 4,
    pattern: r`\<(?:call|execute|run|invoke|use|trigger)~(?:the~)?(?:show|get|dump|read|list|fetch|reveal|print|export|view|retrieve)_(?:[a-z]{1,12}_){0,2}(?:credentials?|passwords?|secrets?|tokens?|keys?|vault|env)\>`,
  },
  'read-private-file': {
    weight: 4,
    weightInDescriptions: 6,
    pattern: r`\<(?:read|open|load|access|cat|include|fetch|get|retrieve|send|print|show|output|look~at|check|scan|copy)(?:~(?:the|all|contents?|content|of|file|files|first|from|user's|your|in|at|any|local)\>){0,5}[\s"'\x60(\[]{1,4}(?:\x7e/|\$home/|/home/\p{L}{1,20}/|/root/|%userprofile%[\\/]|\.{0,2}/)?(?:\.ssh\b|\.ssh/\w{0,20}|\.aws/credentials|/?etc/(?:passwd|shadow)|id_rsa|id_ed25519|\.env\b(?!\.(?:example|sample|template|dist))|\.config/gh|\.cursor/mcp\.json|\.netrc|\.kube/config|\.gnupg|\.git-credentials)`,
    accept: (match, window) =>
      !isForbidden(match, window) &&
      !/^[\w/.-]{0,40}\.pub\b/.test(window.slice(match.index + match[0].length)),
  },
  'exfiltrate-data': {
    weight: 4,
    pattern: r`\<(?:exfiltrate|steal|leak)~(?:all|the|any|every|user|their|this|its|sensitive|private|customer)\>`,
  },
  'image-beacon': {
    weight: 4,
    pattern: r`(?:!\[(?:[^\]\n!]|!(?!\[)){0,60}\]\(|<img[^>\n]{0,60}src=["']?)https?://[^\s)"'>]{1,100}[?&/=](?:\{{1,2}|\[|<|\$\{|%7b)[^)\n]{0,40}(?:data|secret|key|token|prompt|history|conversation|content|message|password|summary)`,
  },
  'send-private-data': {
    weight: 6,
    severity: 'critical',
    windowRadius: 200,
    secondLiterals: [...data['send-private-data'].secondLiterals, ...wholeWord('pass')],
    pattern: r`\<(?:${send}\>(?=([^.!?]{0,60}?${privateItem}))\1[^!?]{0,80}?\<(?:to|at|in|into|via|through|as|using|by|with|on|under)~(?:the~|an?~|this~|my~|our~|its~|your~|mail~to~){0,2}(?:\p{L}{2,12}~){0,2}${destination}|(?:read|open|get|take|gather|collect|fetch|load|summari[sz]e|cat|encode)\>(?=([^!?]{0,40}?${privateItem}))\2[^!?]{0,80}?\<${send}~(?:it|them|those|these|that|the~(?:result|output|contents?|values?|file))\>[^!?]{0,60}?${destination})`,
    accept: ([text]) =>
      !/\b(?:how to|you can|users can|may|never|do not|don't|must not|without|public (?:ssh )?key)\b/i.test(
        text,
      ),
  },
  'image-beacon-conversation': {
    technique: 'send-private-data',
    weight: 6,
    severity: 'critical',
    pattern: r`(?:!\[(?:[^\]\n!]|!(?!\[)){0,60}\]\(|<img[^>\n]{0,60}src=["']?)https?://[^\s)"'>]{1,100}[?&/=](?:\{{1,2}|\[|<|\$\{|%7b)[^\s)]{0,40}(?:conversation|history|transcript|secret|password|api_?key|system_?prompt|messages)`,
  },
  'secret-file-in-command': {
    technique: 'send-private-data',
    weight: 6,
    severity: 'critical',
    pattern: r`\<(?:(?:curl|wget|scp|nc|invoke-webrequest)\s[^\n]{0,120}?(?:@|<\s?|\s|=)(?:\x7e|\$home|/root|/home/\w{1,20})?/?(?:\.ssh/|\.aws/|\.env\>|\.netrc|\.npmrc|etc/(?:passwd|shadow)|id_rsa|id_ed25519)|(?:cat|base64)\s[^\n|]{0,60}(?:\.ssh/|\.aws/|\.env\>|\.netrc|id_rsa|/etc/(?:passwd|shadow))[^\n|]{0,40}\|[^\n]{0,60}\<(?:curl|wget|nc)|(?:env|printenv)\s?\|[^\n]{0,60}\<(?:curl|nc|wget))`,
  },
  'hand-over-private-data': {
    technique: 'send-private-data',
    weight: 6,
    severity: 'critical',
    windowRadius: 180,
    secondLiterals: [...data['hand-over-private-data'].secondLiterals, ...wholeWord('pass')],
    // The lookahead is atomic: it stops at the first private item, because trying all later ones would be slow.
    pattern: r`\<${handOver}\>(?=([^.!?]{0,48}?(?<![\w/.])${privateData}))\1[^!?]{0,90}?\<(?:to|at|in|into|via|through|as|using|by|with|on|under|of)(?:~${anyWord}){0,4}?~(?:${recipient}|url\>)|\<(?:grab|take|list|read|open|collect|get|fetch|gather|extract|find|look~up|zip|encode|locate)\>(?=([^.!?]{0,48}?(?<![\w/.])(?:${privateData}|credentials|passwords)))\2[^.!?]{0,60}?\<(?:and|then)~(?:${handOver}|use)~(?:it|them|that|those|the~\p{L}{3,10})\>[^!?]{0,50}?${recipient}|\<(?:post|request|send|submit|upload|call|get)\>[^.!?]{0,24}?(?:https?://|(?<![a-z0-9-])(?:[a-z0-9-]{1,63}\.){1,3}[a-z]{2,8}/)[^\s]{0,80}\s{1,2}(?:with|containing|followed~by|carrying|including)\>[^.!?]{0,40}?(?<![\w/.])${privateData}`,
    accept: ({ 0: text, index }, window) =>
      !/\b(?:how to|you can|users can|may|never|do not|don't|must not|without|should not|\.pub\b|\bxargs|authorization|header)\b/i.test(
        text,
      ) &&
      !/\b(?:never|do not|don't|must not|not|how do i|how to|can i|to|will|can|could|may|might|would|that|which)\s+$/i.test(
        window.slice(Math.max(0, index - 16), index),
      ),
  },
  'print-prompt': {
    technique: 'reveal-prompt',
    weight: 6,
    pattern: r`\<(?:print|repeat|output|show|reply~with|respond~with|write(?:~down|~out)?|send|dump|reveal|disclose|state|give|display|list|return|tell|submit|recite|leak)(?:~(?:me|us|all|of|the|full|text|every|words?|exact|complete|verbatim|entire|contents?)\>){0,6}~(?:your~(?:${anyWord}~)?(?:configuration|instructions|prompt|hidden~\p{L}{3,14}|rules|memory)(?:~word~for~word|~verbatim|~for~debugging|~in~a~code~block)?|(?:text|words|messages?)~(?:above|that~precedes?)|hidden~(?:rules|configuration|prompt|instructions)|configuration~you~run~with|instructions~you~were~given|message~that~precedes~this|internal~instructions|(?:tools|functions)~you~(?:have|can~call))\>|\<(?:tell|show|give|send)~(?:me|us)(?:~${anyWord}){1,6}?~your~(?:system~prompt|initial~prompt|hidden~instructions)\>`,
    accept: ({ 0: text, index }, window) =>
      !/^(?:write|show|list|give|tell)\b.*\byour (?:configuration|memory|rules)$/i.test(text) &&
      // Excludes `Let the students repeat the text above`, which describes an exercise.
      !/\b(?:let|make|have) (?:the |your )?(?:models?|students?|pupils?|learners?|readers?|children|participants|them) $/i.test(
        window.slice(Math.max(0, index - 32), index),
      ),
  },
});
