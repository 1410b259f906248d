// Asks people: one question, several channels at once, the first answer wins and the rest are withdrawn. The question
// itself lives in the store, and an answer counts there or nowhere: so processes agree, and a late answer is not lost.

import type { ApprovalRequest, ApprovalResult, Approver } from '@claw/pipeline';
import { type AccessAnswer, granted, nobody } from './access-answer.js';
import { digestOf, digestOfAccess, subjectOf } from './binding.js';
import type { Channel } from './channels/channel.js';
import { Ledger, nobodyInTime } from './ledger.js';
import type { Access, Approval, Shelf, Subject } from './model.js';
import { type OnApproval, OpenQuestions } from './open-questions.js';
import { sessionName } from './session-name.js';

export interface BrokerOptions {
  readonly shelf: Shelf;
  /** Every way to reach a person that the policy allows and this process has. Like the times, read for every question. */
  readonly channels: readonly Channel[];
  /** The launch command or the URL of the server. */
  readonly origin: string;
  /** This process: what `session` means for whoever comes without a session of their own. No slash in it. */
  readonly session: string;
  /** How long a call waits for an answer, and how long its question stays open. */
  readonly waitMs: number;
  readonly expiresMs: number;
  readonly onTimeout: 'pending' | 'deny';
  readonly onEvent?: OnApproval;
  readonly now?: () => number;
  /** Whether another session, whose yes would hold here, still goes on. */
  readonly isAlive?: (session: string) => Promise<boolean>;
}

/** Who asks, where one broker asks for many. */
export interface Asker {
  /** Their own session, such as the MCP session over HTTP: a yes for the session is then for that one. */
  readonly session?: string | undefined;
  /** Ways to reach a person that only they have. */
  readonly channels?: readonly Channel[] | undefined;
}

/** A question, what a yes to it is bound to, and how long a call waits for it. */
interface Inquiry {
  readonly question: ApprovalRequest;
  readonly subject: Subject;
  readonly digest: string;
  /** Set when the yes is for this access, and not for the call that asks. */
  readonly access?: Access | undefined;
  readonly waitMs: number;
  readonly asker?: Asker | undefined;
}

/** Nobody has said no; nobody has said anything. */
const NOT_IN_TIME = 'the approval was not given in time';

/** More open questions of one caller than anybody reads: whoever floods people with them gets no more yes by it. */
const mostOpen = 64;

/** Whoever asks without a call to wait for can ask at will, and is bothered less by having no answer. */
const mostWishes = 10;

/** Another session that makes the same call has not been refused anything. */
const refusalKey = ({ digest, session }: Pick<Approval, 'digest' | 'session'>): string =>
  `${digest} ${session}`;

/** Asks for one connection or for many; `close` ends what it has open. */
export class Broker implements Approver {
  readonly #options: BrokerOptions;
  readonly #ledger: Ledger;
  readonly #questions: OpenQuestions;
  readonly #refusedOnce = new Map<string, string>();
  #opening: Promise<unknown> = Promise.resolve();
  /** Whoever never asked allows nothing in the store, and need not open it to end. */
  #hasAsked = false;

  constructor(options: BrokerOptions) {
    this.#options = options;
    this.#ledger = new Ledger(options.shelf, options.now, options.isAlive);
    this.#questions = new OpenQuestions(this.#ledger, options.onEvent);
  }

  get ledger(): Ledger {
    return this.#ledger;
  }

