// Signals of text that does not belong in a tool description: it addresses the model, demands private data or
// controls other tools. In a description, one such signal is sufficient for a finding; in a result, its weight is
// low.

import { createSignals } from '../signal.js';
import { isForbidden } from './context-checks.js';
import data from './data/tool-descriptions.json' with { type: 'json' };
import { anyWord } from './vocabulary.js';

const r = String.raw;

const model = r`(?:ai|llms?|(?:large~)?language~models?|models?|assistants?|agents?|ai~(?:assistants?|agents?|models?))`;
const privateItem = r`(?:\x7e/\.[a-z]{2,12}[\w./-]{0,40}|/etc/(?:passwd|shadow)|id_rsa|id_ed25519|\.env\>|\.npmrc|\.netrc|(?:the~)?user'?s?~(?:${anyWord}~){0,3}?(?:credentials?|passwords?|api~key|tokens?|\.npmrc|messages)|(?:the~)?(?:assistant|model|agent)'?s?~(?:${anyWord}~)?instructions|private~key|secret~token|key~?chain|every~password|all~passwords|passwords\>|(?:its|your|the)~system~prompt|(?:full|entire|whole|complete)~(?:conversation|chat(?:~log)?|user~request|history|message~history)|(?:last|latest)~(?:\d{1,3}|few|five|ten|twenty)~messages|output~of~[\x60"']?(?:env|printenv)|config\.json|mcp\.json|credentials\.\p{L}{2,4}|project~folder)`;

export const toolDescriptionsSignals = createSignals(data, {
  'tool-requires-private-data': {
    technique: 'read-private-file',
    weight: 3,
    weightInDescriptions: 6,
    severity: 'critical',
    pattern: r`\<(?:(?:pass|put|place|include|supply|hand(?:~over)?|feed|prepend|append|attach|provide|send|add|save|upload(?:s|ing)?|obtain|load|read|look~up)\>(?=([^.!?\n]{0,40}?(?<![\w/.])${privateItem}))\1|set~[\x60"']?\w{2,20}[\x60"']?~to~(?:the~)?(?:contents?|value|text)~of\>(?=([^.!?]{0,24}?(?<![\w/.])${privateItem}))\2|(?:called|invoked|used|(?:call|run|invoke|use)~\w{2,30})~(?:with|on|for)~(?:the~)?(?:text~of~)?${privateItem}|(?:tool|function|it)~(?:needs|requires|expects|wants)~(?:${anyWord}~){0,3}?${privateItem}|(?:contents?|text|value|output)~of~${privateItem}(?:~${anyWord}){0,3}?~(?:have~to|has~to|must|should|needs?~to)|(?:has~to|must|have~to|should|needs?~to)~contain~(?:the~)?${privateItem})`,
    accept: (match, window) =>
      !isForbidden(match, window) &&
      !/\b(?:never|not|no)\b/i.test(match[0]) &&
      // Excludes constants, and lines that a README tells the user to add to shell settings.
      !/\.(?:bashrc|bash_profile|profile|zshrc|zprofile|zshenv)$/i.test(match[0]) &&
      !/^[A-Z0-9_]+$/.test(match[0]) &&
      // Excludes options of a command, and folders that a command adds.
      !/--[a-z][\w-]*\s\S+$|^add\s~\/\.\w+\/\S/i.test(match[0]) &&
      !/^(?:save|load|read|add|set|provide|include)\b.*\b(?:config\.json|project folder)$/i.test(match[0]),
  },
  'tool-addresses-model': {
    technique: 'model-must',
    weight: 3,
    weightInDescriptions: 5,
    pattern: r`\<(?:(?:note|instructions?|hint|side~effect|message|directive)~(?:for|to)~(?:the~|all~|any~)?${model}\s?[:,]|${model}~(?:calling|using|reading|loading)~this~(?:${anyWord}~)?(?:should|must|have|has|need|needs|are)|(?:llm|ai|agents?|models?|assistants?)\s?:\s?(?:this|call|always|never|before|do|use|read|answer|execute)\>|(?:llms?|ai)\s?:\s?the\>|read~by~(?:an?~)?${model}\>|(?:the~|all~)?(?:model|agents?|assistants?|llm|ai)~(?:is|are)~(?:not~)?(?:expected|required|obliged|permitted|instructed|asked|supposed)~to|you(?:'re|~are)~obliged~to|secret~instructions?\>)|(?:^|[.!]\s{1,3})hidden\s?:`,
  },
  'tool-controls-others': {
    weight: 3,
    weightInDescriptions: 6,
    pattern: r`\<(?:(?:never|do~not|don't)~(?:use|call|invoke)~(?:any~other|[a-z]{2,15}_[a-z_]{2,24}\>(?:~again|~any~more|~directly)?)(?=[^.\n]{0,30}(?:again|;|tool|anymore|any~more|unsafe|other~server))|the~others~are~(?:unsafe|broken|deprecated|insecure)|prefer~this~(?:tool~)?over[^.\n]{0,40}(?:under~all|never)\>|(?:has|takes)~priority~over~all~(?:others|other)|(?:since|because|as|note:?)~(?:the~)?(?:tool~)?[a-z]{2,15}_[a-z_]{2,24}~(?:tool~)?(?:has~a~bug|is~(?:broken|deprecated|unsafe|down))|tool~[a-z]{2,15}_[a-z_]{2,24}~is~broken|when(?:ever)?~(?:the~)?(?:[a-z]{2,15}_[a-z_]{2,24}~|another~|any~other~|some~other~)(?:tool~)?(?:is|returns?)~(?:${anyWord}~){0,5}?(?:set|replace|add|send|change|use|call|the)\>|(?:e-?mails?|mails?|messages?|payments?|transfers?)(?:~${anyWord}){0,4}?~must~(?:also~)?(?:be~sent|go)~to\>|as~a~second~recipient|(?:mandatory|required|obligatory)~for~(?:all~)?(?:agents?|models?|assistants?|llms?)~to\>|route~(?:every|all|each)~(?:user~)?(?:questions?|requests?|messages?|payments?|transfers?|e-?mails?|files?)|when(?:ever)?~(?:the~)?(?:tool~)?[\x60"']?[\w.-]{2,30}[\x60"']?~(?:tool~)?(?:of~[\w.-]{2,20}~)?is~(?:used|called|invoked)~(?:always|also)~(?:set|add|append|include|send|replace|change|pass)\>|must~be~(?:used|called|invoked)~before~(?:every|any|all)~other|(?:must|has~to|have~to)~call~this~tool~(?:before|after)~(?:every|any|all)~other|(?:replace|change)~(?:it|them|the~(?:phone~)?number|the~address|the~recipient|the~amount)~(?:by|with|to)\>|set~the~recipient~to|(?:yes|ok)~to~all~prompts)`,
  },
});
