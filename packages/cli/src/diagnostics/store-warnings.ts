// Creates warnings about a state store or secret key that cannot be used. Clients get an error without paths; the
// details are for the user.

import type { Diagnostics } from './diagnostics.js';

/** The message of an error for the user as part of a sentence, including details if there are any. */
export function userMessage(error: unknown): string {
  const { details, message } = error as { details?: string; message: string };
  return (details ?? message).replace(/\.+$/, '');
}

/** The same warning is not repeated within this time. */
const repeatAfterMilliseconds = 60_000;

/** Reports store errors to the user. */
export function createStoreWarnings(diagnostics: Diagnostics): (error: unknown) => void {
  let last: { readonly reason: string; readonly at: number } | undefined;
  return (error) => {
    const [reason, at] = [userMessage(error), performance.now()];
    if (last?.reason === reason && at - last.at < repeatAfterMilliseconds) return;
    last = { reason, at };
    diagnostics.write({
      level: 'error',
      event: 'store_unavailable',
      message: `${reason}. Run \`clawdefender doctor\` to find the cause.`,
    });
  };
}
