// A second command that asks a running dashboard for a fresh link. Both know a key from a private file. Each proves that it knows
// the key without sending it: another process could listen on the port after the dashboard has ended.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const proofOf = (key: string, ...parts: readonly string[]): string =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');

function isEqual(given: unknown, expected: string): boolean {
  if (typeof given !== 'string' || given.length !== expected.length) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

/** The reply to a request for a link; undefined when the sender does not know the key. */
export function replyToLinkRequest(
  key: string,
  { nonce, proof }: { readonly nonce: string; readonly proof: string },
  createLink: () => string,
): { readonly link: string; readonly proof: string } | undefined {
  if (!isEqual(proof, proofOf(key, 'request', nonce))) return undefined;
  const link = createLink();
  return { link, proof: proofOf(key, 'link', nonce, link) };
}

/** A fresh link of the dashboard on a port of this machine; undefined when no dashboard that knows the key replies. */
export async function requestLink(port: number, key: string): Promise<string | undefined> {
  const nonce = randomBytes(16).toString('base64url');
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/links`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ nonce, proof: proofOf(key, 'request', nonce) }),
      redirect: 'error',
      signal: AbortSignal.timeout(2000),
    });
    const { link, proof } = (await response.json()) as { link?: unknown; proof?: unknown };
    return typeof link === 'string' && isEqual(proof, proofOf(key, 'link', nonce, link)) ? link : undefined;
  } catch {
    return undefined;
  }
}
