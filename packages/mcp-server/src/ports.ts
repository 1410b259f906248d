// Defines the ports of the server: decision, counters, approvals and log. The caller provides them.

import type { Awaitable } from '@claw/jsonrpc-stream';
import type { ApprovalRequest, AuditEntry, Counters, Pipeline, RequestContext } from '@claw/pipeline';
import type { Caller, Operation } from './intent.js';

/** A request for approval of one operation on one resource. */
export interface PermissionRequest {
  readonly resource: string;
  readonly operation: Operation;
  readonly justification: string;
  /** The reason why a rule requires approval, and the access that would be approved. */
  readonly question: ApprovalRequest & { readonly access: NonNullable<ApprovalRequest['access']> };
  readonly timeoutMs: number;
  readonly caller: Caller;
}

/** The result of the request. */
export type Permission =
  | { readonly granted: true; readonly scope: string; readonly expiresAt: number | undefined }
  | { readonly granted: false; readonly reason: string; readonly approvalId?: string };

/** Requests approval. `withdrawn` is aborted when the caller no longer waits for the result. */
export type AskPermission = (request: PermissionRequest, withdrawn: AbortSignal) => Promise<Permission>;

/**
 * Logs decisions and reports. An entry is stored when the function returns or its promise resolves. The function throws
 * if the entry cannot be stored.
 */
export interface IntentLog {
  record(entry: AuditEntry): Awaitable<number>;
  note(kind: 'report', members: Readonly<Record<string, unknown>>): Awaitable<unknown>;
}

export interface ServerPorts {
  /** Returns the current pipeline. It is read for each call, so that a reload replaces the whole policy at once. */
  readonly pipeline: () => Pipeline;
  /** The clock, the kill switch and the link resolver, as in the proxies. */
  readonly surroundings: RequestContext;
  readonly counters: Counters;
  readonly ask: AskPermission;
  /**
   * True if an earlier approval covers the call, so that the proxies would not request a new one. The approval is not
   * used up. By default, the result is false.
   */
  readonly hasAgreed?: (question: PermissionRequest['question']) => Awaitable<boolean>;
  readonly log: IntentLog;
  /** Creates the id of a report. */
  readonly createId: () => string;
}

/** One call of a tool. */
export interface ToolContext {
  readonly ports: ServerPorts;
  readonly caller: Caller;
  readonly signal: AbortSignal;
}
