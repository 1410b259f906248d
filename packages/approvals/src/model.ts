// What is kept about a question and about a standing yes, and where it is kept.

import type { ApprovalRequest } from '@claw/pipeline';

type Awaitable<T> = T | PromiseLike<T>;

/** The part of a store that is needed here: named texts with an expiry, atomic between processes. */
export interface Shelf {
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

/** How far a yes reaches. */
export type Scope = 'once' | 'session' | 'time' | 'always';

/** What a yes is bound to. Whatever differs in one of these is another question. */
export interface Subject {
  readonly server: string;
  /** The launch command or the URL of the server. */
  readonly origin: string;
  readonly identity: string | undefined;
  readonly method: string;
  readonly tool: string | undefined;
  /** The arguments of a tool, the parameters of another method; canonical JSON. */
  readonly arguments: string;
  /** What is sent to a tool beside its arguments, when there is something. */
  readonly beside?: string | undefined;
  /** Where paths of the call lead that are links. */
  readonly leadsTo?: readonly string[] | undefined;
  /** The digest of the tool's definition. */
  readonly definition: string | undefined;
  readonly rule: string;
}

/** One effect on one resource, whichever tool of whichever server would do it. */
export type Access = NonNullable<ApprovalRequest['access']>;

/** `used`: a yes for once that was consumed. `withdrawn`: nobody needs the answer any more. */
export type ApprovalState = 'pending' | 'approved' | 'denied' | 'used' | 'withdrawn';

/** A question that was asked. */
export interface Approval {
  readonly id: string;
  readonly state: ApprovalState;
  readonly digest: string;
  /** Which session asked: see `session-name.ts`. */
  readonly session: string;
  readonly subject: Subject;
  /** A yes to it is a yes to this, and holds for every call that would do nothing else. */
  readonly access?: Access | undefined;
  readonly question: Pick<
    ApprovalRequest,
    'direction' | 'reason' | 'message' | 'effects' | 'matched' | 'unnamed'
  >;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Until then the newest call that asks waits; afterwards only its repetition can pass. */
  readonly waitsUntil?: number | undefined;
  readonly expiresAt: number;
  readonly scope?: Scope | undefined;
  /** Of a yes for a time: when it ends. */
  readonly until?: number | undefined;
  readonly by?: string | undefined;
  readonly answeredAt?: number | undefined;
}

/** A yes that stands. */
export interface Grant {
  readonly id: string;
  readonly digest: string;
  readonly subject: Subject;
  readonly access?: Access | undefined;
  readonly scope: Exclude<Scope, 'once'>;
  /** Of a grant for a session: which one. It ends with it; one for an access holds in other sessions meanwhile. */
  readonly session: string | undefined;
  readonly by: string;
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
}

/** What a person said. `milliseconds` makes a yes for a time. */
export type Reply =
  | {
      readonly decision: 'approve';
      readonly scope: Scope;
      readonly milliseconds?: number;
      readonly by: string;
    }
  | { readonly decision: 'deny'; readonly by: string };
