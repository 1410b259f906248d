// Sentences that pass for the words of the system around them: `SYSTEM:`, `<admin>`, `[override]`.

import { has, type Sentence } from './sentence.js';
import { sign } from './signs.js';
import { wordClass as is } from './word-class.js';

/** In capitals or in brackets, or at the start of a line. */
const titles =
  /(?:^|[\s<[#*>({|"'`-])(?:SYSTEM|ADMIN(?:ISTRATOR)?|KERNEL|MAINTENANCE|DEBUG|ROOT|OPERATOR|ORCHESTRATOR|INTERNAL|OVERRIDE|DEVELOPER|DIAGNOSTIC|SUPERVISOR|SISTEMA|SYSTEME|SYSTEMMELDUNG|СИСТЕМА|SISTEM)(?:[\s_][A-Z]{3,14}){0,2}(?:\sv?\d[\d.]{0,6})?(?:\s(?:to|for)\s\w+)?\s?(?:[:\])}*>]|<<<|={3}|-{3}|%{2})|(?:^|\n|[.!?]\s|[#*>[(]\s?)(?:System|Kernel|Admin|Administrator|Orchestrator|Sistema|Systeme|Systemmeldung|Systemnachricht|Система|系统|系統|システム|시스템|Sistem|النظام|सिस्टम)(?:[\s_]?(?:message|notice|alert|update|note|override|prompt|instructions?|directive|command|消息|通知|メッセージ|메시지|mesaji|nachricht|meldung|error))?(?:\s(?:to|for)\s(?:the\s)?\w+)?\s?[\])}*]{0,3}\s?[:：]\s?\S|\[{1,2}(?:system|internal|admin|maintenance|override|System|Admin)(?:\s\w+)?\]|\*system\*|(?:^|\n|[.!?]\s)(?:[Aa]dmin|[Ss]ystem) (?:override|command|code)\b[^.\n]{0,12}:/;
const tags =
  /(?:^|[>*#-]\s{0,2})system (?:note|notice|message|alert|update)\s?:|<\/(?:thinking|scratchpad|tool_(?:results?|outputs?|responses?)|function_results?|search_results?|observation)>|<\/?(?:user|human)_(?:message|input|request|turn)>|<\/?system-(?:reminder|message|note|notice|prompt|instructions?)>|<\/?\w{0,12}(?:system|admin|instruction|assistant|hidden|override|secret)\w{0,14}>|(?<!\w)\[\/?(?:inst|begin override|end override|override|hidden)\b|<<sys>>/;
const roles = /"role"\s?:\s?"(?:system|developer)"\s?,\s?"content"\s?:\s?"(?!you are)/;
/** A title may stand before what a sentence begins with. */
const margin = 16;

/** 3 when it looks like the system's own words. */
export function findFrame({ text, asWritten, classes, signs, start, end, said }: Sentence): number {
  const from = Math.max(0, start - margin);
  if (has(classes, is.rank) && titles.test(asWritten.slice(from, end))) return 3;
  if ((has(signs, sign.bracket) || said.includes('system ')) && tags.test(text.slice(from, end))) return 3;
  return said.includes('content') && roles.test(text.slice(Math.max(0, start - 40), end)) ? 3 : 0;
}
