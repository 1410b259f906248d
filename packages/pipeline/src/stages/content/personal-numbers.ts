// Detects personal data, such as card numbers, in JSON numbers. Redacting a number would change the value, so the
// response is blocked.

import { findNumbers } from '@claw/jsonrpc-stream';
import type { FindingAction } from '../../findings/finding-verdicts.js';
import type { MessageTexts } from '../../text/message-texts.js';
import type { Verdict } from '../../types.js';

const FINDING = { rule: 'responses.personal', reason: 'the message contains a number that is personal data' };
/** The minimum number of digits. Shorter numbers are usually counts or times. */
const SHORTEST = 12;

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

/** Returns the digits of a whole number, including numbers such as `4.0e15`. */
function inFull(token: string): string | undefined {
  if (token.length < SHORTEST && !/[eE]/.test(token)) return undefined;
  const value = Number(token);
  const digits = Number.isSafeInteger(value) ? String(Math.abs(value)) : token;
  return digits.length < SHORTEST || /\D/.test(digits) ? undefined : digits;
}
