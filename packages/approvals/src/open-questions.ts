// The questions that this process is asking: on which channels each is shown, which calls wait for it, and when that is
// over. What is asked, and what an answer means, is for others to know.

import type { Channel } from './channels/channel.js';
import type { Ledger } from './ledger.js';
import type { Approval } from './model.js';
import { pause, timerOf } from './pause.js';

/** A question of this process that is being asked. */
interface Open {
  readonly digest: string;
  readonly identity: string | undefined;
  readonly over: AbortController;
  readonly stopWatching: () => void;
  readonly expiry: NodeJS.Timeout;
  waiting: number;
  /** Whoever was asked, so that nobody is asked twice. */
  readonly asked: Set<Channel>;
  /** Those who answer a call with it: see `Asking.returns`. */
  readonly returning: Set<Channel>;
  /** Somebody carries it about, whom nobody waits for. */
  isReturned: boolean;
  /** Called when it may have been settled. */
  readonly wake: Set<() => void>;
}

/** Told of everything that becomes of a question. `late`: no call was waiting for the answer any more. */
export type OnApproval = (approval: Approval, late: boolean) => void;

export class OpenQuestions {
  readonly #ledger: Ledger;
  readonly #onEvent: OnApproval | undefined;
  readonly #open = new Map<string, Open>();

  constructor(ledger: Ledger, onEvent: OnApproval | undefined) {
    this.#ledger = ledger;
    this.#onEvent = onEvent;
  }

  /** Open questions of one caller about other things: nobody else has to wait because of them, nor the same question. */
  countOthers(identity: string | undefined, digest: string): number {
    const open = [...this.#open.values()];
    if (open.some((one) => one.digest === digest)) return 0;
    return open.filter((one) => one.identity === identity).length;
  }

  /** Shows a question on those channels that do not show it yet; whether there is one that can. */
  begin(approval: Approval, channels: readonly Channel[]): boolean {
    const known = this.#open.get(approval.id);
    const { id, expiresAt, digest, subject } = approval;
    const open: Open = known ?? {
      digest,
      identity: subject.identity,
      over: new AbortController(),
      stopWatching: this.#ledger.watch(() => void this.#look(id)),
      expiry: setTimeout(() => this.end(id), timerOf(expiresAt - Date.now())).unref(),
      waiting: 0,
      asked: new Set(),
      returning: new Set(),
      isReturned: false,
      wake: new Set(),
    };
    this.#open.set(id, open);
    for (const channel of channels) this.#show(approval, open, channel);
    if (open.asked.size === 0) this.end(id);
    return open.asked.size > 0;
  }

  #show(approval: Approval, open: Open, channel: Channel): void {
    const asking = open.asked.has(channel) ? undefined : channel.ask(approval, open.over.signal);
    if (asking === undefined) return;
    open.asked.add(channel);
    if (asking.returns === true) {
      open.returning.add(channel);
      open.isReturned = true;
    }
    void asking.answer.then(
      async (reply) => {
        if (reply !== undefined) await this.#ledger.answer(approval.id, reply);
        await this.#look(approval.id);
      },
      () => {},
    );
  }

  /** Has somebody settled it? Then the channels stop asking, and whoever waits goes on. */
  async #look(id: string): Promise<void> {
    const approval = await this.#ledger.approval(id).catch(() => undefined);
    const open = this.#open.get(id);
    if (open === undefined || approval === undefined || approval.state === 'pending') return;
    const { waiting } = open;
    this.end(id);
    // Used already by a call that was faster than our look: what the person said is yes.
    const said: Approval = approval.state === 'used' ? { ...approval, state: 'approved' } : approval;
    this.#onEvent?.(said, waiting === 0);
  }

  /** Nobody is asked any more, and whoever waits goes on. */
  end(id: string): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    this.#open.delete(id);
    clearTimeout(open.expiry);
    open.stopWatching();
    open.over.abort();
    for (const wake of open.wake) wake();
  }

  /** Until it may be settled, the time is over or the call is off; whether the call is answered with the question itself. */
  async wait(
    id: string,
    channels: readonly Channel[],
    milliseconds: number,
    withdrawn: AbortSignal,
  ): Promise<boolean> {
    const open = this.#open.get(id);
    const returns = channels.some((channel) => open?.returning.has(channel));
    if (open !== undefined && !returns) {
      open.waiting++;
      await pause(milliseconds, withdrawn, open.wake);
      open.waiting--;
    }
    if (withdrawn.aborted && open?.waiting === 0 && !open.isReturned) {
      const { kind } = await this.#ledger.withdraw(id);
      if (kind === 'answered') this.end(id);
    }
    return returns;
  }

  /** Nobody can be asked this way any more. */
  leave(channel: Channel): void {
    for (const { asked, returning } of this.#open.values()) {
      asked.delete(channel);
      returning.delete(channel);
    }
  }

  /**
   * Withdraws what a call waits for. The others stay open until they expire: their clients were told to repeat the call, and may do
   * so after a restart.
   */
  async close(): Promise<void> {
    for (const [id, { waiting }] of [...this.#open]) {
      try {
        // An answer that came just now is recorded by nobody else, as long as this process lives.
        if (waiting === 0) {
          await this.#look(id);
          continue;
        }
        const { kind } = await this.#ledger.withdraw(id);
        // Somebody was faster, and nobody has looked since: it belongs into the record.
        if (kind === 'settled') await this.#look(id);
      } finally {
        this.end(id);
      }
    }
  }
}
