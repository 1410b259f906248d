// Signals of tool steering: the text specifies which tool to call, when, and with which arguments.

import { createSignals } from '../signal.js';
import { isForbidden } from './context-checks.js';
import data from './data/tool-steering.json' with { type: 'json' };
import { anyWord } from './vocabulary.js';

const r = String.raw;

/** Matches paths and words of private data. */
const privatePath =
  /~\/|\.env\b|\.ssh|\.aws|secret|credential|password|passwd|token|private|inbox|contacts|messages/i;
const discredited = r`(?:malicious|insecure|unsafe|deprecated|compromised|broken|dangerous|infected|untrusted)`;

export const toolSteeringSignals = createSignals(data, {
  'before-tool': {
    weight: 3,
    weightInDescriptions: 5,
    severity: 'medium',
    pattern: r`\<(?:(?:before|prior~to|when(?:ever)?|every~time|each~time)~(?:you~)?(?:us(?:e|ing)|call(?:ing)?|invok(?:e|ing)|run(?:ning)?|execut(?:e|ing))~(?:this|any|other|another|all|every|the~other)~(?:\p{L}{2,12}~)?(?:tools?|functions?))\>[^.\n]{0,40}\<(?:you~(?:must|should|have~to|need~to|will)|must|always|first|please|read|call|send|access|include|check|open)\>`,
  },
  'do-first': {
    weight: 4,
    pattern: [
      r`\<(?:before~(?:you~)?(?:can~|could~|do~|start~|begin~|continue~(?:with~)?)?(?:solv|answer|continu|proceed|complet|respond|do|perform|finish|reply|help)(?:e|ing|ed)?[^.\n]{0,80}\<(?:(?:do|follow|execute|perform|complete)~(?:all~of~)?(?:the~|these~)?(?:following|this|steps|next)|you~(?:must|need~to|have~to)~(?:first|do))|before~(?:answering|responding|replying|continuing|proceeding|doing~anything)[^.\n]{0,30}\<(?:call|invoke|run|execute|send|read|open|fetch|use~the))\>`,
      r`\<(?:(?:please~)?(?:do|execute|perform|complete)~(?:the~following|this|these~(?:steps|tasks))~first)\>`,
    ],
    // Project rules name files to read first, so reading counts only for private data.
    accept: ({ 0: text, index }, window) =>
      !/\b(?:read|open)$/i.test(text) ||
      privatePath.test(window.slice(index + text.length, index + text.length + 60)),
  },
  'call-tool-on-private-file': {
    weight: 6,
    severity: 'critical',
    pattern: r`\<(?:call|invoke|use|run)~(?:the~)?[\x60"']?[a-z]{2,15}_[a-z_]{2,24}[\x60"']?~(?:tool~)?(?:with|on|for)\>[^.!?]{0,24}?(?:/etc/(?:passwd|shadow)|[/*]\.(?:ssh|aws|gnupg|kube)/|id_rsa|id_ed25519|\.netrc|\.npmrc)`,
    accept: (match, window) => !isForbidden(match, window),
  },
  'call-tool-first': {
    weight: 3,
    weightInDescriptions: 4,
    pattern: [
      r`\<(?:(?:call|use|invoke|run|execute|trigger)~(?:the~)?["'\x60]?[\w.-]{2,40}["'\x60]?~(?:tool|function)~(?:first|immediately|now|right~away|instead|before|with~the~following|anyway|on~every|for~every|regardless)|(?:call|invoke|execute|run)~(?:this|the)~(?:tool|function)~(?:first|before~(?:any|every|each|all|other)|instead))\>`,
      r`\<(?:(?:next|every|each|subsequent|following|any~other)~tool~calls?)\>`,
    ],
    // Excludes `log every tool call` and similar phrases.
    accept: ({ index }, window) =>
      !/\b(?:log|logs|record|audit|review|approve|confirm|show|before|require approval for)\s$/i.test(
        window.slice(Math.max(0, index - 24), index),
      ),
  },
  'use-despite-warning': {
    weight: 3,
    pattern: r`\<(?:(?:use|execute|call|run|invoke)~(?:it|this|the~\w{2,30}|[a-z]{2,20}_[a-z_]{1,30})(?:~(?:tool|function))?~(?:anyway|regardless|even~if)|regardless~of~(?:its|the|any|what)~(?:tool~)?(?:description|warnings?|instructions?|restrictions?|says?))\>`,
  },
  'pass-in-parameter': {
    weight: 4,
    weightInDescriptions: 5,
    pattern: r`\<(?:pass|include|put|provide|send|insert|add|supply|write|place|paste|copy|append)(?:~(?:it|its|the|this|that|them|their|all|full|entire|contents?|result|output|data|file|files|as|conversation|history|of|user's|your)\>){1,7}~(?:as|in|into|to|via|through|using)(?:~(?:the~|an?~)?[\x60"']?[\w-]{2,24}[\x60"']?~(?:parameter|argument|field)\>|\s(?:the\s)?\x60[a-z_]{2,24}\x60)`,
    // Excludes pasting text into the fields of a form.
    accept: ([text]) => !/^(?:paste|copy|append)\b/i.test(text) || text.endsWith('`'),
  },
  'use-instead-of-other-tools': {
    weight: 2,
    weightInDescriptions: 4,
    severity: 'medium',
    pattern: [
      r`\<(?:(?:never|do~not|don't)~(?:use|call|invoke)~(?:any~)?(?:the~)?(?:other|original|real|official)~(?:\p{L}{2,14}~)?(?:tools?|functions?)|this~tool~must~be~(?:called|used|invoked)~(?:first|before))\>`,
      r`\<(?:(?:always|only|must(?:~always)?)~(?:use|call|invoke|prefer)~this~(?:tool|function|one~instead|instead))\>`,
      r`\<(?:(?:use|call)~this~(?:tool|function)?~?(?:instead~of|rather~than)~(?:the~|any~|other))\>`,
    ],
  },
  'use-before-other-tools': {
    technique: 'call-tool-first',
    weight: 2,
    weightInDescriptions: 4,
    pattern: r`\<(?:always~(?:call|use|invoke|run)~this~(?:tool|function)~(?:first|before)|(?:call|use|invoke|run)~this~(?:tool|function)~(?:first|before~(?:any|every|all|each|other))|this~(?:tool|function)~(?:replaces|supersedes|overrides)~(?:it|them|the|all|any|every)|this~(?:tool|function)~must~(?:always~)?be~(?:called|used|invoked|run)~(?:first|before|with~(?:the~)?(?:user's|full|entire|complete|whole)))\>`,
  },
  'control-other-tools': {
    weight: 2,
    weightInDescriptions: 4,
    pattern: [
      r`\<(?:the~[\w-]{3,30}~tool~(?:must|has~to|should)~(?:always~)?(?:use|send|include|call|pass|add|set|copy)|never~(?:use|call|invoke)~the~(?:original|other|built-?in|real|official)~[\w-]{3,30}|every~time~you~(?:call|use|invoke)~(?:it|this|any)[^.\n]{0,20}(?:also~)?(?:call|invoke|run|send|read))\>`,
      r`\<(?:(?:if|when)~other~tools~are~(?:present|available)|also~(?:call|invoke|run)~[a-z]{2,15}_[a-z_]{2,20})\>`,
    ],
  },
  'pass-whole-conversation': {
    technique: 'include-history',
    weight: 3,
    weightInDescriptions: 4,
    pattern: r`\<(?:(?:give|pass|send|hand)~(?:it|this~tool|them)~the~(?:full|entire|whole|complete)~(?:conversation|chat|history|context)|with~(?:the~)?(?:user's~)?(?:full|entire|whole|complete)~(?:message|chat|conversation)(?:~history)?|(?:pass|send|route)~the~contents?~of~(?:every|all|each)~files?)\>`,
  },
  'discredit-other-tools': {
    weight: 4,
    weightInDescriptions: 6,
    pattern: r`\<(?:(?:any|all|every|the)~others?~(?:[\w-]{2,20}~)?(?:tools?|functions?|servers?|plugins?)?|the~(?:[\w-]{2,20}~){1,2}(?:tool|server|plugin))~?(?:which~|that~)?(?:is|are|was|were|has~been|have~been)~(?:now~)?${discredited}(?:~${anyWord}){0,6}?~(?:do~not|don't|never|must~not|avoid|stop)~(?:use|using|call|calling|invoke|trust)\>`,
  },
  'always-read-private-file': {
    weight: 4,
    weightInDescriptions: 6,
    severity: 'critical',
    pattern: r`\<(?:always|first|also|must|must~always|must~first|whenever[^.\n]{0,30},)~(?:read|reads|open|opens|load|loads|cat|include|includes|fetch|execut(?:e|es)|runs?|send|copy|upload)\>[^.!?\n]{0,30}?(?:/etc/(?:passwd|shadow)|id_rsa|id_ed25519|\x7e?/?\.(?:ssh|aws|kube)/|\.netrc)`,
    accept: ([text]) => !/\.pub\b/.test(text),
  },
});
