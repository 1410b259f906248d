// Checks links that a server asks a user or a client to open: they must open the page that they appear to open.

import { classifyHost } from '@claw/detectors';

/**
 * A scheme, and no characters before the path that are invisible, non-ASCII, or interpreted differently by
 * browsers.
 */
const PLAIN = /^[a-z][a-z0-9+.-]*:\/\/[!-[\]-~]*?(?:[/?#][^\s\p{Cc}\p{Cf}\\]*)?$/iu;

/** The problem with a link for a user, as a phrase that follows "the link"; undefined if there is none. */
export function findUrlProblem(text: unknown): string | undefined {
  if (typeof text !== 'string') return 'is not a string';
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return 'is not a URL';
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return `has the scheme \`${url.protocol.slice(0, 40)}\``;
  if (url.username !== '' || url.password !== '') return 'contains a user name';
  if (url.hostname.split('.').some((label) => label.startsWith('xn--')))
    return 'has an internationalized host name that can imitate another';
  return PLAIN.test(text) ? undefined : 'contains invisible or ambiguous characters';
}

/** The same for a link whose host no other stage checks. */
export function findLinkProblem(text: unknown): string | undefined {
  const problem = findUrlProblem(text);
  if (problem !== undefined) return problem;
  const reason = classifyHost(new URL(String(text)).hostname);
  return reason === undefined ? undefined : `does not point to a public host (${reason})`;
}
