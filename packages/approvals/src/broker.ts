// Asks people: one question, several channels at once, the first answer wins and the rest are withdrawn. The question
// itself lives in the store, and an answer counts there or nowhere: so processes agree, and a late answer is not lost.

import type { Answer, Approver, Question } from '@claw/pipeline';
import { digestOf, digestOfAccess, subjectOf } from './binding.js';
import type { Channel } from './channels/channel.js';
import { Ledger, nobodyInTime } from './ledger.js';
import type { Access, Approval, Scope, Shelf, Subject } from './model.js';

export interface BrokerOptions {
  readonly shelf: Shelf;
  /** Every way to reach a person that the policy allows and this process has. Like the times, read for every question. */
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
  /** Whether another session, whose yes would hold here, still goes on. */
  readonly isAlive?: (session: string) => Promise<boolean>;
}

/** What came of asking for an access. `expiresAt` is undefined for a yes that ends with its session, or never. */
export type AccessAnswer =
  | Exclude<Answer, { kind: 'approved' }>
  | (Extract<Answer, { kind: 'approved' }> & { readonly expiresAt: number | undefined });

/** A question, what a yes to it is bound to, and how long a call waits for it. */
interface Inquiry {
  readonly question: Question;
  readonly subject: Subject;
  readonly digest: string;
  /** Set when the yes is for this access, and not for the call that asks. */
  readonly access?: Access | undefined;
  readonly waitMs: number;
  /** Ways beside those of the options. */
  readonly own?: readonly Channel[] | undefined;
}

/** More open questions of one caller than anybody reads: whoever floods people with them gets no more yes by it. */
const mostOpen = 64;

