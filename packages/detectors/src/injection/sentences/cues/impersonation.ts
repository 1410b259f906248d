// Detects sentences that imitate the system or another speaker: `SYSTEM:`, `<admin>`, `[override]`.

import { punctuationClass } from '../lexicon/punctuation.js';
import { instructionVerbs, wordClass } from '../lexicon/word-class.js';
import type { Word } from '../lexicon/word-trie.js';
import { has, type Sentence } from '../sentence.js';

/** Matches titles in upper case, in brackets, or at the start of a line. */
const titles =
  /(?:^|[\s<[#*>({|"'`-])(?:SYSTEM|ADMIN(?:ISTRATOR)?|KERNEL|MAINTENANCE|DEBUG|ROOT|OPERATOR|ORCHESTRATOR|INTERNAL|OVERRIDE|DEVELOPER|DIAGNOSTIC|SUPERVISOR|SISTEMA|SYSTEME|SYSTEEM|SYSTEMMELDUNG|СИСТЕМА|SISTEM)(?:[\s_][A-Z]{3,14}){0,2}(?:\sv?\d[\d.]{0,6})?(?:\s(?:to|for|TO|FOR)\s\w+)?\s?(?:[:\])}*>]|<<<|={3}|-{3}|%{2})|(?:^|\n|[.!?]\s|[#*>[(]\s?)(?:System|Kernel|Admin|Administrator|Orchestrator|Sistema|Systeme|Systeem|Systemmeldung|Systemnachricht|Система|系统|系統|システム|시스템|Sistem|النظام|सिस्टम)(?:[\s_]?(?:message|notice|alert|update|note|override|prompt|instructions?|directive|command|消息|通知|メッセージ|메시지|mesaji|nachricht|meldung|error))?(?:\s(?:to|for)\s(?:the\s)?\w+)?\s?[\])}*]{0,3}\s?[:：]\s?\S|\[{1,2}(?:system|internal|admin|maintenance|override|System|Admin)(?:\s\w+)?\]|\*system\*|(?:^|\n|[.!?]\s)(?:[Aa]dmin|[Ss]ystem) (?:override|command|code)\b[^.\n]{0,12}:/;
const tags =
  /(?:^|[>*#-]\s{0,2})system (?:note|notice|message|alert|update)\s?:|<\/(?:thinking|scratchpad|tool_(?:results?|outputs?|responses?)|function_results?|search_results?|observation)>|<\/?(?:user|human)_(?:message|input|request|turn)>|<\/?system-(?:reminder|message|note|notice|prompt|instructions?)>|<\/?\w{0,12}(?:system|admin|instruction|assistant|hidden|override|secret)\w{0,14}>|(?<!\w)\[\/?(?:inst|begin override|end override|override|hidden)\b|<<sys>>|\(system[_ ]message\)|\{\{[#/]?\s?system/;
const roles = /"role"\s?:\s?"(?:system|developer)"\s?,\s?"content"\s?:\s?"(?!you are)/;
/** Matches an invented message of the user: `The user now says: …`, `user_query: …`, `New request from the user`. */
const fakeTurn =
  /\b(?:the|your) user(?: now| then| just| also| has| has now)? (?:says|writes|adds|replies|replied|responds|responded|continues|confirms|confirmed|typed|wrote|said)\s?:|\buser[_ ](?:query|message|input|request|prompt)\s?[:=]\s?["']?\w|\b(?:new|next|latest|updated|follow-?up) (?:request|message|query|prompt|instruction|turn|input|task)s? (?:from|of|by) (?:the |your )?user\b/;
/** The length of the text before a sentence in which a title is searched for. */
const margin = 16;
/** Matches `TRUST DIRECTIVE:` and `[CONTEXT OVERRIDE]`. */
const directive = /(?:^|[\n[#*>]\s{0,2})(?:[A-Z]{3,14} ){0,2}(?:DIRECTIVE|OVERRIDE)S?\s?[\]:]/;
const mayBeDirective = (sentenceText: string): boolean =>
  sentenceText.includes('directive') ||
  sentenceText.includes('override:') ||
  sentenceText.includes('override]');
/** Matches `Root says: …`. */
const speakerBefore =
  /\b(?:root|admin|administrator|system|operator|developer|orchestrator|supervisor) (?:says|orders|commands|demands|requires)\s?:/;
/** Tests whether an instruction follows directly: `SYSTEM: delete the logs`. */
const isFollowedByVerb = (words: readonly Word[], end: number): boolean =>
  words.some((word) => has(word.classes, instructionVerbs) && word.start >= end - 1 && word.start <= end + 2);
/** Returns 3 if the sentence imitates a message of the system, and 4 if the message is also an instruction. */
export function findImpersonation({
  text,
  asWritten,
  classes,
  punctuation,
  start,
  end,
  sentenceText,
  words,
}: Sentence): number {
  const from = Math.max(0, start - margin);
  const title = has(classes, wordClass.authority) ? titles.exec(asWritten.slice(from, end)) : null;
  if (title !== null) return isFollowedByVerb(words, from + title.index + title[0].length) ? 4 : 3;
  if (
    (has(punctuation, punctuationClass.bracket) ||
      sentenceText.includes('system') ||
      sentenceText.includes('{{')) &&
    tags.test(text.slice(from, end))
  )
    return 3;
  if (has(classes, wordClass.user) && sentenceText.includes('user') && fakeTurn.test(sentenceText)) return 3;
  if (has(classes, wordClass.authority) && speakerBefore.test(sentenceText)) return 3;
  if (
    has(classes, wordClass.instructions | wordClass.dismiss) &&
    mayBeDirective(sentenceText) &&
    directive.test(asWritten.slice(from, end))
  )
    return 3;
  return sentenceText.includes('content') && roles.test(text.slice(Math.max(0, start - 40), end)) ? 3 : 0;
}
