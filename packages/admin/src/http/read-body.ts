// Reads the body of a request: JSON with a size limit. The media type for JSON is required, because web forms cannot
// send it to other origins.

import type { IncomingMessage } from 'node:http';
import { Problem } from './problem.js';

const defaultMaximum = 64 * 1024;

/** Returns the value of the body, or undefined if there is none. */
export async function readBody(request: IncomingMessage, maximum = defaultMaximum): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maximum) throw new Problem(413, `The body is larger than ${maximum} bytes.`);
    chunks.push(chunk);
  }
  if (length === 0) return undefined;
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new Problem(415, 'Send JSON, with `Content-Type: application/json`.');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw new Problem(400, 'The body is not valid JSON.');
  }
}