  async requestApproval(
    question: ApprovalRequest,
    withdrawn: AbortSignal,
    asker?: Asker,
  ): Promise<ApprovalResult> {
    const subject = subjectOf(question, this.#options.origin);
    const inquiry = { question, subject, digest: digestOf(subject), waitMs: this.#options.waitMs, asker };
    try {
      return await this.#inquire(inquiry, withdrawn);
    } catch (error) {
      // Nobody can be asked without it, and whoever reads the refusal should know why.
      if ((error as { code?: unknown }).code !== 'STORE_UNAVAILABLE') throw error;
      return nobody('approvals cannot be stored; run `clawdefender doctor` to find the cause');
    }
  }

  /**
   * Asks for a yes to `question.access`, whichever tool of whichever server would do it. Asking uses nothing up: a yes for
   * once is used by the first call that does it, in any process.
   */
  async requestAccess(
    question: ApprovalRequest & { readonly access: Access },
    withdrawn: AbortSignal,
    waitMs = this.#options.waitMs,
  ): Promise<AccessAnswer> {
    const { access, identity } = question;
    const digest = digestOfAccess(access, identity);
    const agreed = await this.findAgreement(access, identity);
    if (agreed !== undefined) return agreed;
    // Whoever asks again and again gets tired people to say yes.
    const refusedBy = await this.#ledger.refusal(digest);
    if (refusedBy !== undefined) return { kind: 'denied', by: refusedBy };
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
    { question, subject, digest, access, waitMs, asker = {} }: Inquiry,
    withdrawn: AbortSignal,
  ): Promise<AccessAnswer> {
    const { expiresMs: milliseconds } = this.#options;
    const session = this.#nameOf(asker.session);
    const channels = [...(asker.channels ?? []), ...this.#options.channels];
    const until = performance.now() + waitMs;
    this.#hasAsked = true;
    for (;;) {
      if (withdrawn.aborted) return nobody('the call was withdrawn');
      const refused = refusalKey({ digest, session });
      const refusedBy = this.#refusedOnce.get(refused);
      if (this.#refusedOnce.delete(refused)) return { kind: 'denied', by: refusedBy ?? 'somebody' };
      const standing = access === undefined ? await this.#standing(question, digest, session) : undefined;
      if (standing !== undefined) return standing;
      if (channels.length === 0) return nobody('no approval channel is available');
      const most = access === undefined ? mostOpen : mostWishes;
      const approval = await this.#oneByOne(async () => {
        if (this.#questions.countOthers(question.identity, digest) >= most)
          return 'too many approvals are pending';
        const opened = await this.#ledger.open(question, {
          subject,
          digest,
          session,
          milliseconds,
          waitMs: until - performance.now(),
          access,
        });
        if (this.#questions.begin(opened, channels)) return opened;
        await this.#ledger.withdraw(opened.id);
        return 'no approval channel can be reached';
      });
      if (typeof approval === 'string') return nobody(approval);
      const { id } = approval;
      const returns = await this.#questions.wait(id, channels, until - performance.now(), withdrawn);
      if (withdrawn.aborted) return nobody('the call was withdrawn');
      const answer = await this.#conclude(await this.#ledger.approval(id), returns);
      if (answer !== undefined) return answer;
      // A yes for once went to another call that was the same: ask again.
    }
  }

  /** A yes that stands: to exactly this call, or to all that it would do. */
  async #standing(
    { access, identity }: ApprovalRequest,
    digest: string,
    session: string,
  ): Promise<AccessAnswer | undefined> {
    const digests = access === undefined ? [digest] : [digest, digestOfAccess(access, identity)];
    for (const one of digests) {
      const yes = await this.#ledger.use(one, session);
      if (yes !== undefined) return granted(yes.by, yes.scope, undefined);
    }
    return undefined;
  }

  /** Nobody can be asked this way any more. */
  leave(channel: Channel): void {
    this.#questions.leave(channel);
  }

  /** The next question of its session about this is answered with no: a person has just said so, on a way that begins anew. */
  refuseNext(approval: Pick<Approval, 'digest' | 'session'>, by: string): void {
    this.#refusedOnce.set(refusalKey(approval), by);
  }

  /** A session of its own is over; its standing grants end with it. Questions stay open: whoever asked may come back. */
  endSession(session: string): Promise<void> {
    return this.#ledger.endSession(this.#nameOf(session));
  }

  /** Withdraws everything; standing grants of this process and of all sessions in it end. */
  async close(): Promise<void> {
    await this.#questions.close();
    if (this.#hasAsked) await this.#ledger.endSession(this.#options.session);
  }

  #nameOf(session: string | undefined): string {
    return sessionName(this.#options.session, session);
  }

  /** Two equal calls at the same moment must find one question, not open two. */
  #oneByOne<T>(open: () => Promise<T>): Promise<T> {
    const opened = this.#opening.then(open);
    this.#opening = opened.catch(() => {});
    return opened;
  }

  /** The answer; undefined when there is none for this call although the question is settled. */
  async #conclude(approval: Approval | undefined, returns: boolean): Promise<AccessAnswer | undefined> {
    if (approval === undefined) return nobody(NOT_IN_TIME);
    const { id, state, scope = 'once', by = 'somebody', expiresAt, until } = approval;
    if (state === 'denied') return { kind: 'denied', by };
    if (state === 'withdrawn') return nobody('the approval request was withdrawn');
    if (state === 'approved' && scope !== 'once') return granted(by, scope, until);
    // The yes is for a call that is still to come; or that came already.
    if (approval.access !== undefined && state !== 'pending') return granted(by, scope, expiresAt);
    if (state === 'approved')
      return (await this.#ledger.useOnce(approval)) ? granted(by, scope, undefined) : undefined;
    if (state === 'used') return undefined;
    if (returns || this.#options.onTimeout === 'pending') return { kind: 'pending', id, expiresAt };
    await this.#ledger.answer(id, { decision: 'deny', by: nobodyInTime });
    this.#questions.end(id);
    return nobody(NOT_IN_TIME);
  }
}
