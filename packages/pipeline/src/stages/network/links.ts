// Links that a server wants a person or a client to open: what they seem to be is what they have to be.

import { classifyHost } from '@claw/detectors';

/** A scheme, and up to its path nothing that is invisible, foreign, or read as something else by a browser. */
const PLAIN = /^[a-z][a-z0-9+.-]*:\/\/[!-[\]-~]*?(?:[/?#][^\s\p{Cc}\p{Cf}\\]*)?$/iu;

/** What is wrong with a link for a person, in words that follow "the link"; undefined when nothing is. */
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

/** The same for a link whose destination nobody else looks at. */
export function findLinkProblem(text: unknown): string | undefined {
  const problem = findUrlProblem(text);
  if (problem !== undefined) return problem;
  const reason = classifyHost(new URL(String(text)).hostname);
  return reason === undefined ? undefined : `does not point to a public host (${reason})`;
}
