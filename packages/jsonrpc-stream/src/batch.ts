// A batch is judged entry by entry. From a client it goes on whole or not at all, because a half-executed batch
// is something nobody asked for; from a server, what may pass goes on and the rest is cut out.

import { invalidRequest, refusalError } from './answers.js';
import { type Action, type Awaitable, DROP } from './inspector.js';
import type { Batch, Message, Refusal } from './message.js';

/** What leaves, to either side, and which entries did not go on. */
export interface BatchOutcome {
  readonly ahead: readonly Uint8Array[] | undefined;
  readonly back: readonly Uint8Array[] | undefined;
  readonly rejected: readonly Message[];
}

interface Judged {
  readonly entry: Message | Refusal;
  readonly action: Action | undefined;
}

export function judgeBatch(
  batch: Batch,
  from: 'client' | 'server',
  judge: (entry: Message) => Awaitable<Action>,
  /** Asked last, about what the judge lets pass: is there still somebody who waits for it? */
  mayPass: (entry: Message) => boolean,
): Awaitable<BatchOutcome> {
  const verdicts = batch.entries.map((entry) => (entry.kind === 'refused' ? undefined : judge(entry)));
  const conclude = (actions: readonly (Action | undefined)[]): BatchOutcome => {
    const judged = batch.entries.map((entry, i): Judged => {
      const action = actions[i];
      const stale = passes(action) && !mayPass(entry as Message);
      return { entry, action: stale ? DROP : action };
    });
    if (judged.every(({ action }) => action?.kind === 'forward')) {
      return { ahead: batch.frame, back: undefined, rejected: [] };
    }
    return from === 'client' ? concludeForClient(judged) : concludeForServer(judged);
  };
  const waits = verdicts.some((verdict) => verdict !== undefined && 'then' in verdict);
  return waits ? Promise.all(verdicts).then(conclude) : conclude(verdicts as (Action | undefined)[]);
}

const passes = (action: Action | undefined): boolean =>
  action?.kind === 'forward' || action?.kind === 'replace';

function concludeForClient(judged: readonly Judged[]): BatchOutcome {
  if (judged.every(({ action }) => passes(action))) return concludeForServer(judged);
  const back = judged.flatMap(({ entry, action }) => refusalsOf(entry, action));
  const rejected = judged.flatMap(({ entry }) => messageOf(entry));
  return { ahead: undefined, back: arrayOf(back), rejected };
}

function concludeForServer(judged: readonly Judged[]): BatchOutcome {
  const ahead: Message[] = [];
  const back: Message[] = [];
  for (const { entry, action } of judged) {
    if (action?.kind === 'forward') ahead.push(entry as Message);
    else if (action?.kind === 'replace') ahead.push(action.message);
    else if (action?.kind === 'answer') back.push(...action.messages);
  }
  const rejected = judged.flatMap(({ entry, action }) => (passes(action) ? [] : messageOf(entry)));
  return { ahead: arrayOf(ahead), back: arrayOf(back), rejected };
}

/** The error for each request of a batch that does not go on: its own, or that of the company it was in. */
function refusalsOf(entry: Message | Refusal, action: Action | undefined): readonly Message[] {
  if (entry.kind === 'refused') {
    return entry.isResponse ? [] : [refusalError(entry)];
  }
  if (action?.kind === 'answer') return action.messages;
  if (entry.kind !== 'request') return [];
  return [invalidRequest(entry.id, 'another entry of its batch was refused')];
}

const messageOf = (entry: Message | Refusal): Message[] => (entry.kind === 'refused' ? [] : [entry]);

const text = new TextEncoder();

function arrayOf(messages: readonly Message[]): readonly Uint8Array[] | undefined {
  if (messages.length === 0) return undefined;
  const pieces = messages.flatMap(({ bytes }, i) => [text.encode(i === 0 ? '[' : ','), bytes]);
  return [...pieces, text.encode(']\n')];
}
