// Detects personal data in JSON numbers, such as card numbers. A number cannot be redacted without changing the
// value, so the response is blocked.

import { findNumbers } from '@claw/jsonrpc-stream';
import type { FindingAction } from '../../findings/finding-verdicts.js';
import type { MessageTexts } from '../../text/message-texts.js';
import type { Verdict } from '../../types.js';

const FINDING = { rule: 'responses.personal', reason: 'the message contains a number that is personal data' };
/** The minimum number of digits; shorter numbers are usually counts or times. */
const SHORTEST = 12;

/** The verdict on the numbers of a message. */
export function checkNumbers(
  texts: MessageTexts,
  action: Exclude<FindingAction, 'off'>,
  isPersonal: (digits: string) => boolean,
): Verdict | undefined {
  const found = findNumbers(texts.message.bytes).some((token) => {
    const digits = inFull(token);
    return digits !== undefined && isPersonal(digits);
  });
  if (!found) return undefined;
  return action === 'log' ? { kind: 'note', ...FINDING } : { kind: 'deny', ...FINDING, blocked: true };
}

/** The digits of a whole number, also in the form `4.0e15`. */
function inFull(token: string): string | undefined {
  if (token.length < SHORTEST && !/[eE]/.test(token)) return undefined;
  const value = Number(token);
  const digits = Number.isSafeInteger(value) ? String(Math.abs(value)) : token;
  return digits.length < SHORTEST || /\D/.test(digits) ? undefined : digits;
}
