// The ports of the decision: small interfaces with in-memory versions for tests and implementations in other
// packages. The caller that composes the firewall chooses them.

import type { Awaitable } from '@claw/jsonrpc-stream';
import type { Access, Action, Direction, Effect, Links, MatchedValue } from '@claw/policy';

/** Time and timers; the pure decision code has none of its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Microseconds of a monotonic clock; only differences are meaningful. */
  ticks(): number;
  /** Calls back after some milliseconds, unless it is cancelled before. */
  after(milliseconds: number, act: () => void): () => void;
  /** Lets other messages run. */
  pause(): Promise<void>;
}

/** The kill switch. It is read for every message that is checked, so its state must be in memory. */
export interface KillSwitch {
  readonly engaged: boolean;
  /** Calls back when it is switched on, for pending approvals. Returns a function that stops listening. */
  onEngaged(act: () => void): () => void;
}

/** A rate limit: a maximum in a window, for one name and identity. */
export interface Limit {
  readonly key: string;
  readonly max: number;
  readonly windowMs: number;
  /** Each hit, allowed or not, restarts the window. */
  readonly restartOnHit?: boolean;
  /** After this many rejected hits in one window, the key is banned for a time. */
  readonly ban?: { readonly after: number; readonly ms: number };
}

/** Atomic counters, shared by all users of the store. */
export interface Counters {
  /** Counts a hit; returns the seconds to wait if the limit was already reached (then nothing was counted). */
  hit(limit: Limit): Awaitable<number | undefined>;
}

/** Cached results, shared by all users of the store. */
export interface Cache {
  get(key: string): Awaitable<string | undefined>;
  set(key: string, value: string, milliseconds: number): Awaitable<void>;
  remove(key: string): Awaitable<boolean>;
  /** True for exactly one of several concurrent callers, until the time has passed or the key is removed. */
  acquireLock(key: string, milliseconds: number): Awaitable<boolean>;
}

/** Small values that functions keep between calls, shared by all users of the store. */
export interface States {
  get(key: string): Awaitable<string | undefined>;
  /** Writes the value if the current one is `expected` (undefined: there is none); returns true if it was written. */
  replace(key: string, expected: string | undefined, value: string, milliseconds: number): Awaitable<boolean>;
}

/** A user function, ready to be called. */
export interface SandboxFunction {
  /** Runs `handle(event)`; returns its result as plain JSON data. Rejects if there is none. */
  call(event: unknown): Promise<unknown>;
}

/** Runs user functions in a sandbox with limits; see `@claw/sandbox`. */
export interface Sandbox {
  /**
   * Loads code that defines `function handle(event)`. Rejects if it cannot be used. The same code may be
   * loaded again.
   */
  load(
    code: string,
    limits: { readonly timeoutMs?: number; readonly memoryMb?: number },
  ): Promise<SandboxFunction>;
}

/** A resource that the firewall serves in place of the server. */
export interface StoredResource {
  readonly uri: string;
  readonly name: string;
  readonly mimeType?: string | undefined;
  readonly content: string;
}

/** Stored resources, by id. */
export interface StoredResources {
  get(id: string): Awaitable<StoredResource | undefined>;
}

/**
 * Resolves the links of paths. Unresolved paths are omitted; undefined if the time limit was reached, and
 * then the call is denied.
 */
export interface LinkResolver {
  resolve(paths: readonly string[]): Awaitable<Links | undefined>;
}

/** Resolves host names; called only if `[egress] resolve` is set. Throws or returns no address if there is none. */
export interface DnsResolver {
  resolve(host: string): Awaitable<readonly string[]>;
}

/** A stored tool definition: accepted, or seen and not yet accepted. */
export interface Pin {
  readonly server: string;
  readonly tool: string;
  /** The digest of the canonical definition. */
  readonly digest: string;
  /** The canonical definition as JSON text, for a diff. */
  readonly definition: string;
  /**
   * `new`: trusted on first use, on a server with known tools. `gone`: the user has accepted that the server
   * removed it.
   */
  readonly standing?: 'new' | 'gone';
}

/** The accepted definitions for each server. */
export interface Pins {
  get(server: string, tool: string): Awaitable<Pin | undefined>;
  /** Trusts a definition that was never seen before; an existing one is not changed. */
  add(pin: Pin): Awaitable<void>;
  /** Stores the current definition if it differs from the accepted one, until it is accepted or reverted. */
  report(pin: Pin): Awaitable<void>;
  /** The last reported definition, while it differs from the accepted one. */
  openChange(server: string, tool: string): Awaitable<Pin | undefined>;
  /** The tools of other servers, to detect tools that imitate them. */
  others(server: string): Awaitable<readonly Pin[]>;
  /** True if a complete list of this server was seen before; then a tool without a pin is new. */
  knows(server: string): Awaitable<boolean>;
  /** Stores the names of a complete list, so that missing tools can be reported. */
  listed(server: string, tools: readonly string[]): Awaitable<void>;
}

