// Computes the digest to which an approval is bound. Only the same call has the same digest, apart from the parameters
// in `unboundMembers`.

import { createHash } from 'node:crypto';
import type { ApprovalRequest } from '@claw/pipeline';
import type { Access, Subject } from './model.js';

/**
 * Parameters that differ between repetitions of the same call. Only the paths in them are part of the digest, because
 * rules match these paths.
 */
const unboundMembers = ['_meta', 'requestState', 'inputResponses', 'task'];

/** Returns the data to which an approval is bound. */
export function subjectOf(request: ApprovalRequest, origin: string): Subject {
  const { server, identity, method, tool, definition, rule, params } = request;
  const { otherPaths = [], linkTargets = [] } = request;
  return {
    server,
    origin,
    identity,
    method,
    tool,
    ...boundMembers(method, params),
    ...(otherPaths.length > 0 && { otherPaths }),
    ...(linkTargets.length > 0 && { linkTargets }),
    definition,
    rule,
  };
}

/**
 * Returns the arguments of a tool, and unknown members next to them, because a server may use those. For other methods,
 * returns the parameters that do not differ between repetitions. The members of `params` are sorted, and parsing keeps
 * their order, so equal values give equal text.
 */
function boundMembers(method: string, params: string): Pick<Subject, 'arguments' | 'unknownMembers'> {
  const value: unknown = JSON.parse(params);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { arguments: JSON.stringify(value) };
  const members = Object.entries(value).filter(([name]) => !unboundMembers.includes(name));
  if (method !== 'tools/call') return { arguments: JSON.stringify(Object.fromEntries(members)) };
  const unknown = members.filter(([name]) => name !== 'name' && name !== 'arguments');
  return {
    arguments: JSON.stringify((value as { arguments?: unknown }).arguments ?? {}),
    ...(unknown.length > 0 && { unknownMembers: JSON.stringify(Object.fromEntries(unknown)) }),
  };
}

/** Computes the digest of all data to which an approval is bound. */
export function digestOf(subject: Subject): string {
  const { server, origin, identity, method, tool, definition, rule } = subject;
  const bound = [server, origin, identity, method, tool, definition, rule, subject.arguments];
  // Most calls have none of these members. An approval for a call with one of them is not valid for a call without
  // it.
  if (subject.unknownMembers !== undefined) bound.push(`unknown ${subject.unknownMembers}`);
  if (subject.otherPaths !== undefined) bound.push(`paths ${JSON.stringify(subject.otherPaths)}`);
  if (subject.linkTargets !== undefined) bound.push(`links ${JSON.stringify(subject.linkTargets)}`);
  // `undefined` becomes null, which differs from every text, so that a missing value and an empty one have different
  // digests.
  return createHash('sha256').update(JSON.stringify(bound)).digest('hex');
}

/**
 * Computes the digest for an approval of an access. It is bound to the effect, the resource and the identity, but not
 * to a server, tool or rule.
 */
export const digestOfAccess = ({ effect, resource }: Access, identity: string | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify(['access', identity, effect, resource]))
    .digest('hex');
