// Stores requests and approvals. Every change is a compare-and-swap, so that only one of several concurrent
// decisions, withdrawals or uses takes effect, in any process.

import { randomBytes } from 'node:crypto';
import type { ApprovalRequest } from '@claw/pipeline';
import type { Access, Approval, ApprovalDecision, ApprovalTable, Grant, Subject } from './model.js';
import { isWithin, processOfSession } from './session-name.js';

/** The result of a decision. */
export type Answered =
  | { readonly kind: 'answered'; readonly approval: Approval }
  /** The request was decided or withdrawn earlier. */
  | { readonly kind: 'settled'; readonly approval: Approval }
  | { readonly kind: 'unknown' };

/** The time within which a repeated call must use a one-time approval. */
const repeatMilliseconds = 10 * 60_000;

/** The maximum duration of session approvals, because a process may die without ending its session. */
const sessionMilliseconds = 7 * 24 * 3_600_000;

/** The tolerance for differences between the clocks of several machines. */
const CLOCK_TOLERANCE = 5 * 60_000;

/** The value of `by` for expired requests: the pending call is denied, but an identical later call is not. */
export const notDecidedInTime = 'no decision in time';

export class ApprovalStore {
  readonly #table: ApprovalTable;
  readonly #now: () => number;
  readonly #isAlive: (session: string) => Promise<boolean>;

  /**
   * `isAlive` returns true if a session is running. It is needed because a killed process could not remove its
   * approvals.
   */
  constructor(
    table: ApprovalTable,
    now: () => number = Date.now,
    isAlive = async (_session: string) => true,
  ) {
    this.#table = table;
    this.#now = now;
    this.#isAlive = isAlive;
  }

  watch(act: () => void): () => void {
    return this.#table.watch(act);
  }

