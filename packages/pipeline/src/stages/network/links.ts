// Checks links that a server asks a user or a client to open: a link must open the page that it appears to open.

import { classifyHost } from '@claw/detectors';

/**
 * Matches a URL with a scheme and without characters before the path that are invisible, non-ASCII, or interpreted
 * differently by browsers.
 */
const PLAIN = /^[a-z][a-z0-9+.-]*:\/\/[!-[\]-~]*?(?:[/?#][^\s\p{Cc}\p{Cf}\\]*)?$/iu;

/** Returns the problem with a link for the user, as a phrase that follows "the link", or undefined. */
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

/** Like `findUrlProblem`, for links whose host no other stage checks. */
export function findLinkProblem(text: unknown): string | undefined {
  const problem = findUrlProblem(text);
  if (problem !== undefined) return problem;
  const reason = classifyHost(new URL(String(text)).hostname);
  return reason === undefined ? undefined : `does not point to a public host (${reason})`;
}
