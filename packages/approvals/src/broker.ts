// Requests approvals on several channels at once; the first response wins and the others are withdrawn. Requests
// are kept in the store and are decided only there, so that processes agree and late responses are not lost.

import type { ApprovalRequest, ApprovalResult, Approver } from '@claw/pipeline';
import { type AccessAnswer, granted, unavailable } from './access-answer.js';
import { ApprovalStore, notDecidedInTime } from './approval-store.js';
import { digestOf, digestOfAccess, subjectOf } from './binding.js';
import type { Channel } from './channels/channel.js';
import type { Access, Approval, ApprovalTable, Subject } from './model.js';
import { type OnApproval, OpenRequests } from './open-requests.js';
import { sessionName } from './session-name.js';

export interface BrokerOptions {
  readonly table: ApprovalTable;
  /**
   * The channels that the policy allows and this process has. Like the time limits, they are read for each
   * request.
   */
  readonly channels: readonly Channel[];
  /** The launch command or the URL of the server. */
  readonly origin: string;
  /** The name of this process: the session of clients without a session of their own. It contains no slash. */
  readonly session: string;
  /** How long a call waits for a response, and how long its request stays open. */
  readonly waitMs: number;
  readonly expiresMs: number;
  readonly onTimeout: 'pending' | 'deny';
  readonly onEvent?: OnApproval;
  readonly now?: () => number;
  /** True if another session, whose approvals also count here, is still running. */
  readonly isAlive?: (session: string) => Promise<boolean>;
}

/** The client, if one broker serves many clients. */
export interface ApprovalCaller {
  /** The client's own session, such as the MCP session over HTTP; an approval for the session applies to it. */
  readonly session?: string | undefined;
  /** Channels that only this client has. */
  readonly channels?: readonly Channel[] | undefined;
}

/** A request, what its approval is bound to, and how long a call waits for it. */
interface PendingRequest {
  readonly question: ApprovalRequest;
  readonly subject: Subject;
  readonly digest: string;
  /** Set if the approval is for this access and not for the call. */
  readonly access?: Access | undefined;
  readonly waitMs: number;
  readonly caller?: ApprovalCaller | undefined;
}

/** The reason for expired and cancelled requests, which no user has denied. */
const NOT_IN_TIME = 'the approval was not given in time';

/**
 * The limit of open requests of one caller. Further ones are denied, so that a caller cannot flood users with
 * requests.
 */
const mostOpen = 64;

/** The limit for a caller without a pending call, which is lower, because it can send requests at any rate. */
const mostOpenForAccess = 10;

/** The same call of another session has not been denied. */
const refusalKey = ({ digest, session }: Pick<Approval, 'digest' | 'session'>): string =>
  `${digest} ${session}`;

/** Requests approvals for one or several connections; `close` ends its open requests. */
export class Broker implements Approver {
  readonly #options: BrokerOptions;
  readonly #store: ApprovalStore;
  readonly #open: OpenRequests;
  readonly #refusedOnce = new Map<string, string>();
  #opening: Promise<unknown> = Promise.resolve();
  /**
   * False if this process has made no requests: it then has no approvals in the store and does not open it to close.
   */
  #hasAsked = false;

  constructor(options: BrokerOptions) {
    this.#options = options;
    this.#store = new ApprovalStore(options.table, options.now, options.isAlive);
    this.#open = new OpenRequests(this.#store, options.onEvent);
  }

  get store(): ApprovalStore {
    return this.#store;
  }

