// Finds commands that send data which their arguments do not contain: from files, pipes, variables and substitutions.

import type { Facts } from '@claw/policy';

const CLIENTS = new Set(['curl', 'wget', 'http', 'https', 'xh']);
const HARMLESS = new Set(['cd', 'echo', 'true', 'sleep', 'printf']);
const FROM_ELSEWHERE =
  /[@<`$*]|^-[A-Za-z]*[TFK]|^--(?:upload-file|form|data-binary|data-urlencode|post-file|body-file|config|input-file)/;

/** Returns true if a command may send data that is not part of the call. */
export function sendsUnseen(shell: Facts['shell']): boolean {
  if (shell === undefined) return false;
  const { invocations, unknown } = shell;
  if (unknown) return true;
  return invocations.some(
    ({ base, words }) =>
      !HARMLESS.has(base) && (!CLIENTS.has(base) || words.slice(1).some((word) => FROM_ELSEWHERE.test(word))),
  );
}
