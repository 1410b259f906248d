// Determines the kind of a message from the facts about its envelope, or the reason why the message is invalid.

import { type EnvelopeFacts, imitatedKey, Member } from '../scan/envelope-facts.js';
import { findImitatedParam } from './protocol-keys.js';
import { invalidRequest, type Violation } from './violation.js';

/** The maximum length of an id. Ids are stored until the response arrives, and are repeated in errors. */
export const MAX_ID_LENGTH = 4096;

/** The kind of a message. It is only meaningful if `findViolation` returns no violation. */
export type Kind = 'request' | 'notification' | 'response';

export function messageKind(facts: EnvelopeFacts): Kind {
  if (!facts.has(Member.method)) return 'response';
  return facts.has(Member.id) ? 'request' : 'notification';
}

/** Returns the first rule of JSON-RPC, or of this package, that the envelope violates. */
export function findViolation(facts: EnvelopeFacts, requireVersion: boolean): Violation | undefined {
  if (facts.shape !== 'object') return invalidRequest('the message is not an object');
  if (facts.id !== undefined && facts.id.token.length > MAX_ID_LENGTH) {
    return invalidRequest(`\`id\` is longer than ${MAX_ID_LENGTH} characters`);
  }
  // A tolerant peer may accept a message without the version.
  if (requireVersion && facts.version !== '2.0') return invalidRequest('`jsonrpc` is not "2.0"');
  return facts.has(Member.method) ? violationOfCall(facts) : violationOfResponse(facts);
}

function violationOfCall(facts: EnvelopeFacts): Violation | undefined {
  if (facts.has(Member.result | Member.error))
    return invalidRequest('the message has a `method` and a `result` or `error`');
  if (facts.method === undefined) return invalidRequest('`method` is not a string');
  if (facts.method.startsWith('rpc.'))
    return invalidRequest('method names that begin with `rpc.` are reserved');
  if (facts.has(Member.id) && facts.id === undefined) {
    // Some peers treat a null id as a notification and others as a request.
    return invalidRequest('`id` is neither a string nor a number');
  }
  const { paramsKind } = facts;
  if (paramsKind === 'string' || paramsKind === 'number' || paramsKind === 'boolean') {
    return invalidRequest('`params` is neither an object nor an array');
  }
  return violationOfParams(facts.method, facts.unknownParams);
}

function violationOfParams(method: string, oddParams: readonly string[] | undefined): Violation | undefined {
  for (const key of oddParams ?? []) {
    const meant = findImitatedParam(method, key);
    if (meant !== undefined) return imitatedKey(key, meant);
  }
  return undefined;
}

function violationOfResponse(facts: EnvelopeFacts): Violation | undefined {
  const hasResult = facts.has(Member.result);
  const hasError = facts.has(Member.error);
  if (!hasResult && !hasError) return invalidRequest('the message has no `method`, `result` or `error`');
  if (hasResult && hasError) return invalidRequest('the message has both a `result` and an `error`');
  const nullId = hasError && facts.idKind === 'null';
  if (facts.id === undefined && !nullId) return invalidRequest('`id` is neither a string nor a number');
  return undefined;
}
