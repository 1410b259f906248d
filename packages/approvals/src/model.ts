// The data model of requests and approvals, and the interface of their storage.

import type { Awaitable } from '@claw/jsonrpc-stream';
import type { ApprovalRequest } from '@claw/pipeline';

/**
 * The part of a store that approvals need: texts with a key and an expiry time, with changes that are atomic across
 * processes.
 */
export interface ApprovalTable {
  get(space: 'approval' | 'grant', key: string): Awaitable<string | undefined>;
  list(
    space: 'approval' | 'grant',
    prefix?: string,
  ): Awaitable<readonly { readonly key: string; readonly value: string }[]>;
  put(space: 'approval' | 'grant', key: string, value: string, expiresAt?: number): Awaitable<void>;
  add(space: 'approval' | 'grant', key: string, value: string, expiresAt?: number): Awaitable<boolean>;
  replace(
    space: 'approval' | 'grant',
    key: string,
    expected: string,
    value: string,
    expiresAt?: number,
  ): Awaitable<boolean>;
  remove(space: 'approval' | 'grant', key: string): Awaitable<boolean>;
  watch(act: () => void): () => void;
}

/** How long, and for which calls, an approval is valid. */
export type Scope = 'once' | 'session' | 'time' | 'always';

/** The data to which an approval is bound. If any of it differs, a new request is made. */
export interface Subject {
  readonly server: string;
  /** The launch command or the URL of the server. */
  readonly origin: string;
  readonly identity: string | undefined;
  readonly method: string;
  readonly tool: string | undefined;
  /** The arguments of a tool, or the parameters of another method, as canonical JSON. */
  readonly arguments: string;
  /** The unknown members next to the arguments, if there are any. */
  readonly unknownMembers?: string | undefined;
  /** The paths outside the arguments, if there are any. */
  readonly otherPaths?: readonly string[] | undefined;
  /** The targets of paths in the call that are symbolic links. */
  readonly linkTargets?: readonly string[] | undefined;
  /** The digest of the tool's definition. */
  readonly definition: string | undefined;
  readonly rule: string;
}

/** One effect on one resource, with any tool of any server. */
export type Access = NonNullable<ApprovalRequest['access']>;

/** `used`: a one-time approval was used up. `withdrawn`: the decision is no longer needed. */
export type ApprovalState = 'pending' | 'approved' | 'denied' | 'used' | 'withdrawn';

export interface Approval {
  readonly id: string;
  readonly state: ApprovalState;
  readonly digest: string;
  /** The session of the request; see `session-name.ts`. */
  readonly session: string;
  readonly subject: Subject;
  /** Set if the approval is for this access; the approval is then valid for every call that needs nothing else. */
  readonly access?: Access | undefined;
  readonly question: Pick<
    ApprovalRequest,
    'direction' | 'reason' | 'message' | 'effects' | 'matched' | 'unnamed'
  >;
  /** In milliseconds since 1970. */
  readonly createdAt: number;
  /** The time until which the newest call stays pending. A later approval can only allow a repeated call. */
  readonly waitsUntil?: number | undefined;
  readonly expiresAt: number;
  readonly scope?: Scope | undefined;
  /** The time at which an approval with a time limit ends. */
  readonly until?: number | undefined;
  readonly by?: string | undefined;
  readonly answeredAt?: number | undefined;
}

export interface Grant {
  readonly id: string;
  readonly digest: string;
  readonly subject: Subject;
  readonly access?: Access | undefined;
  readonly scope: Exclude<Scope, 'once'>;
  /**
   * The session with which a session approval ends. Until then, an approval for an access is also valid in other
   * sessions.
   */
  readonly session: string | undefined;
  readonly by: string;
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
}

/** The decision of a user. `milliseconds` limits how long the approval is valid. */
export type ApprovalDecision =
  | {
      readonly decision: 'approve';
      readonly scope: Scope;
      readonly milliseconds?: number;
      readonly by: string;
    }
  | { readonly decision: 'deny'; readonly by: string };
