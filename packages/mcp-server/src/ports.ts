// What the server needs from outside: what decides, what counts, whom to ask and where to write. Whoever composes it chooses.

import type { Awaitable } from '@claw/jsonrpc-stream';
import type { ApprovalRequest, AuditEntry, Counters, Pipeline, RequestContext } from '@claw/pipeline';
import type { Caller, Operation } from './intent.js';

/** A person is wanted for one resource and one operation. */
export interface PermissionRequest {
  readonly resource: string;
  readonly operation: Operation;
  readonly justification: string;
  /** What the rule asks about the call that stands for it, and what a yes would be for. */
  readonly question: ApprovalRequest & { readonly access: NonNullable<ApprovalRequest['access']> };
  readonly timeoutMs: number;
  readonly caller: Caller;
}

/** What came of it. */
export type Permission =
  | { readonly granted: true; readonly scope: string; readonly expiresAt: number | undefined }
  | { readonly granted: false; readonly reason: string; readonly approvalId?: string };

/** Asks a person. `withdrawn` is aborted when nobody waits for the answer any more. */
export type AskPermission = (request: PermissionRequest, withdrawn: AbortSignal) => Promise<Permission>;

/** Where decisions and reports are written: kept when it returns or resolves. Throws when it cannot keep them. */
export interface IntentLog {
  record(entry: AuditEntry): Awaitable<number>;
  note(kind: 'report', members: Readonly<Record<string, unknown>>): Awaitable<unknown>;
}

export interface ServerPorts {
  /** What decides now. Read for every call, so that a reload swaps everything at once. */
  readonly pipeline: () => Pipeline;
  /** The clock, the kill switch, where links lead: as the proxies have them. */
  readonly surroundings: RequestContext;
  readonly counters: Counters;
  readonly ask: AskPermission;
  /** Whether a person has agreed before, so that the proxies would not ask. Uses nothing up; nobody has by default. */
  readonly hasAgreed?: (question: PermissionRequest['question']) => Awaitable<boolean>;
  readonly log: IntentLog;
  /** A new id for a report. */
  readonly createId: () => string;
}

/** One call of a tool. */
export interface ToolContext {
  readonly ports: ServerPorts;
  readonly caller: Caller;
  readonly signal: AbortSignal;
}
