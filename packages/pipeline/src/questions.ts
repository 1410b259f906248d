// Asking people about calls: one question after the other, withdrawn when there is no longer a reason to ask.

import { findNumbers, type MessageId, type RpcError } from '@claw/jsonrpc-stream';
import type { Direction } from '@claw/policy';
import { findAccess, findLeads } from './access.js';
import type { Answer, Approver, KillSwitch } from './ports.js';
import { toQuestion } from './question.js';
import { declined, waitingError } from './refusal.js';
import { KILLED } from './stages/kill-switch.js';
import type { Ask, Call, Context, Deny, Notice, Reply } from './types.js';

/** What people made of all questions about one message. */
export type Agreement =
  | { readonly kind: 'yes' }
  | { readonly kind: 'no'; readonly deny: Deny }
  | { readonly kind: 'waiting'; readonly ask: Ask; readonly error: RpcError };

export class Questions {
  readonly #approver: Approver | undefined;
  /** What ends each open question, with the call that it is about. */
  readonly #open = new Map<AbortController, string | undefined>();
  readonly #killSwitch: KillSwitch | undefined;
  #closed = false;

  constructor(approver: Approver | undefined, killSwitch: KillSwitch | undefined) {
    this.#approver = approver;
    this.#killSwitch = killSwitch;
  }

  async ask(asks: readonly Ask[], subject: Call | Reply | Notice, context: Context): Promise<Agreement> {
    const [first] = asks;
    if (first !== undefined && !showsEveryNumber(subject.message.bytes))
      return {
        kind: 'no',
        deny: declined(first, { kind: 'nobody', reason: 'a number in it cannot be shown exactly' }),
      };
    const withdrawn = new AbortController();
    if (this.#closed) withdrawn.abort();
    const { id } = subject.message;
    // An answer has the id of what it answers, which is none of those that its sender can cancel.
    const isCall = 'event' in subject && id !== undefined;
    this.#open.set(withdrawn, isCall ? keyOf(subject.direction, id) : undefined);
    // Only while somebody is asked: most connections never ask, and over HTTP there is one for each call.
    let killed = false;
    const stopListening = this.#killSwitch?.onEngaged(() => {
      killed = true;
      withdrawn.abort();
    });
    try {
      for (const ask of asks) {
        const answer = await this.#askOne(ask, subject, context, withdrawn.signal);
        // Nobody has said no then, and whoever reads it should know what did.
        if (killed) return { kind: 'no', deny: KILLED };
        if (answer.kind === 'pending') return { kind: 'waiting', ask, error: waitingError(ask, answer) };
        if (answer.kind !== 'approved') return { kind: 'no', deny: declined(ask, answer) };
      }
      return { kind: 'yes' };
    } finally {
      stopListening?.();
      this.#open.delete(withdrawn);
    }
  }

  async #askOne(
    ask: Ask,
    subject: Call | Reply | Notice,
    context: Context,
    withdrawn: AbortSignal,
  ): Promise<Answer> {
    if (this.#approver === undefined) return { kind: 'nobody', reason: 'there is nobody to ask' };
    const access = await findAccess(ask, subject, context);
    const leadsTo = await findLeads(subject, context);
    const question = { ...toQuestion(ask, subject, context), access, leadsTo };
    const answer = await this.#approver.ask(question, withdrawn);
    if (answer.kind !== 'approved') return answer;
    // A link is changed in a moment, and people take their time.
    const leadsNow = await findLeads(subject, context);
    return leadsNow.join('\n') === leadsTo.join('\n')
      ? answer
      : { kind: 'nobody', reason: 'a path in it leads elsewhere by now' };
  }

  /** The call that a question is about is off. */
  withdraw(direction: Direction, id: MessageId): void {
    const key = keyOf(direction, id);
    for (const [question, call] of this.#open) if (call === key) question.abort();
  }

  close(): void {
    this.#closed = true;
    for (const question of this.#open.keys()) question.abort();
  }
}

/** A yes is bound to what was shown; numbers that only look the same must not share one. */
const showsEveryNumber = (bytes: Uint8Array): boolean =>
  findNumbers(bytes).every((token) => {
    const digits = token
      .replace(/[eE].*$/, '')
      .replace(/[-.]/g, '')
      .replace(/^0+/, '');
    return digits.length <= 15 && Number.isFinite(Number(token));
  });

const keyOf = (direction: Direction, { key }: MessageId) => `${direction} ${typeof key} ${key}`;