/** The content of an approval request. Everything shown is sent unchanged. */
export interface ApprovalRequest {
  readonly server: string;
  readonly tool: string | undefined;
  readonly method: string;
  readonly direction: Direction;
  readonly identity: string | undefined;
  readonly rule: string;
  readonly reason: string;
  readonly message: string | undefined;
  /** The params of the call as canonical JSON text, unmasked, because the user decides on exactly this text. */
  readonly params: string;
  readonly effects: readonly Effect[];
  readonly matched: readonly MatchedValue[];
  /** Values of the call that the rule does not name. */
  readonly unnamed: readonly string[];
  /** The digest of the tool's pinned definition, if known: an approval is not valid for another definition. */
  readonly definition: string | undefined;
  /** Paths of the call that are links, and their targets: an approval is not valid for other targets. */
  readonly resolvedLinks?: readonly string[] | undefined;
  /**
   * The effect of the call, if it is one effect on one resource and the policy requires approval for nothing
   * else.
   */
  readonly access?: Access | undefined;
}

/** The result of an approval request. */
export type ApprovalResult =
  | { readonly kind: 'approved'; readonly by: string; readonly scope: 'once' | 'session' | 'time' | 'always' }
  | { readonly kind: 'denied'; readonly by: string }
  /** There is no decision yet; the request stays open under this id. */
  | { readonly kind: 'pending'; readonly id: string; readonly expiresAt: number }
  /** No approval channel is available. */
  | { readonly kind: 'unavailable'; readonly reason: string };

/**
 * Requests approval. `withdrawn` is aborted when the call is cancelled, the connection ends or the kill
 * switch is on.
 */
export interface Approver {
  requestApproval(question: ApprovalRequest, withdrawn: AbortSignal): Promise<ApprovalResult>;
}

/** A finding as logged: kind and location, never the text itself. */
export interface RecordedFinding {
  readonly kind: string;
  readonly detector: string;
  readonly severity: string;
  readonly where: string;
}

/** One step of the trail: a stage and its verdict. */
export interface TrailStep {
  readonly stage: string;
  readonly verdict: 'deny' | 'ask' | 'answer' | 'rewrite' | 'note';
  readonly rule: string;
  readonly reason: string;
}

/** One log entry. The sink adds sequence number, session, server and hash chain. */
export interface AuditEntry {
  readonly kind: 'decision' | 'reply';
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly direction: Direction;
  /** The id as written, if the message has one. */
  readonly id: string | undefined;
  readonly method: string;
  readonly tool: string | undefined;
  readonly client: string | undefined;
  readonly identity: string | undefined;
  /** The address of the client, if the call came over a network. */
  readonly address?: string | undefined;
  readonly decision: Action;
  readonly rule: string;
  readonly reason: string;
  readonly findings: readonly RecordedFinding[];
  readonly trail: readonly TrailStep[];
  /** The duration of the decision in microseconds, without approvals. */
  readonly decideUs: number;
  /**
   * The arguments of a `tools/call`, or all params of another method, with secrets masked. JSON, as text or,
   * if nothing was masked, as the original bytes on one line.
   */
  readonly arguments: string | Uint8Array | undefined;
  /** For a response: the sequence number of its call, and the microseconds between them. */
  readonly callSeq: number | undefined;
  readonly latencyUs: number | undefined;
  /** True if the decision was not enforced. */
  readonly observed: boolean;
}

/** Stores log entries. */
export interface AuditSink {
  /** Acknowledges when it returns or resolves, with the sequence number. Throws if the entry cannot be stored. */
  record(entry: AuditEntry): Awaitable<number>;
  /** Counts a message of this direction, logged or not. */
  count(direction: Direction): void;
  /** If present, entries are acknowledged only by `commit`, all of them together. */
  readonly group?: GroupCommit | undefined;
}

/** Entries that are committed together. They may come from several connections, so each checks `lost` itself. */
export interface GroupCommit {
  /** Stores all entries since the last commit, or counts them as lost. Never throws. */
  commit(): void;
  /** The number of lost entries so far, and the reason for the last one. */
  readonly lost: number;
  readonly lossReason: string;
}
