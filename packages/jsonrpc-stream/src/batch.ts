// A batch is judged entry by entry. From a client it goes on whole or not at all, because a half-executed batch
// is something nobody asked for; from a server, what may pass goes on and the rest is cut out.

import type { Action } from './inspector.js';
import { type Effect, type Lane, NOTHING, type OpenRequest } from './lane.js';
import type { Batch, Message, Refusal } from './message.js';

/** An entry with its verdict, or why there is none: it is not a message, or its id cannot be opened. */
export type BatchVerdict =
  | { readonly entry: Refusal }
  | { readonly entry: Message; readonly turnedAway: Message }
  | { readonly entry: Message; readonly action: Action; readonly answered: OpenRequest | undefined };

/** What leaves, to either side. */
export interface BatchOutcome {
  readonly ahead: readonly Uint8Array[] | undefined;
  readonly back: readonly Uint8Array[] | undefined;
}

export function concludeBatch(lane: Lane, batch: Batch, judged: readonly BatchVerdict[]): BatchOutcome {
  const whole = judged.every((verdict) => 'action' in verdict && passes(lane, verdict));
  const keepBack = lane.from === 'client' && !whole;
  const effects = judged.map((verdict) => effectOf(lane, verdict, keepBack));
  const unchanged = whole && effects.every(({ ahead }, i) => ahead === batch.entries[i]);
  const back = arrayOf(effects.flatMap((effect) => effect.back ?? []));
  if (unchanged) return { ahead: batch.frame, back };
  return { ahead: arrayOf(effects.flatMap(({ ahead }) => ahead ?? [])), back };
}

type MessageVerdict = Extract<BatchVerdict, { action: Action }>;

const passes = (lane: Lane, { entry, action, answered }: MessageVerdict): boolean =>
  lane.mayPass(entry, action, answered);

function effectOf(lane: Lane, verdict: BatchVerdict, keepBack: boolean): Effect {
  if ('turnedAway' in verdict) return { back: [verdict.turnedAway] };
  if (!('action' in verdict)) return lane.refuse(verdict.entry);
  const { entry, action, answered } = verdict;
  if (!keepBack) return lane.carryOut(entry, action, answered);
  return entry.kind === 'notification' ? NOTHING : lane.keepBack(entry, action, answered);
}

const encoder = new TextEncoder();

function arrayOf(messages: readonly Message[]): readonly Uint8Array[] | undefined {
  if (messages.length === 0) return undefined;
  const pieces = messages.flatMap(({ bytes }, i) => [encoder.encode(i === 0 ? '[' : ','), bytes]);
  return [...pieces, encoder.encode(']\n')];
}
