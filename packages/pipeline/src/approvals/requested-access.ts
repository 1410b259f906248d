// What a person may have agreed to before, whichever tool it would be done with: one effect on one resource. Only the
// policy's own questions are about that; what another stage asks is another matter.

import type { Awaitable } from '@claw/jsonrpc-stream';
import type { Access, MatchedValue } from '@claw/policy';
import { whenReady } from '../awaitable.js';
import type { Ask, Call, Context, Reply, ServerNotification } from '../types.js';

/** What the call would do, if that is all that is asked about. */
export function findAccess(
  ask: Ask,
  subject: Call | Reply | ServerNotification,
  { clock, links }: Context,
): Awaitable<Access | undefined> {
  if (ask.matched === undefined || !('event' in subject) || !ask.matched.every(isAboutResource(subject)))
    return undefined;
  const { prepared } = subject;
  const now = clock.now();
  const questions = links === undefined ? [] : prepared.pathsToResolve();
  if (links === undefined || questions.length === 0) return prepared.access({ now });
  return whenReady(links.resolve(questions), (found) =>
    found === undefined ? undefined : prepared.access({ now, links: found }),
  );
}

/** Where the paths of a call lead that are links, sorted; nothing for a call without links. */
export async function resolveLinks(
  subject: Call | Reply | ServerNotification,
  { links }: Context,
): Promise<readonly string[]> {
  const questions = links === undefined || !('event' in subject) ? [] : subject.prepared.pathsToResolve();
  if (links === undefined || questions.length === 0) return NO_LINKS;
  const found = await links.resolve(questions);
  return questions
    .map((path) => [path, found?.get(path)] as const)
    .filter(([path, real]) => path !== real)
    .map(([path, real]) => `${path} → ${real ?? 'unknown'}`)
    .sort();
}

const NO_LINKS: readonly string[] = [];

/** Names say who; places and commands are the resource. An argument that is neither is something else that was asked about. */
const isAboutResource =
  ({ facts }: Call) =>
  ({ field, value }: MatchedValue): boolean =>
    !field.startsWith('args.') ||
    facts.paths.some(({ text }) => text === value) ||
    facts.hosts.some(({ text }) => text === value);
