// A stderr of our own. We share the pipe with the server, which inherits it; and what is shared is more than the
// pipe: opening it as a stream of Node makes it non-blocking for the server, too, which then loses what it prints
// when the pipe is full, and a server that makes it blocking again stops us in the middle of a word.

import { constants, fstatSync, openSync } from 'node:fs';
import { Socket } from 'node:net';

interface Stderr {
  readonly writableLength: number;
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

let opened: Stderr | undefined;

/** The stream that Node would open; asked only when there is no other way. */
const original = Object.getOwnPropertyDescriptor(process, 'stderr');

/**
 * Makes this the stderr of the whole process. Node itself looks at `process.stderr` whenever a socket is closed,
 * and would open it with all that follows.
 */
export function claimStderr(): void {
  Object.defineProperty(process, 'stderr', { configurable: true, enumerable: true, get: ownStderr });
}

/** Where our words go. Opened with the first of them: whoever has nothing to say touches nothing. */
export function ownStderr(): Stderr {
  opened ??= open();
  return opened;
}

function open(): Stderr {
  const stream: Socket = reopenedPipe() ?? original?.get?.call(process);
  // Words that nobody hears are lost; that is no reason to end a connection.
  stream.on('error', () => {});
  return stream;
}

/** The same pipe once more, with settings of its own. Linux knows how; a socket or a file cannot be had twice. */
function reopenedPipe(): Socket | undefined {
  try {
    if (!fstatSync(2).isFIFO()) return undefined;
    const fd = openSync('/proc/self/fd/2', constants.O_WRONLY | constants.O_NONBLOCK);
    const socket = new Socket({ fd, readable: false, writable: true });
    socket.unref();
    return socket;
  } catch {
    return undefined;
  }
}
