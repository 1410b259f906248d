// Lets a second command request a new link from a running dashboard. Both read a key from a private file and prove
// that they know it without sending it, because another process could listen on the port after the dashboard has
// ended.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const proofOf = (key: string, ...parts: readonly string[]): string =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');

function isEqual(given: unknown, expected: string): boolean {
  if (typeof given !== 'string' || given.length !== expected.length) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

/** Returns the response to a request for a link, or undefined if the sender does not know the key. */
export function replyToLinkRequest(
  key: string,
  { nonce, proof }: { readonly nonce: string; readonly proof: string },
  createLink: () => string,
): { readonly link: string; readonly proof: string } | undefined {
  if (!isEqual(proof, proofOf(key, 'request', nonce))) return undefined;
  const link = createLink();
  return { link, proof: proofOf(key, 'link', nonce, link) };
}

/**
 * Requests a new link from the dashboard on a local port. Returns undefined if no dashboard with this key responds.
 */
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
