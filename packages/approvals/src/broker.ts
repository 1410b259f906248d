// Asks people: one question, several channels at once, the first answer wins and the rest are withdrawn. The question
// itself lives in the store, and an answer counts there or nowhere: so processes agree, and a late answer is not lost.

import type { Answer, Approver, Question } from '@claw/pipeline';
import { digestOf, subjectOf } from './binding.js';
import type { Channel } from './channels/channel.js';
import { Ledger } from './ledger.js';
import type { Approval, Shelf } from './model.js';

export interface BrokerOptions {
  readonly shelf: Shelf;
  /** Every way to reach a person that the policy allows and this process has. */
  readonly channels: readonly Channel[];
  /** The launch command or the URL of the server. */
  readonly origin: string;
  /** What `session` means: this process over stdio, the MCP session or the identity over HTTP. */
  readonly session: string;
  /** How long a call waits for an answer, and how long its question stays open. */
  readonly waitMs: number;
  readonly expiresMs: number;
  readonly onTimeout: 'pending' | 'deny';
  /** Told of everything that becomes of a question. `late`: no call was waiting for the answer any more. */
  readonly onEvent?: (approval: Approval, late: boolean) => void;
  readonly now?: () => number;
}

/** More open questions than anybody reads: whoever floods people with them gets no more yes by it. */
const mostOpen = 64;

/** A question of this process that is being asked. */
interface Open {
  readonly over: AbortController;
  readonly stopWatching: () => void;
  readonly expiry: NodeJS.Timeout;
  waiting: number;
  /** The call must not wait: see `Asking.returns`. */
  readonly returns: boolean;
  /** Called when it may have been settled. */
  readonly wake: Set<() => void>;
}

/** Asks for one connection or for many; `close` ends what it has open. */
export class Broker implements Approver {
  readonly #options: BrokerOptions;
  readonly #ledger: Ledger;
  readonly #open = new Map<string, Open>();
  readonly #refusedOnce = new Map<string, string>();
  #opening: Promise<unknown> = Promise.resolve();
  /** Whoever never asked leaves nothing in the store, and need not open it to end. */
  #hasAsked = false;

  constructor(options: BrokerOptions) {
    this.#options = options;
    this.#ledger = new Ledger(options.shelf, options.now);
  }

  get ledger(): Ledger {
    return this.#ledger;
  }

