// Computes the digest that an approval is bound to. Only the same call has the same digest.

import { createHash } from 'node:crypto';
import type { ApprovalRequest } from '@claw/pipeline';
import type { Access, Subject } from './model.js';

/** Parameters that differ when the same call is repeated, so they are not part of the digest. */
const incidental = ['_meta', 'requestState', 'inputResponses', 'task'];

/** The data that an approval is bound to. */
export function subjectOf(question: ApprovalRequest, origin: string): Subject {
  const { server, identity, method, tool, definition, rule, params } = question;
  const { resolvedLinks = [] } = question;
  return {
    server,
    origin,
    identity,
    method,
    tool,
    ...boundMembers(method, params),
    ...(resolvedLinks.length > 0 && { leadsTo: resolvedLinks }),
    definition,
    rule,
  };
}

/**
 * The canonical arguments of a tool, plus unknown members next to them, because a server may use those. For
 * other methods, the parameters without incidental members.
 */
function boundMembers(method: string, params: string): Pick<Subject, 'arguments' | 'beside'> {
  const value: unknown = JSON.parse(params);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { arguments: canonical(value) };
  const members = Object.entries(value).filter(([name]) => !incidental.includes(name));
  if (method !== 'tools/call') return { arguments: canonical(Object.fromEntries(members)) };
  const beside = members.filter(([name]) => name !== 'name' && name !== 'arguments');
  return {
    arguments: canonical((value as { arguments?: unknown }).arguments ?? {}),
    ...(beside.length > 0 && { beside: canonical(Object.fromEntries(beside)) }),
  };
}

/** The digest of everything that an approval is bound to. */
export function digestOf(subject: Subject): string {
  const { server, origin, identity, method, tool, definition, rule } = subject;
  const bound = [server, origin, identity, method, tool, definition, rule, subject.arguments];
  // Most calls have neither, and an approval for a call with one of them is not valid for a call without.
  if (subject.beside !== undefined) bound.push(`beside ${subject.beside}`);
  if (subject.leadsTo !== undefined) bound.push(`leads ${JSON.stringify(subject.leadsTo)}`);
  // `undefined` becomes null, which no text equals, so that absent and empty remain different.
  return createHash('sha256').update(JSON.stringify(bound)).digest('hex');
}

/**
 * The digest for an approval of an access, bound to the effect and the identity, but not to a server, tool or
 * rule.
 */
export const digestOfAccess = ({ effect, resource }: Access, identity: string | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify(['access', identity, effect, resource]))
    .digest('hex');

/** Equal values give equal text, independent of the order of members. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}
