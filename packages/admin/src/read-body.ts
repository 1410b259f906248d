// The body of a request: JSON, small, and called JSON, which no plain form of another page can do unasked.

import type { IncomingMessage } from 'node:http';
import { Problem } from './problem.js';

const longest = 64 * 1024;

/** The value of the body; undefined when there is none. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > longest) throw new Problem(413, `a body has at most ${longest} bytes`);
    chunks.push(chunk);
  }
  if (length === 0) return undefined;
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new Problem(415, 'send JSON, with `Content-Type: application/json`');
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw new Problem(400, 'the body is not JSON');
  }
}

/** The members of a body that must be an object. */
export function membersOf(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Problem(400, 'the body must be a JSON object');
  return body as Readonly<Record<string, unknown>>;
}
