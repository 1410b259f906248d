// What a yes is bound to, as one digest: the same call gives the same digest, and nothing else does.

import { createHash } from 'node:crypto';
import type { ApprovalRequest } from '@claw/pipeline';
import type { Access, Subject } from './model.js';

/** Members of the parameters that are not part of what is asked: they differ when the same call is repeated. */
const incidental = ['_meta', 'requestState', 'inputResponses', 'task'];

/** What a question is about. */
export function subjectOf(question: ApprovalRequest, origin: string): Subject {
  const { server, identity, method, tool, definition, rule, params } = question;
  const { resolvedLinks = [] } = question;
  return {
    server,
    origin,
    identity,
    method,
    tool,
    ...essence(method, params),
    ...(resolvedLinks.length > 0 && { leadsTo: resolvedLinks }),
    definition,
    rule,
  };
}

/**
 * The canonical arguments of a tool, and what was sent beside them although the protocol knows no such member: a server may
 * act on it. Of another method its parameters without what is incidental.
 */
function essence(method: string, params: string): Pick<Subject, 'arguments' | 'beside'> {
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

/** The digest of everything that a yes is bound to. */
export function digestOf(subject: Subject): string {
  const { server, origin, identity, method, tool, definition, rule } = subject;
  const bound = [server, origin, identity, method, tool, definition, rule, subject.arguments];
  // Most calls have neither, and a grant for one without is none for one with.
  if (subject.beside !== undefined) bound.push(`beside ${subject.beside}`);
  if (subject.leadsTo !== undefined) bound.push(`leads ${JSON.stringify(subject.leadsTo)}`);
  // `undefined` becomes null, and no text is null: absent and empty stay different.
  return createHash('sha256').update(JSON.stringify(bound)).digest('hex');
}

/** The digest of a yes that is bound to what is done, and to whom it was given: not to a server, a tool or a rule. */
export const digestOfAccess = ({ effect, resource }: Access, identity: string | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify(['access', identity, effect, resource]))
    .digest('hex');

/** Equal values give equal text, whatever order their members came in. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}
