// Finds the access that a call needs: one effect on one resource. An earlier approval of the same access, with any
// tool, then applies. This is only for `prompt` rules of the policy, not for approvals that other stages require.

import type { Awaitable } from '@claw/jsonrpc-stream';
import type { Access, MatchedValue } from '@claw/policy';
import { whenReady } from '../awaitable.js';
import type { Ask, Call, Context, Reply, ServerNotification } from '../types.js';

/** Returns the access if the call needs approval for nothing else. */
export function findAccess(
  ask: Ask,
  subject: Call | Reply | ServerNotification,
  { clock, links }: Context,
): Awaitable<Access | undefined> {
  if (ask.matched === undefined || !('event' in subject) || !ask.matched.every(isAboutResource(subject)))
    return undefined;
  const { prepared } = subject;
  const now = clock.now();
  const paths = links === undefined ? [] : prepared.pathsToResolve();
  if (links === undefined || paths.length === 0) return prepared.access({ now });
  return whenReady(links.resolve(paths), (found) =>
    found === undefined ? undefined : prepared.access({ now, links: found }),
  );
}

/** Describes the symbolic links in a call and their targets, sorted; empty if there are none. */
export async function describeLinks(
  subject: Call | Reply | ServerNotification,
  { links }: Context,
): Promise<readonly string[]> {
  const paths = links === undefined || !('event' in subject) ? [] : subject.prepared.pathsToResolve();
  if (links === undefined || paths.length === 0) return NO_LINKS;
  const found = await links.resolve(paths);
  return paths
    .map((path) => [path, found?.get(path)] as const)
    .filter(([path, real]) => path !== real)
    .map(([path, real]) => `${path} → ${real ?? 'unknown'}`)
    .sort();
}

const NO_LINKS: readonly string[] = [];

/**
 * An argument counts as part of the access if it is the resource (a path or a command) or identifies a peer. Any
 * other argument makes the call more than an access to the resource.
 */
const isAboutResource =
  ({ facts }: Call) =>
  ({ field, value }: MatchedValue): boolean =>
    !field.startsWith('args.') ||
    facts.paths.some(({ text }) => text === value) ||
    facts.hosts.some(({ text }) => text === value);
