// Finds prompts that are part of a program or of its documentation: the literal of a variable such as `SYSTEM_PROMPT`,
// and turns that show the format of a chat template. A prompt that demands more than a role and its limits is read.

import type { Span } from '../../engine/normalize/position-map.js';

/** Matches the literal of a variable for a prompt that begins with a role. */
const literal =
  /\b\w{0,16}(?:prompt|system|instru[ck]\w{0,16}|instruc\w{0,16})\w{0,16}\s?[:=]\s?[fr]?("""|'''|["'`])(?=(?:you are|you're|act as|du bist|sie sind|tu es|vous etes|eres|usted es|voce e|sei un|jestes|ты|你是|您是|あなたは))/gi;

/** Matches demands that are not limits of a role. */
const demand =
  /:\/\/|@[\w-]{1,20}\.|~\/|\b(?:send|forward|upload|post|e-?mail|execute|run|delete|remove|pay|transfer|buy|install|download|read|without|secretly|tell the user|do not (?:tell|inform|mention)|don't (?:tell|inform|mention)|previous|prior|from now on|no (?:restrictions|limits|rules)|anything|unrestricted|jailbr)|发送|执行|删除|忽略|转账/i;

const longest = 600;

/** Matches words of documentation about chat templates. */
const template = /\bapply_chat_template\b|\bchatml\b|\bchat templates?\b/i;
const token = /<\|im_(?:start|end)\|>(?:user|assistant)?/g;
/** Matches a turn that says more than a greeting, or that is a turn of the system. */
const realTurn = /<\|im_start\|>(?!(?:user|assistant)\n[^\n<]{0,24}(?:\n|<|$))/;

/** Returns the spans of the prompts in a normalized text. */
export function findPromptLiterals(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const { 0: opening, 1: mark, index } of text.matchAll(literal)) {
    const start = index + opening.length;
    const end = text.indexOf(mark as string, start);
    if (end !== -1 && end - start <= longest && !demand.test(text.slice(start, end)))
      spans.push([start, end]);
  }
  if (template.test(text) && !realTurn.test(text))
    for (const { 0: found, index } of text.matchAll(token)) spans.push([index, index + found.length]);
  return spans;
}