  async ask(question: Question, withdrawn: AbortSignal): Promise<Answer> {
    const { origin, session, waitMs, expiresMs, channels } = this.#options;
    const subject = subjectOf(question, origin);
    const digest = digestOf(subject);
    const until = Date.now() + waitMs;
    this.#hasAsked = true;
    for (;;) {
      if (withdrawn.aborted) return nobody('the call was withdrawn');
      const refusedBy = this.#refusedOnce.get(digest);
      if (this.#refusedOnce.delete(digest)) return { kind: 'declined', by: refusedBy ?? 'somebody' };
      const standing = await this.#ledger.use(digest, session);
      if (standing !== undefined) return { kind: 'approved', ...standing };
      if (channels.length === 0) return nobody('there is no way to ask anybody');
      if (this.#open.size >= mostOpen) return nobody('too many questions wait for an answer already');
      const approval = await this.#oneByOne(() =>
        this.#ledger.open(question, { subject, digest, session, milliseconds: expiresMs }),
      );
      const reachable = this.#begin(approval);
      if (!reachable) {
        await this.#ledger.withdraw(approval.id);
        return nobody('nobody can be reached');
      }
      const answer = await this.#wait(approval, until - Date.now(), withdrawn);
      if (answer !== undefined) return answer;
      // A yes for once went to another call that was the same: ask again.
    }
  }

  /** The next question about this is answered with no: a person has just said so, on a way that begins anew. */
  refuseNext(digest: string, by: string): void {
    this.#refusedOnce.set(digest, by);
  }

  /** Withdraws everything; standing grants of this session end. */
  async close(): Promise<void> {
    const open = [...this.#open.keys()];
    for (const id of open) await this.#ledger.withdraw(id).finally(() => this.#end(id));
    if (this.#hasAsked) await this.#ledger.endSession(this.#options.session);
  }

  /** Two equal calls at the same moment must find one question, not open two. */
  #oneByOne<T>(open: () => Promise<T>): Promise<T> {
    const opened = this.#opening.then(open);
    this.#opening = opened.catch(() => {});
    return opened;
  }

  /** Shows a question on all channels, unless it is being shown; whether there is one that can. */
  #begin(approval: Approval): boolean {
    const { id, expiresAt } = approval;
    if (this.#open.has(id)) return true;
    const over = new AbortController();
    const asking = this.#options.channels.flatMap((channel) => channel.ask(approval, over.signal) ?? []);
    if (asking.length === 0) return false;
    const wake = new Set<() => void>();
    const stopWatching = this.#ledger.watch(() => void this.#look(id));
    const expiry = setTimeout(() => this.#end(id), Math.max(0, expiresAt - Date.now())).unref();
    const returns = asking.some((one) => one.returns === true);
    this.#open.set(id, { over, stopWatching, expiry, waiting: 0, wake, returns });
    for (const { answer } of asking) {
      void answer.then(
        async (reply) => {
          if (reply !== undefined) await this.#ledger.answer(id, reply);
          await this.#look(id);
        },
        () => {},
      );
    }
    return true;
  }

  /** Has somebody settled it? Then the channels stop asking, and whoever waits goes on. */
  async #look(id: string): Promise<void> {
    const approval = await this.#ledger.approval(id).catch(() => undefined);
    const open = this.#open.get(id);
    if (open === undefined || approval === undefined || approval.state === 'pending') return;
    const { waiting } = open;
    this.#end(id);
    // Used already by a call that was faster than our look: what the person said is yes.
    const said: Approval = approval.state === 'used' ? { ...approval, state: 'approved' } : approval;
    this.#options.onEvent?.(said, waiting === 0);
  }

  #end(id: string): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    this.#open.delete(id);
    clearTimeout(open.expiry);
    open.stopWatching();
    open.over.abort();
    for (const wake of open.wake) wake();
  }

  /** The answer; undefined when there is none for this call although the question is settled. */
  async #wait(approval: Approval, milliseconds: number, withdrawn: AbortSignal): Promise<Answer | undefined> {
    const { id } = approval;
    const open = this.#open.get(id);
    if (open !== undefined && !open.returns) {
      open.waiting++;
      await pause(milliseconds, withdrawn, open.wake);
      open.waiting--;
    }
    if (withdrawn.aborted && open?.waiting === 0 && !open.returns) {
      const { kind } = await this.#ledger.withdraw(id);
      if (kind === 'answered') this.#end(id);
    }
    if (withdrawn.aborted) return nobody('the call was withdrawn');
    return this.#conclude(await this.#ledger.approval(id), open?.returns === true);
  }

  async #conclude(approval: Approval | undefined, returns: boolean): Promise<Answer | undefined> {
    if (approval === undefined) return { kind: 'declined', by: 'nobody, in time' };
    const { id, state, scope = 'once', by = 'somebody', expiresAt } = approval;
    if (state === 'denied') return { kind: 'declined', by };
    if (state === 'withdrawn') return nobody('the question was withdrawn');
    if (state === 'approved' && scope !== 'once') return { kind: 'approved', by, scope };
    if (state === 'approved')
      return (await this.#ledger.useOnce(approval)) ? { kind: 'approved', by, scope } : undefined;
    if (state === 'used') return undefined;
    if (returns || this.#options.onTimeout === 'pending') return { kind: 'pending', id, expiresAt };
    await this.#ledger.answer(id, { decision: 'deny', by: 'nobody, in time' });
    this.#end(id);
    return { kind: 'declined', by: 'nobody, in time' };
  }
}

const nobody = (reason: string): Answer => ({ kind: 'nobody', reason });

/** Until somebody wakes us, the time is over, or there is no reason to wait any more. */
function pause(milliseconds: number, signal: AbortSignal, wakers: Set<() => void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, Math.max(0, milliseconds));
    function done() {
      clearTimeout(timer);
      wakers.delete(done);
      signal.removeEventListener('abort', done);
      resolve();
    }
    wakers.add(done);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