/** Whoever asks without a call to wait for can ask at will, and is bothered less by having no answer. */
const mostWishes = 10;

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
    this.#ledger = new Ledger(options.shelf, options.now, options.isAlive);
  }

  get ledger(): Ledger {
    return this.#ledger;
  }

  /** `own` are ways that only this caller has. */
  async ask(question: Question, withdrawn: AbortSignal, own?: readonly Channel[]): Promise<Answer> {
    const subject = subjectOf(question, this.#options.origin);
    const inquiry = { question, subject, digest: digestOf(subject), waitMs: this.#options.waitMs, own };
    try {
      return await this.#inquire(inquiry, withdrawn);
    } catch (error) {
      // Nobody can be asked without it, and whoever reads the refusal should know why.
      if ((error as { code?: unknown }).code !== 'STORE_UNAVAILABLE') throw error;
      return nobody('questions cannot be kept: `clawdefender approvals list` says why');
    }
  }

  /**
   * Asks for a yes to `question.access`, whichever tool of whichever server would do it. Asking uses nothing up: a yes for
   * once is used by the first call that does it, in any process.
   */
  async requestAccess(
    question: Question & { readonly access: Access },
    withdrawn: AbortSignal,
    waitMs = this.#options.waitMs,
  ): Promise<AccessAnswer> {
    const { access, identity } = question;
    const digest = digestOfAccess(access, identity);
    const agreed = await this.findAgreement(access, identity);
    if (agreed !== undefined) return agreed;
    // Whoever asks again and again gets tired people to say yes.
    const refusedBy = await this.#ledger.refusal(digest);
    if (refusedBy !== undefined) return { kind: 'declined', by: refusedBy };
    const subject = subjectOf(question, this.#options.origin);
    return this.#inquire({ question, subject, digest, access, waitMs }, withdrawn);
  }

  /** The yes to an access that stands, also one for once that waits for its call; nothing is used up. */
  async findAgreement(access: Access, identity: string | undefined): Promise<AccessAnswer | undefined> {
    const digest = digestOfAccess(access, identity);
    const grant = await this.#ledger.grant(digest, this.#options.session);
    // A yes for a session is kept for some days at most, in case nobody is left to end it.
    if (grant !== undefined)
      return granted(grant.by, grant.scope, grant.scope === 'session' ? undefined : grant.expiresAt);
    const once = await this.#ledger.unused(digest);
    return once && granted(once.by ?? 'somebody', 'once', once.expiresAt);
  }

  async #inquire(
    { question, subject, digest, access, waitMs, own = [] }: Inquiry,
    withdrawn: AbortSignal,
  ): Promise<AccessAnswer> {
    const { session, expiresMs: milliseconds } = this.#options;
    const channels = [...own, ...this.#options.channels];
    const until = Date.now() + waitMs;
    this.#hasAsked = true;
    for (;;) {
      if (withdrawn.aborted) return nobody('the call was withdrawn');
      const refusedBy = this.#refusedOnce.get(digest);
      if (this.#refusedOnce.delete(digest)) return { kind: 'declined', by: refusedBy ?? 'somebody' };
      const standing = access === undefined ? await this.#standing(question, digest) : undefined;
      if (standing !== undefined) return standing;
      if (channels.length === 0) return nobody('there is no way to ask anybody');
      const most = access === undefined ? mostOpen : mostWishes;
      const approval = await this.#oneByOne(async () => {
        if (this.#othersOpen(question.identity, digest) >= most)
          return 'too many questions wait for an answer already';
        const opened = await this.#ledger.open(question, { subject, digest, session, milliseconds, access });
        if (this.#begin(opened, channels)) return opened;
        await this.#ledger.withdraw(opened.id);
        return 'nobody can be reached';
      });
      if (typeof approval === 'string') return nobody(approval);
      const answer = await this.#wait(approval, channels, until - Date.now(), withdrawn);
      if (answer !== undefined) return answer;
      // A yes for once went to another call that was the same: ask again.
    }
  }

  /** A yes that stands: to exactly this call, or to all that it would do. */
  async #standing({ access, identity }: Question, digest: string): Promise<AccessAnswer | undefined> {
    const digests = access === undefined ? [digest] : [digest, digestOfAccess(access, identity)];
    for (const one of digests) {
      const yes = await this.#ledger.use(one, this.#options.session);
      if (yes !== undefined) return granted(yes.by, yes.scope, undefined);
    }
    return undefined;
  }

  /** Nobody can be asked this way any more. */
  leave(channel: Channel): void {
    for (const { asked, returning } of this.#open.values()) {
      asked.delete(channel);
      returning.delete(channel);
    }
  }

  /** The next question about this is answered with no: a person has just said so, on a way that begins anew. */
  refuseNext(digest: string, by: string): void {
    this.#refusedOnce.set(digest, by);
  }

  /** Withdraws everything; standing grants of this session end. */
  async close(): Promise<void> {
    const open = [...this.#open.keys()];
    for (const id of open) {
      try {
        const { kind } = await this.#ledger.withdraw(id);
        // Somebody was faster, and nobody has looked since: it belongs into the record.
        if (kind === 'settled') await this.#look(id);
      } finally {
        this.#end(id);
      }
    }
    if (this.#hasAsked) await this.#ledger.endSession(this.#options.session);
  }

  /** Open questions of one caller about other things: nobody else has to wait because of them, nor the same question. */
  #othersOpen(identity: string | undefined, digest: string): number {
    const open = [...this.#open.values()];
    if (open.some((one) => one.digest === digest)) return 0;
    return open.filter((one) => one.identity === identity).length;
  }

  /** Two equal calls at the same moment must find one question, not open two. */
  #oneByOne<T>(open: () => Promise<T>): Promise<T> {
    const opened = this.#opening.then(open);
    this.#opening = opened.catch(() => {});
    return opened;
  }

  /** Shows a question on those channels that do not show it yet; whether there is one that can. */
  #begin(approval: Approval, channels: readonly Channel[]): boolean {
    const known = this.#open.get(approval.id);
    const { id, expiresAt, digest, subject } = approval;
    const open: Open = known ?? {
      digest,
      identity: subject.identity,
      over: new AbortController(),
      stopWatching: this.#ledger.watch(() => void this.#look(id)),
      expiry: setTimeout(() => this.#end(id), Math.max(0, expiresAt - Date.now())).unref(),
      waiting: 0,
      asked: new Set(),
      returning: new Set(),
      isReturned: false,
      wake: new Set(),
    };
    this.#open.set(id, open);
    for (const channel of channels) this.#show(approval, open, channel);
    if (open.asked.size === 0) this.#end(id);
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
  async #wait(
    approval: Approval,
    channels: readonly Channel[],
    milliseconds: number,
    withdrawn: AbortSignal,
  ): Promise<AccessAnswer | undefined> {
    const { id } = approval;
    const open = this.#open.get(id);
    const returns = channels.some((channel) => open?.returning.has(channel));
    if (open !== undefined && !returns) {
      open.waiting++;
      await pause(milliseconds, withdrawn, open.wake);
      open.waiting--;
    }
    if (withdrawn.aborted && open?.waiting === 0 && !open.isReturned) {
      const { kind } = await this.#ledger.withdraw(id);
      if (kind === 'answered') this.#end(id);
    }
    if (withdrawn.aborted) return nobody('the call was withdrawn');
    return this.#conclude(await this.#ledger.approval(id), returns);
  }

  async #conclude(approval: Approval | undefined, returns: boolean): Promise<AccessAnswer | undefined> {
    if (approval === undefined) return { kind: 'declined', by: nobodyInTime };
    const { id, state, scope = 'once', by = 'somebody', expiresAt, until } = approval;
    if (state === 'denied') return { kind: 'declined', by };
    if (state === 'withdrawn') return nobody('the question was withdrawn');
    if (state === 'approved' && scope !== 'once') return granted(by, scope, until);
    // The yes is for a call that is still to come; or that came already.
    if (approval.access !== undefined && state !== 'pending') return granted(by, scope, expiresAt);
    if (state === 'approved')
      return (await this.#ledger.useOnce(approval)) ? granted(by, scope, undefined) : undefined;
    if (state === 'used') return undefined;
    if (returns || this.#options.onTimeout === 'pending') return { kind: 'pending', id, expiresAt };
    await this.#ledger.answer(id, { decision: 'deny', by: nobodyInTime });
    this.#end(id);
    return { kind: 'declined', by: nobodyInTime };
  }
}

const nobody = (reason: string): AccessAnswer => ({ kind: 'nobody', reason });

const granted = (by: string, scope: Scope, expiresAt: number | undefined): AccessAnswer => ({
  kind: 'approved',
  by,
  scope,
  expiresAt,
});

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
