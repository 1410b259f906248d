// Answers that are too long: kept back, or cut where their texts end.

import type { Settings } from '@claw/policy';
import type { Cut, Notice, Reply, Verdict } from '../types.js';

const RULE = 'responses.max_size';
const ENDING = '… [TRUNCATED]';

/** The verdict on an answer's size, if it is too long. */
export function judgeSize(
  reply: Reply | Notice,
  { max_size: limit, oversize }: Settings['responses'],
): Verdict | undefined {
  const size = reply.message.bytes.length;
  if (size <= limit) return undefined;
  const reason = `the answer has ${size} bytes, more than the ${limit} that are allowed`;
  const cuts = oversize === 'truncate' ? findCuts(reply, size - limit) : undefined;
  if (cuts !== undefined) return { kind: 'rewrite', rule: RULE, reason, cuts };
  return {
    kind: 'deny',
    rule: RULE,
    reason,
    blocked: true,
    suggestion: 'ask for a smaller part of the data',
  };
}

/** Cuts from the end of the last texts; undefined when the texts are not what makes the answer long. */
function findCuts({ texts }: Reply | Notice, excess: number): readonly Cut[] | undefined {
  const cuts: Cut[] = [];
  let left = excess;
  for (const span of texts.spans.filter(({ isKey, path }) => !isKey && path.at(-1) === 'text').reverse()) {
    if (left <= 0) break;
    const text = texts.textOf(span);
    const bytes = span.end - span.start - 2;
    // A unit takes at least a byte, so a cut of as many units as bytes are too many is enough.
    const wanted = left + ENDING.length * 3;
    const from = Math.max(0, text.length - wanted);
    if (text.length - from <= ENDING.length * 3) continue;
    cuts.push({ span, from, to: text.length, text: ENDING });
    left -= from === 0 ? bytes - ENDING.length * 3 : wanted - ENDING.length * 3;
  }
  return left > 0 ? undefined : cuts;
}
