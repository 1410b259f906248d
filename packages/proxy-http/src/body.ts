// Reads the body of a request, within a size and a time.

import type { IncomingMessage } from 'node:http';

export type Body =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  | { readonly kind: 'too large' | 'too slow' | 'cut off' };

export interface BodyLimits {
  readonly maxBytes: number;
  /** Milliseconds for the whole body. */
  readonly timeout: number;
}

export function readBody(request: IncomingMessage, { maxBytes, timeout }: BodyLimits): Promise<Body> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
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
      else chunks.push(chunk);
    };
    const end = () =>
      finish({
        kind: 'read',
        bytes: chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks),
      });
    const cut = () => finish({ kind: 'cut off' });
    const timer = setTimeout(() => finish({ kind: 'too slow' }), timeout);
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > maxBytes) return finish({ kind: 'too large' });
    request.on('data', take).on('end', end).on('close', cut).on('error', cut);
  });
}
