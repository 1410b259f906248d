// The ports of the dashboard. The caller connects them to a store, a policy and the kill switch.

import type { Awaitable } from '../awaitable.js';
import type { RecordPorts } from '../gateway/ports.js';

/** A pending or standing approval, with the fields for scripts and the text for users. */
export interface ApprovalView {
  readonly id: string;
  readonly state: string;
  /** The data that will be sent, line by line, with invisible characters escaped. */
  readonly description?: readonly string[];
}

/** A decision on a pending call. `milliseconds` limits how long the approval is valid. */
export type ApprovalAnswer =
  | { readonly decision: 'approve'; readonly scope: 'once' | 'session' | 'always' }
  | { readonly decision: 'approve'; readonly scope: 'time'; readonly milliseconds: number }
  | { readonly decision: 'deny' };

/** A running proxy. */
export interface ProxyView {
  readonly session: string;
  readonly server: string;
  /** Null before the first decision. */
  readonly client: string | null;
  readonly pid: number;
  readonly since: string;
  /** The policy file, or the name of the preset. */
  readonly policy: string;
  readonly mode: string;
  readonly decisions: number;
}

/** The running servers, their protection, and problems to show. */
export interface StatusView {
  readonly proxies: readonly ProxyView[];
  readonly protected: number;
  readonly unprotected: readonly object[];
  readonly attention: readonly { readonly kind: string; readonly text: string; readonly href: string }[];
}

/**
 * The policy in the configuration folder. If it is invalid, the functions throw an error with the code
 * `POLICY_INVALID`.
 */
export interface PolicyPorts {
  read(): Awaitable<PolicyView>;
  check(text: string): Awaitable<readonly object[]>;
  explain(call: {
    readonly tool: string;
    readonly arguments: object;
    readonly server?: string | undefined;
  }): Awaitable<object>;
  /** Evaluates recorded calls with another policy. */
  preview(text: string): Awaitable<object>;
  /** Returns undefined, and saves nothing, if the file has changed since `version`. */
  save(
    text: string,
    version: string,
  ): Awaitable<{ readonly version: string; readonly backup: string | null } | undefined>;
}

export interface PolicyView {
  /** The path of the file; null for a built-in preset. */
  readonly file: string | null;
  readonly text: string;
  /** Identifies the text; differs whenever the text differs. */
  readonly version: string;
  readonly usable: boolean;
  readonly default: string | null;
  readonly rules: readonly { readonly name: string }[];
  readonly diagnostics: readonly object[];
}

/** A gateway whose records the dashboard shows and changes. */
export interface GatewayPorts extends RecordPorts {
  /** The URL of the gateway for callers, such as `http://127.0.0.1:3300`. */
  readonly origin: string;
}

/** The ports that both the dashboard and the API of a gateway need. */
export type SharedPorts = Pick<AdminPorts, 'approvals' | 'killSwitch' | 'auditFolder' | 'readDuration'>;

export interface AdminPorts {
  readonly approvals: {
    list(): Awaitable<readonly ApprovalView[]>;
    answer(
      id: string,
      answer: ApprovalAnswer,
    ): Awaitable<{ readonly kind: 'answered' | 'settled' | 'unknown'; readonly item?: object }>;
    revoke(id: string): Awaitable<boolean>;
    /** Calls `act` when something may have changed. */
    watch(act: () => void): () => void;
  };
  /** Returns rules that would have allowed a pending call, or undefined if no pending approval has this id. */
  suggestRules(id: string): Awaitable<readonly object[] | undefined>;
  readonly killSwitch: {
    status(): Awaitable<{ readonly enabled: boolean }>;
    set(enabled: boolean): Awaitable<void>;
  };
  readonly auditFolder: string;
  /** Undefined unless the process is a gateway. */
  readonly gateway?: GatewayPorts | undefined;
  status(): Awaitable<StatusView>;
  proxies(): Awaitable<readonly ProxyView[]>;
  readonly policy: PolicyPorts;
  readonly tools: {
    list(): Awaitable<readonly object[]>;
    /** Returns false if the definition does not match the digest. */
    accept(server: string, tool: string, digest: string): Awaitable<boolean>;
  };
  /** Verifies the hash chain of the audit log. */
  verify(): Promise<{
    readonly ok: boolean;
    readonly sessions: number;
    readonly records: number;
    readonly problems: readonly string[];
  }>;
  /** Returns the milliseconds of a duration such as `1h`, or undefined if it is invalid. */
  readDuration(text: string): number | undefined;
}
