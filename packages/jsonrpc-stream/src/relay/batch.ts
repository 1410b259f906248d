// Inspects a batch entry by entry. The batch of a client is forwarded as a whole or not at all, because a client does
// not expect that only half of it runs. Of the batch of a server, the allowed entries are forwarded.

import type { Batch, Message, Refusal } from '../message/message.js';
import { overrideAction } from './guarded-inspector.js';
import type { Action, ActionOverride } from './inspector.js';
import type { MessageFlow, OpenRequest } from './message-flow.js';
import { NO_MESSAGES, type Outcome, type OutgoingMessages } from './outcome.js';

interface InspectedEntry {
  readonly entry: Message;
  readonly action: Action;
  readonly answered: OpenRequest | undefined;
}

/** An entry with its action. An entry has no action if it is not a valid message or if its id cannot be used. */
export type BatchVerdict =
  | { readonly entry: Refusal }
  | { readonly entry: Message; readonly rejection: Message }
  | InspectedEntry;

export function applyBatch(
  flow: MessageFlow,
  batch: Batch,
  verdicts: readonly BatchVerdict[],
  override: ActionOverride | undefined,
): Outcome {
  const final = verdicts.map((verdict) =>
    'action' in verdict
      ? { ...verdict, action: overrideAction(flow, verdict.entry, verdict.action, override) }
      : verdict,
  );
  const whole = final.every(
    (verdict) => 'action' in verdict && flow.canForward(verdict.entry, verdict.action, verdict.answered),
  );
  const withhold = flow.sender === 'client' && !whole;
  const outgoing = final.map((verdict) => applyEntry(flow, verdict, withhold));
  const unchanged = whole && outgoing.every(({ toReceiver }, i) => toReceiver === batch.entries[i]);
  const toSender = encodeBatch(outgoing.flatMap((sent) => sent.toSender ?? []));
  const toReceiver = unchanged ? batch.frame : encodeBatch(outgoing.flatMap((sent) => sent.toReceiver ?? []));
  return { toReceiver, unchanged, toSender };
}

function applyEntry(flow: MessageFlow, verdict: BatchVerdict, withhold: boolean): OutgoingMessages {
  if ('rejection' in verdict) return { toSender: [verdict.rejection] };
  if (!('action' in verdict)) return flow.refuse(verdict.entry);
  const { entry, action, answered } = verdict;
  if (!withhold) return flow.apply(entry, action, answered);
  return entry.kind === 'notification' ? NO_MESSAGES : flow.withholdFromBatch(entry, action, answered);
}

const encoder = new TextEncoder();

function encodeBatch(messages: readonly Message[]): readonly Uint8Array[] | undefined {
  if (messages.length === 0) return undefined;
  const pieces = messages.flatMap(({ bytes }, i) => [encoder.encode(i === 0 ? '[' : ','), bytes]);
  return [...pieces, encoder.encode(']\n')];
}
