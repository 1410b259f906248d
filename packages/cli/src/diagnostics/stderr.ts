// Opens a stderr that is not shared with the server. The server inherits our stderr, and the blocking mode of a pipe
// belongs to the shared file description. If Node makes it non-blocking, the server loses output while the pipe is
// full; if the server makes it blocking again, our writes block.

import { constants, fstatSync, openSync } from 'node:fs';
import { Socket } from 'node:net';

interface Stderr {
  readonly writableLength: number;
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

let opened: Stderr | undefined;

/** The stream that Node would open. It is used if the pipe cannot be opened again. */
const original = Object.getOwnPropertyDescriptor(process, 'stderr');

/**
 * Makes our own stderr the stderr of the whole process. Otherwise Node would open the shared one, because it reads
 * `process.stderr` whenever a socket is closed.
 */
export function replaceProcessStderr(): void {
  Object.defineProperty(process, 'stderr', { configurable: true, enumerable: true, get: privateStderr });
}

/** Returns our own stderr, which is opened on first use. */
export function privateStderr(): Stderr {
  opened ??= open();
  return opened;
}

function open(): Stderr {
  const stream: Socket = reopenedPipe() ?? original?.get?.call(process);
  // If stderr is closed, diagnostics are lost, but connections must continue.
  stream.on('error', () => {});
  return stream;
}

/** Opens the same pipe again as a separate file description. This works on Linux, but not for sockets or files. */
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
