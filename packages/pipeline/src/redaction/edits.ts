// Converts replacements into edits of the bytes of a message. Overlapping replacements are merged.

import { redactionMarker } from '@claw/detectors';
import { type Edit, replaceInString, replaceString, type StringSpan } from '@claw/jsonrpc-stream';
import type { MessageTexts } from '../text/message-texts.js';
import type { Replacement } from '../types.js';

/** Returns the edits for all replacements; overlapping replacements are merged, adjacent ones are not. */
export function toEdits(texts: MessageTexts, replacements: readonly Replacement[]): Edit[] {
  const whole = replacements
    .filter(({ isJson }) => isJson)
    .map(({ span: { start, end }, text }) => ({ start, end, text }));
  const isGone = ({ start }: StringSpan) => whole.some((edit) => edit.start <= start && start < edit.end);
  const strings =
    whole.length === 0 ? replacements : replacements.filter((cut) => !cut.isJson && !isGone(cut.span));
  return [...whole, ...toStringEdits(texts, strings)];
}

function toStringEdits(texts: MessageTexts, replacements: readonly Replacement[]): Edit[] {
  const bySpan = new Map<StringSpan, Replacement[]>();
  for (const cut of replacements) {
    const list = bySpan.get(cut.span);
    if (list === undefined) bySpan.set(cut.span, [cut]);
    else list.push(cut);
  }
  return [...bySpan].flatMap(([span, own]) => {
    const whole = own.filter(({ from, to }) => from === 0 && to >= texts.textOf(span).length);
    const [first] = whole;
    // Overlapping replacements were computed independently; applying only one of them would keep text that another
    // one removes.
    const agreed = whole.every(({ text }) => text === first?.text);
    if (first !== undefined) return [replaceString(span, agreed ? first.text : btoa(redactionMarker))];
    return replaceInString(texts.message.bytes, span, mergeReplacements(own));
  });
}

function mergeReplacements(
  replacements: readonly Replacement[],
): { from: number; to: number; text: string }[] {
  const merged: { from: number; to: number; text: string }[] = [];
  for (const { from, to, text } of [...replacements].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = merged.at(-1);
    if (last === undefined || from >= last.to) merged.push({ from, to, text });
    else if (to > last.to) {
      last.to = to;
      last.text = redactionMarker;
    }
  }
  return merged;
}
