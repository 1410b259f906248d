// Reads the body of a request, within a size and a time.

import type { IncomingMessage } from 'node:http';
import { Pieces } from '@claw/jsonrpc-stream';

export type Body =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  | { readonly kind: 'too large' | 'too slow' | 'cut off' };

export interface BodyLimits {
  readonly maxBytes: number;
  /** Milliseconds for the whole body. */
  readonly timeout: number;
}

const NOTHING = new Uint8Array(0);

export function readBody(request: IncomingMessage, { maxBytes, timeout }: BodyLimits): Promise<Body> {
  return new Promise((resolve) => {
    // Most bodies come as one chunk. However small the others are, together they need little room.
    let first: Uint8Array = NOTHING;
    const rest = new Pieces();
    let length = 0;
    const finish = (body: Body) => {
      clearTimeout(timer);
      request.off('data', take).off('end', end).off('close', cut).off('error', cut);
      // What still comes is read and thrown away: an answer given while the sender is still sending may be lost.
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
        bytes: rest.isEmpty ? first : Buffer.concat([first, ...rest.take()]),
      });
    const cut = () => finish({ kind: 'cut off' });
    const timer = setTimeout(() => finish({ kind: 'too slow' }), timeout);
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > maxBytes) return finish({ kind: 'too large' });
    request.on('data', take).on('end', end).on('close', cut).on('error', cut);
  });
}