  async requestApproval(
    question: ApprovalRequest,
    withdrawn: AbortSignal,
    caller?: ApprovalCaller,
  ): Promise<ApprovalResult> {
    const subject = subjectOf(question, this.#options.origin);
    const pending = { question, subject, digest: digestOf(subject), waitMs: this.#options.waitMs, caller };
    try {
      return await this.#requestAndWait(pending, withdrawn);
    } catch (error) {
      // Approvals need the store, and the denial should explain that it is unavailable.
      if ((error as { code?: unknown }).code !== 'STORE_UNAVAILABLE') throw error;
      return unavailable('approvals cannot be stored; run `clawdefender doctor` to find the cause');
    }
  }

  /**
   * Requests approval for `question.access` with any tool of any server. The request itself does not use up
   * the approval: the first call with this access does, in any process.
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
    // Repeated requests would tire users into approving.
    const refusedBy = await this.#store.refusal(digest);
    if (refusedBy !== undefined) return { kind: 'denied', by: refusedBy };
    const subject = subjectOf(question, this.#options.origin);
    return this.#requestAndWait({ question, subject, digest, access, waitMs }, withdrawn);
  }

  /** The valid approval for an access, including a one-time approval that has not been used; does not use it up. */
  async findAgreement(access: Access, identity: string | undefined): Promise<AccessAnswer | undefined> {
    const digest = digestOfAccess(access, identity);
    const grant = await this.#store.grant(digest, this.#options.session);
    // A session approval is kept for some days at most, in case its session never ends properly.
    if (grant !== undefined)
      return granted(grant.by, grant.scope, grant.scope === 'session' ? undefined : grant.expiresAt);
    const once = await this.#store.unused(digest);
    return once && granted(once.by ?? 'an unknown user', 'once', once.expiresAt);
  }

  async #requestAndWait(
    { question, subject, digest, access, waitMs, caller = {} }: PendingRequest,
    withdrawn: AbortSignal,
  ): Promise<AccessAnswer> {
    const { expiresMs: milliseconds } = this.#options;
    const session = this.#nameOf(caller.session);
    const channels = [...(caller.channels ?? []), ...this.#options.channels];
    const until = performance.now() + waitMs;
    this.#hasAsked = true;
    for (;;) {
      if (withdrawn.aborted) return unavailable('the call was withdrawn');
      const refused = refusalKey({ digest, session });
      const refusedBy = this.#refusedOnce.get(refused);
      if (this.#refusedOnce.delete(refused)) return { kind: 'denied', by: refusedBy ?? 'an unknown user' };
      const standing = access === undefined ? await this.#standing(question, digest, session) : undefined;
      if (standing !== undefined) return standing;
      if (channels.length === 0) return unavailable('no approval channel is available');
      const most = access === undefined ? mostOpen : mostOpenForAccess;
      const approval = await this.#oneByOne(async () => {
        if (this.#open.countOthers(question.identity, digest) >= most)
          return 'too many approvals are pending';
        const opened = await this.#store.open(question, {
          subject,
          digest,
          session,
          milliseconds,
          waitMs: until - performance.now(),
          access,
        });
        if (this.#open.begin(opened, channels)) return opened;
        await this.#store.withdraw(opened.id);
        return 'no approval channel can be reached';
      });
      if (typeof approval === 'string') return unavailable(approval);
      const { id } = approval;
      const returns = await this.#open.wait(id, channels, until - performance.now(), withdrawn);
      if (withdrawn.aborted) return unavailable('the call was withdrawn');
      const answer = await this.#conclude(await this.#store.approval(id), returns);
      if (answer !== undefined) return answer;
      // Another equal call has used the one-time approval, so a new request is needed.
    }
  }

  /** A standing approval for exactly this call, or for its access. */
  async #standing(
    { access, identity }: ApprovalRequest,
    digest: string,
    session: string,
  ): Promise<AccessAnswer | undefined> {
    const digests = access === undefined ? [digest] : [digest, digestOfAccess(access, identity)];
    for (const one of digests) {
      const yes = await this.#store.use(one, session);
      if (yes !== undefined) return granted(yes.by, yes.scope, undefined);
    }
    return undefined;
  }

  /** This channel is no longer available. */
  removeChannel(channel: Channel): void {
    this.#open.removeChannel(channel);
  }

  /**
   * The next equal request of its session is denied: the user has just denied it through a channel that
   * starts over.
   */
  refuseNext(approval: Pick<Approval, 'digest' | 'session'>, by: string): void {
    this.#refusedOnce.set(refusalKey(approval), by);
  }

  /**
   * A client session has ended, and its session approvals end with it. Requests stay open, because the client
   * may return.
   */
  endSession(session: string): Promise<void> {
    return this.#store.endSession(this.#nameOf(session));
  }

  /** Withdraws all requests; the session approvals of this process and its client sessions end. */
  async close(): Promise<void> {
    await this.#open.close();
    if (this.#hasAsked) await this.#store.endSession(this.#options.session);
  }

  #nameOf(session: string | undefined): string {
    return sessionName(this.#options.session, session);
  }

  /** Two concurrent equal calls must share one request. */
  #oneByOne<T>(open: () => Promise<T>): Promise<T> {
    const opened = this.#opening.then(open);
    this.#opening = opened.catch(() => {});
    return opened;
  }

  /** The response; undefined if there is none for this call although the request is closed. */
  async #conclude(approval: Approval | undefined, returns: boolean): Promise<AccessAnswer | undefined> {
    if (approval === undefined) return unavailable(NOT_IN_TIME);
    const { id, state, scope = 'once', by = 'an unknown user', expiresAt, until } = approval;
    if (state === 'denied') return { kind: 'denied', by };
    if (state === 'withdrawn') return unavailable('the approval request was withdrawn');
    if (state === 'approved' && scope !== 'once') return granted(by, scope, until);
    // The approval is for a call that is still to come, or has already used it.
    if (approval.access !== undefined && state !== 'pending') return granted(by, scope, expiresAt);
    if (state === 'approved')
      return (await this.#store.useOnce(approval)) ? granted(by, scope, undefined) : undefined;
    if (state === 'used') return undefined;
    if (returns || this.#options.onTimeout === 'pending') return { kind: 'pending', id, expiresAt };
    await this.#store.answer(id, { decision: 'deny', by: notDecidedInTime });
    this.#open.end(id);
    return unavailable(NOT_IN_TIME);
  }
}
