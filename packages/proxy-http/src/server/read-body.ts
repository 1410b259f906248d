// Reads the body of a request within a size limit and a time limit.

import type { IncomingMessage } from 'node:http';
import { ChunkBuffer } from '@claw/jsonrpc-stream';

export type RequestBody =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  | { readonly kind: 'too large' | 'too slow' | 'cut off' };

export interface BodyLimits {
  readonly maxBytes: number;
  /** The time limit for the whole body, in milliseconds. */
  readonly timeout: number;
}

const EMPTY = new Uint8Array(0);

export function readBody(request: IncomingMessage, { maxBytes, timeout }: BodyLimits): Promise<RequestBody> {
  return new Promise((resolve) => {
    // Most bodies arrive in one chunk. The chunks of other bodies are copied into large buffers, so that tiny chunks
    // need little memory.
    let first: Uint8Array = EMPTY;
    const rest = new ChunkBuffer();
    let length = 0;
    const finish = (body: RequestBody) => {
      clearTimeout(timer);
      request.off('data', take).off('end', end).off('close', cut).off('error', cut);
      // The rest is read and discarded, because a client that is still sending could miss the response.
      if (body.kind !== 'read') request.on('error', () => {}).resume();
      resolve(body);
    };
    const take = (chunk: Uint8Array) => {
      length += chunk.length;
      if (length > maxBytes) finish({ kind: 'too large' });
      else if (length === chunk.length) first = chunk;
      else rest.add(chunk, 0, chunk.length);
    };
    const end = () =>
      finish({
        kind: 'read',
        bytes: rest.isEmpty ? first : Buffer.concat([first, ...rest.takeChunks()]),
      });
    const cut = () => finish({ kind: 'cut off' });
    const timer = setTimeout(() => finish({ kind: 'too slow' }), timeout);
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > maxBytes) return finish({ kind: 'too large' });
    request.on('data', take).on('end', end).on('close', cut).on('error', cut);
  });
}
