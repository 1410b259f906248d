// The open requests of this process: the channels that display each request, the calls that wait for it, and how it
// ends. Other files handle the content of requests.

import type { ApprovalStore } from './approval-store.js';
import type { Channel } from './channels/channel.js';
import type { Approval } from './model.js';
import { pause, timerOf } from './pause.js';

interface Open {
  readonly digest: string;
  readonly identity: string | undefined;
  readonly ended: AbortController;
  readonly stopWatching: () => void;
  readonly expiry: NodeJS.Timeout;
  waiting: number;
  /** The channels that display the request. */
  readonly channels: Set<Channel>;
  /** The channels that send the request as the response to the call; see `ChannelRequest.returns`. */
  readonly returning: Set<Channel>;
  /** True if the client sends the decision when it repeats the call, so that no call is pending. */
  isReturned: boolean;
  /** Functions to call when the request may have been decided. */
  readonly wake: Set<() => void>;
}

/** Called for every closed request. `late` is true if no call was pending any more. */
export type OnApproval = (approval: Approval, late: boolean) => void;

export class OpenRequests {
  readonly #store: ApprovalStore;
  readonly #onEvent: OnApproval | undefined;
  readonly #open = new Map<string, Open>();

  constructor(store: ApprovalStore, onEvent: OnApproval | undefined) {
    this.#store = store;
    this.#onEvent = onEvent;
  }

  /**
   * Returns the number of open requests from one caller for other calls. The limit affects neither other callers nor
   * repetitions of the same call.
   */
  countOthers(identity: string | undefined, digest: string): number {
    const open = [...this.#open.values()];
    if (open.some((one) => one.digest === digest)) return 0;
    return open.filter((one) => one.identity === identity).length;
  }

  /** Displays a request on the channels that do not display it yet; returns true if there is such a channel. */
  begin(approval: Approval, channels: readonly Channel[]): boolean {
    const known = this.#open.get(approval.id);
    const { id, expiresAt, digest, subject } = approval;
    const open: Open = known ?? {
      digest,
      identity: subject.identity,
      ended: new AbortController(),
      stopWatching: this.#store.watch(() => void this.#look(id)),
      expiry: setTimeout(() => this.end(id), timerOf(expiresAt - Date.now())).unref(),
      waiting: 0,
      channels: new Set(),
      returning: new Set(),
      isReturned: false,
      wake: new Set(),
    };
    this.#open.set(id, open);
    for (const channel of channels) this.#show(approval, open, channel);
    if (open.channels.size === 0) this.end(id);
    return open.channels.size > 0;
  }

  #show(approval: Approval, open: Open, channel: Channel): void {
    const asking = open.channels.has(channel)
      ? undefined
      : channel.requestApproval(approval, open.ended.signal);
    if (asking === undefined) return;
    open.channels.add(channel);
    if (asking.respondsAtOnce === true) {
      open.returning.add(channel);
      open.isReturned = true;
    }
    void asking.decision.then(
      async (reply) => {
        if (reply !== undefined) await this.#store.answer(approval.id, reply);
        await this.#look(approval.id);
      },
      () => {},
    );
  }

  /** If the request was decided, ends its display and continues the waiting calls. */
  async #look(id: string): Promise<void> {
    const approval = await this.#store.approval(id).catch(() => undefined);
    const open = this.#open.get(id);
    if (open === undefined || approval === undefined || approval.state === 'pending') return;
    const { waiting } = open;
    this.end(id);
    // Another call has already used up the approval, so the user has approved.
    const reported: Approval = approval.state === 'used' ? { ...approval, state: 'approved' } : approval;
    this.#onEvent?.(reported, waiting === 0);
  }

  /** Ends the display and continues the waiting calls. */
  end(id: string): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    this.#open.delete(id);
    clearTimeout(open.expiry);
    open.stopWatching();
    open.ended.abort();
    for (const wake of open.wake) wake();
  }

  /**
   * Waits until the request may have been decided, the time is over, or the call is cancelled. Returns true if the
   * response to the call is the request itself.
   */
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
      const { kind } = await this.#store.withdraw(id);
      if (kind === 'answered') this.end(id);
    }
    return returns;
  }

  /** Removes a channel that is no longer available. */
  removeChannel(channel: Channel): void {
    for (const { channels, returning } of this.#open.values()) {
      channels.delete(channel);
      returning.delete(channel);
    }
  }

  /**
   * Withdraws the requests of pending calls. Other requests stay open until they expire, because their clients were
   * told to repeat the call, possibly after a restart.
   */
  async close(): Promise<void> {
    for (const [id, { waiting }] of [...this.#open]) {
      try {
        // While this process is running, no other process records a decision that arrives now.
        if (waiting === 0) {
          await this.#look(id);
          continue;
        }
        const { kind } = await this.#store.withdraw(id);
        // The request was decided after the last check, and the decision must be recorded.
        if (kind === 'settled') await this.#look(id);
      } finally {
        this.end(id);
      }
    }
  }
}
