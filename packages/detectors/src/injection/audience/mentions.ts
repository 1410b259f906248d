// Finds quotations that a text only mentions: samples in articles about attacks, and literals in tests, data sets and
// rules of filters. A quotation that the text around it tells the reader to follow is no mention, and neither is one
// with an address, a file or a command.

import type { Span } from '../../engine/normalize/position-map.js';
import { has } from '../sentences/sentence.js';
import { audienceClass } from './audience-class.js';
import { findAudienceWords } from './audience-lexicon.js';
import { harmful, mayQuote, quotation } from './reported-quotation.js';

/** Returns the spans of the contents of the mentioned quotations in a normalized text. */
export function findMentions(text: string): readonly Span[] {
  if (!mayQuote.test(text)) return [];
  const spans: Span[] = [];
  const literals: Span[] = [];
  let outside = '';
  let last = 0;
  for (const { 0: quoted, index } of text.matchAll(quotation)) {
    const span: Span = [index + 1, index + quoted.length - 1];
    outside += text.slice(last, span[0]);
    last = span[1];
    if (isNotation(quoted)) literals.push(span);
    else spans.push(span);
  }
  outside += text.slice(last);
  const harmless = spans.filter(([start, end]) => !harmful.test(text.slice(start, end).toLowerCase()));
  // A text that mentions attacks can mention a harmful one as well, which then is the attack.
  if (harmless.length === 0 || !isAbout(outside, text, spans)) return literals;
  return [...literals, ...harmless];
}

/** Tests for a regular expression or a list of files, which nobody can read as an order. */
const isNotation = (quoted: string): boolean =>
  (/\([^()]*\|/.test(quoted) && /\\[bsw]|\(\?/.test(quoted)) || /^.[\w./-]*\*[\w./*-]*.$/.test(quoted);

function isAbout(outside: string, text: string, spans: readonly Span[]): boolean {
  const lower = outside.toLowerCase();
  if (order.test(lower) || address.test(lower)) return false;
  const words = findAudienceWords(lower);
  if (words.some(({ classes }) => has(classes, audienceClass.obedience))) return false;
  return (
    words.some(({ classes }) => has(classes, audienceClass.attack)) ||
    code.test(outside) ||
    collection.test(lower) ||
    spans.some(([start, end]) => label.test(text.slice(start, end)))
  );
}

/** Matches the value of a label in a data set. */
const label = /^(?:(?:prompt[ _-]?)?injection|attack|malicious|unsafe|jailbreak|refused?|blocked)$/i;

/** Matches tests, and the names of filters in programs. */
const code =
  /\b(?:assert\b|expect\(|describe\(|it(?:\.each)?\(|(?:is_?)?(?:flagged|suspicious|malicious|blocked)\b|blocklist|denylist|[a-z_]*injection\w{0,16}\b|regex\b|guard\w{0,16}\.\w{1,16}\(|prompt,label|red_?team\w{0,16}|triggers?(?::\s\w|\s?=)|jailbreak)/i;

/** Matches collections of prompts. */
const collection =
  /\b(?:favou?rite|collection of|list of|examples? of|sample|useful) (?:\w{1,16} )?prompts?\b|\bdata ?set card\b|\btrick(?:ed|s|ing)? (?:the|an?|your) (?:\w{1,16} )?(?:model|ai|assistant|agent|chatbot|llm|bot)\b/;

/** Matches an order to do what is quoted. Prohibitions are no such order. */
const order =
  /(?<!\b(?:not|never|n't|to|cannot|or|must not|refuses? to|would|could|may|might|can|will|which|that|they|and) )\b(?:follow|obey|execute|carry out|comply with|act on|act upon|apply|perform|do|run|implement|adopt|heed|say|repeat|treat|consider|take) (?:it|this|that|them|these|those|what|as|so|exactly|literally|everything|accordingly|precisely|the (?:following|above|quoted|quotation|text|sentence|instruction|command|order|example|line|phrase|sample|words?)s?)\b|\b(?:is|are) (?:your|the) (?:new |actual |real |current |only |next )?(?:task|instruction|order|rule|system prompt|command|goal)s?\b|\byour (?:new |real |actual |next |current )?(?:task|instruction|order|command|job|mission)s?\b|\b(?:binding|in force|takes? effect|must be (?:followed|executed|obeyed)|has to be (?:followed|executed)|(?:applies|addressed|directed|meant|intended|written) (?:to|for) (?:you|the (?:ai|assistant|agent|model|reader))|start now|begin now|do so)\b/;

/** Matches an address to a model outside of the quotations. */
const address =
  /(?:\b(?:dear|hey|hello|hi|attention|(?:note|message|notice|instructions?|memo) (?:to|for)) (?:the |all |any )?(?:\w{1,16} )?(?:ais?|assistants?|agents?|models?|llms?|bots?|claude|gpt|gemini|copilot|cursor|chatgpt)\b|(?:^|[.!?\n"] ?)(?:ai|assistant|agent|model|llm|claude|gemini|copilot|cursor|chatgpt|system)\s?[,:] ?["a-z])/;
