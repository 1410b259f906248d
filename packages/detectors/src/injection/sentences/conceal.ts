// English sentences that keep somebody in the dark, or nobody asked.

import { has, type Sentence } from './sentence.js';
import { wordClass as is } from './word-class.js';
import type { Word } from './word-tree.js';

const learns =
  /\b(?:not|never|n't|no need to|without|nothing|refrain from|avoid|nor)\b[^.,;]{0,12}?\b(?:tell|mention|reveal|disclose|inform|notify|report|say|alert|show|explain|learn|notice|know|find out|hear|see|warn|talk|ask|check with|consult)(?:ing|s)?\b(?: (?:this|it|that you|these|them|me about)\b|[^.,;]{0,24}?\b(?:the |your |this )?(?:users?|human|person|owner|operator|anyone|anybody|customer|client)\b)/;
/** `can silently`, `will disable logging`: what a program does, and no order. */
const does = /\b(?:we|they|i|will|can|may|could|to|would|does|which|option|it)\s$/;
const describes =
  /\b(?:we|they|that|who|is|are|was|were|be|being|been|or|not|fails?|programs?|conversion|bridge)\s$/;
const aboutMe = /^ (?:me|us|for a password)\b/;

/** How clearly something is to be hidden. */
export function findConceal({ text, start, classes, words, said }: Sentence): number {
  if (has(classes, is.secretly)) {
    const { start: at, end: to } = words.find((word) => has(word.classes, is.secretly)) as Word;
    const before = text.slice(Math.max(start, at - 24), at);
    if (does.test(before)) return 0;
    if (text.slice(at, to).endsWith('ly')) {
      if (!describes.test(before)) return 3;
    } else return aboutMe.test(text.slice(to, to + 16)) ? 0 : 3;
  }
  return has(classes, is.not) && has(classes, is.tell) && learns.test(said) ? 3 : 0;
}
