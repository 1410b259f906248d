// Reports messages that the relay rejected, dropped or forwarded unchecked. If a peer sends many invalid messages
// and stderr is not read, further events are only counted, so that memory remains bounded.

import type { MessageDiagnostic } from '@claw/proxy-stdio';
import { pluralize } from '../terminal/pluralize.js';
import type { Diagnostics } from './diagnostics.js';

/** The maximum number of bytes that are buffered while stderr is not being read. */
const maximumBuffered = 64 * 1024;

/** The number of events that are reported individually; after that, every hundredth event is reported. */
const reportedSingly = 100;

interface RelayDiagnosticsOptions {
  /** Returns the amount of unread stderr output. */
  readonly bufferedBytes: () => number;
  /** True if the server is a program whose stdout is read, so that text beside messages is its debug output. */
  readonly readsStdout: boolean;
}

/** Creates a function that reports events. */
export function createRelayDiagnostics(
  diagnostics: Diagnostics,
  { bufferedBytes, readsStdout }: RelayDiagnosticsOptions,
): (diagnostic: MessageDiagnostic) => void {
  let seen = 0;
  let skipped = 0;
  return (diagnostic) => {
    seen++;
    const oneOfMany = seen > reportedSingly && seen % reportedSingly !== 0;
    if (oneOfMany || bufferedBytes() > maximumBuffered) {
      skipped++;
      return;
    }
    if (skipped > 0)
      diagnostics.write({
        level: 'warn',
        event: 'messages_not_reported',
        message: `${pluralize(skipped, 'similar event')} not shown.`,
        fields: { count: skipped },
      });
    skipped = 0;
    const { from, outcome, reason } = diagnostic;
    diagnostics.write({
      level: 'warn',
      event: `message_${outcome}`,
      message: `${labels[outcome]} a message from the ${from}: ${(readsStdout ? debugOutput(diagnostic) : undefined) ?? reason}`,
      fields: { from, reason },
    });
  };
}

const labels: Readonly<Record<MessageDiagnostic['outcome'], string>> = {
  refused: 'Rejected',
  dropped: 'Dropped',
  forwarded: 'Forwarded',
};

/**
 * Returns text that a server printed to stdout outside the protocol, so that the author of the server can find the
 * cause. Other messages are not shown: stderr is written to log files, and even invalid messages can contain secrets.
 * Over HTTP, everything that a server sends is part of a message.
 */
function debugOutput({ from, outcome, sample }: MessageDiagnostic): string | undefined {
  if (from !== 'server' || outcome === 'refused' || sample === undefined) return undefined;
  return beginsLikeMessage.test(sample)
    ? undefined
    : `not JSON (servers must log to stderr): ${sample.trimEnd()}`;
}

/** Matches the start of an object or of a batch of objects, but not text such as `[info] ready`. */
const beginsLikeMessage = /^\s*\[?\s*\{/;
