// From the facts about an envelope to its kind, or to the reason why it is no message that we accept.

import { disguise, type EnvelopeFacts, Member } from './envelope-facts.js';
import { disguisedParam } from './protocol-keys.js';
import { notAccepted, type Violation } from './violation.js';

/** Ids are kept until they are answered, and repeated in errors. */
const LONGEST_ID = 4096;

/** Which of the three a message is; `undefined` when `violationOf` finds something. */
export type Kind = 'request' | 'notification' | 'response';

export function kindOfEnvelope(facts: EnvelopeFacts): Kind {
  if (!facts.has(Member.method)) return 'response';
  return facts.has(Member.id) ? 'request' : 'notification';
}

/** The first rule of JSON-RPC, or of ours, that the envelope breaks. */
export function violationOf(facts: EnvelopeFacts, requireVersion: boolean): Violation | undefined {
  if (facts.shape !== 'object') return notAccepted('a message is an object');
  if (facts.id !== undefined && facts.id.token.length > LONGEST_ID) {
    return notAccepted(`its \`id\` is longer than ${LONGEST_ID} characters`);
  }
  // A peer that does not insist on the version may still act on the message.
  if (requireVersion && facts.version !== '2.0') return notAccepted('its `jsonrpc` is not "2.0"');
  return facts.has(Member.method) ? violationOfCall(facts) : violationOfResponse(facts);
}

function violationOfCall(facts: EnvelopeFacts): Violation | undefined {
  if (facts.has(Member.result | Member.error)) return notAccepted('it is a call and an answer at once');
  if (facts.method === undefined) return notAccepted('its `method` is not a string');
  if (facts.method.startsWith('rpc.')) return notAccepted('method names that begin with `rpc.` are reserved');
  if (facts.has(Member.id) && facts.id === undefined) {
    // Some peers take a null id for a notification and some for a request.
    return notAccepted('its `id` is neither a string nor a number');
  }
  const { paramsKind } = facts;
  if (paramsKind === 'string' || paramsKind === 'number' || paramsKind === 'boolean') {
    return notAccepted('its `params` is neither an object nor an array');
  }
  return violationOfParams(facts.method, facts.oddParams);
}

function violationOfParams(method: string, oddParams: readonly string[] | undefined): Violation | undefined {
  for (const key of oddParams ?? []) {
    const meant = disguisedParam(method, key);
    if (meant !== undefined) return disguise(key, meant);
  }
  return undefined;
}

function violationOfResponse(facts: EnvelopeFacts): Violation | undefined {
  const hasResult = facts.has(Member.result);
  const hasError = facts.has(Member.error);
  if (!hasResult && !hasError) return notAccepted('it has no `method`, no `result` and no `error`');
  if (hasResult && hasError) return notAccepted('it has a `result` and an `error` at once');
  const nullId = hasError && facts.idKind === 'null';
  if (facts.id === undefined && !nullId) return notAccepted('its `id` is neither a string nor a number');
  return undefined;
}
