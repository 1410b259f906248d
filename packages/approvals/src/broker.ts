// Requests approvals on several channels at once. The first decision takes effect, and the request is withdrawn from
// all other channels. Requests are stored and decided only in the store, so that all processes agree and late
// decisions are not lost.

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
   * The channels that the policy allows and this process has. They are read for each request, like the time limits.
   */
  readonly channels: readonly Channel[];
  /** The launch command or the URL of the server. */
  readonly origin: string;
  /**
   * The name of this process, which is the session of clients without a session of their own. It contains no slash.
   */
  readonly session: string;
  /** How long a call waits for a decision, and how long its request stays open, in milliseconds. */
  readonly waitMs: number;
  readonly expiresMs: number;
  readonly onTimeout: 'pending' | 'deny';
  readonly onEvent?: OnApproval;
  readonly now?: () => number;
  /** Returns true if another session, whose approvals apply here as well, is still running. */
  readonly isAlive?: (session: string) => Promise<boolean>;
}

/** The client, if one broker serves many clients. */
export interface ApprovalCaller {
  /** The session of the client, such as an MCP session over HTTP. Session approvals apply to it. */
  readonly session?: string | undefined;
  /** Channels that only this client has. */
  readonly channels?: readonly Channel[] | undefined;
}

/** A request, the data to which its approval is bound, and how long a call waits for it. */
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
 * The maximum number of open requests from one caller. Further requests are denied, so that a caller cannot flood
 * users with requests.
 */
const maxOpen = 64;

/**
 * The limit for a caller without a pending call. It is lower, because such a caller can send requests at any rate.
 */
const maxOpenForAccess = 10;

/** The key includes the session, because a denial does not apply to the same call in another session. */
const denialKey = ({ digest, session }: Pick<Approval, 'digest' | 'session'>): string =>
  `${digest} ${session}`;

/** Requests approvals for one or more connections; `close` ends its open requests. */
export class Broker implements Approver {
  readonly #options: BrokerOptions;
  readonly #store: ApprovalStore;
  readonly #open: OpenRequests;
  readonly #deniedOnce = new Map<string, string>();
  #opening: Promise<unknown> = Promise.resolve();
  /**
   * False until this process requests an approval. Before that it has no approvals in the store, so `close` does not
   * open the store.
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
      // Approvals need the store, so the denial should explain that the store is unavailable.
      if ((error as { code?: unknown }).code !== 'STORE_UNAVAILABLE') throw error;
      return unavailable('approvals cannot be stored; run `clawdefender doctor` to find the cause');
    }
  }

  /**
   * Requests approval for `question.access` with any tool of any server. The request itself does not use up the
   * approval; the first call with this access does, in any process.
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
    // Repeated requests would make users approve carelessly.
    const deniedBy = await this.#store.denialOf(digest);
    if (deniedBy !== undefined) return { kind: 'denied', by: deniedBy };
    const subject = subjectOf(question, this.#options.origin);
    return this.#requestAndWait({ question, subject, digest, access, waitMs }, withdrawn);
  }

  /** Returns the valid approval for an access, or a one-time approval that has not been used. Does not use it up. */
  async findAgreement(access: Access, identity: string | undefined): Promise<AccessAnswer | undefined> {
    const digest = digestOfAccess(access, identity);
    const grant = await this.#store.grant(digest, this.#options.session);
    // The approval is valid until the session ends. The stored time limit only removes approvals whose session never
    // ended properly.
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
      const key = denialKey({ digest, session });
      const deniedBy = this.#deniedOnce.get(key);
      if (this.#deniedOnce.delete(key)) return { kind: 'denied', by: deniedBy ?? 'an unknown user' };
      const standing = access === undefined ? await this.#standing(question, digest, session) : undefined;
      if (standing !== undefined) return standing;
      if (channels.length === 0) return unavailable('no approval channel is available');
      const most = access === undefined ? maxOpen : maxOpenForAccess;
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
      // Another identical call has used the one-time approval, so a new request is needed.
    }
  }

  /** Returns a standing approval for exactly this call, or for its access. */
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

  /** Removes a channel that is no longer available. */
  removeChannel(channel: Channel): void {
    this.#open.removeChannel(channel);
  }

  /**
   * Denies the next identical request in this session. The user has just denied the call on a channel where the client
   * repeats the call.
   */
  denyNext(approval: Pick<Approval, 'digest' | 'session'>, by: string): void {
    this.#deniedOnce.set(denialKey(approval), by);
  }

  /** Ends a client session and its session approvals. Requests stay open, because the client may return. */
  endSession(session: string): Promise<void> {
    return this.#store.endSession(this.#nameOf(session));
  }

  /** Withdraws all requests, and ends the session approvals of this process and its client sessions. */
  async close(): Promise<void> {
    await this.#open.close();
    if (this.#hasAsked) await this.#store.endSession(this.#options.session);
  }

  #nameOf(session: string | undefined): string {
    return sessionName(this.#options.session, session);
  }

  /** Runs the functions one after the other, so that two concurrent identical calls share one request. */
  #oneByOne<T>(open: () => Promise<T>): Promise<T> {
    const opened = this.#opening.then(open);
    this.#opening = opened.catch(() => {});
    return opened;
  }

  /** Returns the result, or undefined if there is none for this call although the request is closed. */
  async #conclude(approval: Approval | undefined, returns: boolean): Promise<AccessAnswer | undefined> {
    if (approval === undefined) return unavailable(NOT_IN_TIME);
    const { id, state, scope = 'once', by = 'an unknown user', expiresAt, until } = approval;
    if (state === 'denied') return { kind: 'denied', by };
    if (state === 'withdrawn') return unavailable('the approval request was withdrawn');
    if (state === 'approved' && scope !== 'once') return granted(by, scope, until);
    // The approval is for a later call, or a call has already used it.
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