  /** Returns the open request of this session for the same call, or a new one. */
  async open(
    question: ApprovalRequest,
    {
      subject,
      digest,
      session,
      milliseconds,
      waitMs,
      access,
    }: {
      subject: Subject;
      digest: string;
      session: string;
      milliseconds: number;
      /** How long the call stays pending. */
      waitMs: number;
      access?: Access | undefined;
    },
  ): Promise<Approval> {
    const open = (await this.approvals()).find(
      (one) => one.state === 'pending' && one.digest === digest && one.session === session,
    );
    const createdAt = this.#now();
    const waitsUntil = createdAt + waitMs;
    if (open !== undefined) return this.#waitLonger(open, waitsUntil);
    const { direction, reason, message, effects, matched, unnamed } = question;
    for (;;) {
      const approval: Approval = {
        id: randomBytes(4).toString('hex'),
        state: 'pending',
        digest,
        session,
        subject,
        access,
        question: { direction, reason, message, effects, matched, unnamed },
        createdAt,
        waitsUntil,
        expiresAt: createdAt + milliseconds,
      };
      if (await this.#table.add('approval', approval.id, JSON.stringify(approval), approval.expiresAt))
        return approval;
    }
  }

  /**
   * Stores that another call is waiting for the same decision. The value is only displayed, so a lost update does no
   * harm.
   */
  async #waitLonger(open: Approval, waitsUntil: number): Promise<Approval> {
    if (open.waitsUntil !== undefined && open.waitsUntil >= waitsUntil) return open;
    const longer = { ...open, waitsUntil };
    const isKept = await this.#table.replace(
      'approval',
      open.id,
      JSON.stringify(open),
      JSON.stringify(longer),
      open.expiresAt,
    );
    return isKept ? longer : open;
  }

  async approval(id: string): Promise<Approval | undefined> {
    const text = await this.#table.get('approval', id);
    return text === undefined ? undefined : (JSON.parse(text) as Approval);
  }

  /** Returns all requests that have not expired, oldest first. */
  async approvals(): Promise<readonly Approval[]> {
    const cells = await this.#table.list('approval');
    return cells
      .map(({ value }) => JSON.parse(value) as Approval)
      .sort((left, right) => left.createdAt - right.createdAt);
  }

  async grants(): Promise<readonly Grant[]> {
    return (await this.#table.list('grant')).map(({ value }) => JSON.parse(value) as Grant);
  }

  /** Records the decision of a user. Only the first decision takes effect. */
  async answer(id: string, reply: ApprovalDecision): Promise<Answered> {
    const now = this.#now();
    const changed = await this.#settle(id, (approval) => ({
      ...approval,
      ...endOf(reply, now),
      by: reply.by,
      answeredAt: now,
      expiresAt: now + repeatMilliseconds,
    }));
    if (changed.kind === 'answered' && reply.decision === 'approve' && reply.scope !== 'once')
      await this.#grant(changed.approval, reply.scope, reply.by);
    return changed;
  }

  /** Closes a request whose decision is no longer needed. */
  withdraw(id: string): Promise<Answered> {
    return this.#settle(id, (approval) => ({ ...approval, state: 'withdrawn' }));
  }

  /** Finds a standing approval, or a one-time approval, which is then used up. */
  async use(
    digest: string,
    session: string,
  ): Promise<{ scope: Grant['scope'] | 'once'; by: string } | undefined> {
    const grant = await this.grant(digest, session);
    if (grant !== undefined) return { scope: grant.scope, by: grant.by };
    for (const approval of await this.approvals()) {
      if (approval.digest === digest && (await this.useOnce(approval)))
        return { scope: 'once', by: approval.by ?? 'an unknown user' };
    }
    return undefined;
  }

  /**
   * Returns the standing approval, if there is one. An approval for an access is valid in all sessions while its own
   * session is running.
   */
  async grant(digest: string, session: string): Promise<Grant | undefined> {
    for (const { value } of await this.#table.list('grant', `${digest}:`)) {
      const grant = JSON.parse(value) as Grant;
      if (grant.scope === 'time' && this.#isFromLater(grant.createdAt)) continue;
      if (grant.session === undefined || grant.session === session) return grant;
      if (grant.access !== undefined && (await this.#isAlive(processOfSession(grant.session)))) return grant;
    }
    return undefined;
  }

  /** Returns a one-time approval that has not been used. */
  async unused(digest: string): Promise<Approval | undefined> {
    return (await this.approvals()).find(
      (one) =>
        one.state === 'approved' && one.scope === 'once' && one.digest === digest && this.#isFresh(one),
    );
  }

  /** Returns who recently denied the same call in any session. A new session does not make it a different request. */
  async denialOf(digest: string): Promise<string | undefined> {
    const refused = (await this.approvals()).find(
      (one) => one.state === 'denied' && one.digest === digest && one.by !== notDecidedInTime,
    );
    return refused && (refused.by ?? 'an unknown user');
  }

  /** Uses up a one-time approval. Only one of several concurrent attempts succeeds. */
  async useOnce(approval: Approval): Promise<boolean> {
    if (approval.state !== 'approved' || approval.scope !== 'once' || !this.#isFresh(approval)) return false;
    return this.#swap(approval, { ...approval, state: 'used' });
  }

  /**
   * Revokes a standing approval, an unused one-time approval, or a request. Returns undefined if it does not exist.
   */
  async revoke(id: string): Promise<Grant | Approval | undefined> {
    for (const { key, value } of await this.#table.list('grant')) {
      const grant = JSON.parse(value) as Grant;
      if (grant.id === id) return (await this.#table.remove('grant', key)) ? grant : undefined;
    }
    for (;;) {
      const approval = await this.approval(id);
      if (approval === undefined || !isOpen(approval)) return undefined;
      if (
        await this.#swap(approval, { ...approval, state: 'denied', by: 'revoked', answeredAt: this.#now() })
      )
        return approval;
    }
  }

  /** Removes the approvals of a session and of the sessions that belong to it. */
  async endSession(session: string): Promise<void> {
    for (const { key, value } of await this.#table.list('grant'))
      if (isWithin((JSON.parse(value) as Grant).session, session)) await this.#table.remove('grant', key);
  }

  async #grant(
    { id, digest, subject, session, access, until }: Approval,
    scope: Grant['scope'],
    by: string,
  ): Promise<void> {
    const createdAt = this.#now();
    const expiresAt = scope === 'session' ? createdAt + sessionMilliseconds : until;
    const grant: Grant = {
      id,
      digest,
      subject,
      access,
      scope,
      session: scope === 'session' ? session : undefined,
      by,
      createdAt,
      expiresAt,
    };
    await this.#table.put('grant', `${digest}:${id}`, JSON.stringify(grant), expiresAt);
  }

  #isFresh({ createdAt, answeredAt = createdAt }: Approval): boolean {
    return !this.#isFromLater(answeredAt);
  }

  /**
   * Returns true if the clock was set back after this time. The age of the approval is then unknown, and if it has a
   * time limit, it may have expired.
   */
  #isFromLater(instant: number): boolean {
    return instant > this.#now() + CLOCK_TOLERANCE;
  }

  async #settle(id: string, change: (approval: Approval) => Approval): Promise<Answered> {
    for (;;) {
      const approval = await this.approval(id);
      if (approval === undefined) return { kind: 'unknown' };
      if (approval.state !== 'pending') return { kind: 'settled', approval };
      const next = change(approval);
      if (await this.#swap(approval, next)) return { kind: 'answered', approval: next };
    }
  }

  async #swap(before: Approval, after: Approval): Promise<boolean> {
    return this.#table.replace(
      'approval',
      before.id,
      JSON.stringify(before),
      JSON.stringify(after),
      after.expiresAt,
    );
  }
}

/** Returns the state of a request after this decision. */
function endOf(reply: ApprovalDecision, now: number): Pick<Approval, 'state' | 'scope' | 'until'> {
  if (reply.decision === 'deny') return { state: 'denied' };
  const { scope, milliseconds = 0 } = reply;
  return { state: 'approved', scope, ...(scope === 'time' && { until: now + milliseconds }) };
}

/**
 * Returns true if there is no decision, or if the one-time approval has not been used. A longer approval is stored
 * separately.
 */
const isOpen = ({ state, scope }: Approval): boolean =>
  state === 'pending' || (state === 'approved' && scope === 'once');
