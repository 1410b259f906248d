// The ports of the pipeline: small interfaces that other packages implement, with in-memory versions for tests. The
// caller that creates the firewall chooses the implementations.

import type { Awaitable } from '@claw/jsonrpc-stream';
import type { Access, Action, Direction, Effect, Links, MatchedValue } from '@claw/policy';

/** Provides time and timers, so that the decision code does not depend on the system clock. */
export interface Clock {
  /** Returns the milliseconds since 1970. */
  now(): number;
  /** Returns the microseconds of a monotonic clock; only differences are meaningful. */
  ticks(): number;
  /** Calls `act` after some milliseconds, unless the returned function is called before. */
  after(milliseconds: number, act: () => void): () => void;
  /** Resolves after other messages had a chance to run. */
  pause(): Promise<void>;
}

/** The kill switch. It is read for each message that is checked, so its state must be in memory. */
export interface KillSwitch {
  readonly engaged: boolean;
  /**
   * Calls `act` when the switch is turned on, so that pending approvals can be withdrawn. Returns a function that
   * removes the listener.
   */
  onEngaged(act: () => void): () => void;
}

/** A rate limit: the maximum number of hits in a time window, for one name and identity. */
export interface Limit {
  readonly key: string;
  readonly max: number;
  readonly windowMs: number;
  /** If true, each hit restarts the window, even if it is rejected. */
  readonly restartOnHit?: boolean;
  /** After this many rejected hits in one window, the key is banned for a time. */
  readonly ban?: { readonly after: number; readonly ms: number };
}

/** Atomic counters, which all users of the store share. */
export interface Counters {
  /** Counts a hit. If the limit was already reached, nothing is counted, and the seconds to wait are returned. */
  hit(limit: Limit): Awaitable<number | undefined>;
}

/** Cached results, which all users of the store share. */
export interface Cache {
  get(key: string): Awaitable<string | undefined>;
  set(key: string, value: string, milliseconds: number): Awaitable<void>;
  remove(key: string): Awaitable<boolean>;
  /**
   * Returns true for exactly one of several concurrent callers. The lock ends after this time or when the key is
   * removed.
   */
  acquireLock(key: string, milliseconds: number): Awaitable<boolean>;
}

/** Small values that user functions keep between calls. All users of the store share them. */
export interface States {
  get(key: string): Awaitable<string | undefined>;
  /**
   * Writes the value if the current value is `expected` (undefined: there is no value). Returns true if it was
   * written.
   */
  replace(key: string, expected: string | undefined, value: string, milliseconds: number): Awaitable<boolean>;
}

/** A user function that was loaded into the sandbox. */
export interface SandboxFunction {
  /** Runs `handle(event)` and returns its result as plain JSON data. Rejects if the function fails. */
  call(event: unknown): Promise<unknown>;
}

/** Runs user functions in a sandbox with limits; see `@claw/sandbox`. */
export interface Sandbox {
  /**
   * Loads code that defines `function handle(event)`. Rejects if the code cannot be used. The same code may be loaded
   * several times.
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

/** The stored resources by id. */
export interface StoredResources {
  get(id: string): Awaitable<StoredResource | undefined>;
}

/**
 * Resolves the symbolic links in paths. Paths that cannot be resolved are omitted. The result is undefined if the
 * time limit was reached; in that case, the call is denied.
 */
export interface LinkResolver {
  resolve(paths: readonly string[]): Awaitable<Links | undefined>;
}

/**
 * Resolves host names; used only if `[egress] resolve` is set. Throws or returns an empty list if there is no
 * address.
 */
export interface DnsResolver {
  resolve(host: string): Awaitable<readonly string[]>;
}

/** A stored tool definition, which is accepted, or was seen and is not yet accepted. */
export interface Pin {
  readonly server: string;
  readonly tool: string;
  /** The digest of the canonical definition. */
  readonly digest: string;
  /** The canonical definition as JSON text, for a diff. */
  readonly definition: string;
  /**
   * `new`: the tool appeared on a server whose tools were known, and was trusted on first use. `gone`: the user has
   * accepted that the server removed the tool. `reviewed`: the user has accepted the definition. Without it, the
   * definition was in the first tool list of the server and was trusted.
   */
  readonly standing?: 'new' | 'gone' | 'reviewed';
}

/** The accepted definitions for each server. */
export interface Pins {
  get(server: string, tool: string): Awaitable<Pin | undefined>;
  /** Trusts a definition that was never seen before. An existing definition is not changed. */
  add(pin: Pin): Awaitable<void>;
  /** If the current definition differs from the accepted one, stores it until it is accepted or reverted. */
  report(pin: Pin): Awaitable<void>;
  /** Returns the last reported definition while it differs from the accepted one. */
  openChange(server: string, tool: string): Awaitable<Pin | undefined>;
  /** Returns the tools of other servers, to detect tools that imitate them. */
  others(server: string): Awaitable<readonly Pin[]>;
  /** Returns true if a complete list of this server was seen before; in that case, a tool without a pin is new. */
  knows(server: string): Awaitable<boolean>;
  /** Stores the names of a complete list, so that missing tools can be reported. */
  listed(server: string, tools: readonly string[]): Awaitable<void>;
}

/** The content of an approval request. The content that the user sees is sent unchanged. */
export interface ApprovalRequest {
  readonly server: string;
  readonly tool: string | undefined;
  readonly method: string;
  readonly direction: Direction;
  readonly identity: string | undefined;
  readonly rule: string;
  readonly reason: string;
  readonly message: string | undefined;
  /**
   * The params of the call as JSON text with sorted members, without masking, because the user decides on this text. An
   * approval is bound to all of it except members that differ between repetitions of a call, such as `_meta`.
   */
  readonly params: string;
  /**
   * The paths outside the arguments: in `_meta`, in other parameters, and in members next to `params`. Rules match them,
   * so an approval is not valid for other such paths.
   */
  readonly otherPaths?: readonly string[] | undefined;
  readonly effects: readonly Effect[];
  readonly matched: readonly MatchedValue[];
  /** Values in the call to which the rule does not refer. */
  readonly unnamed: readonly string[];
  /**
   * The digest of the pinned definition of the tool, if it is known. An approval is not valid for another definition.
   */
  readonly definition: string | undefined;
  /**
   * The paths in the call that are symbolic links, with their targets. An approval is not valid for other targets.
   */
  readonly linkTargets?: readonly string[] | undefined;
  /**
   * The access that the call needs, if the call has one effect on one resource and the policy requires approval for
   * nothing else.
   */
  readonly access?: Access | undefined;
}

/** The result of an approval request. */
export type ApprovalResult =
  | { readonly kind: 'approved'; readonly by: string; readonly scope: 'once' | 'session' | 'time' | 'always' }
  | { readonly kind: 'denied'; readonly by: string }
  /** There is no decision yet; the request stays pending under this id. */
  | { readonly kind: 'pending'; readonly id: string; readonly expiresAt: number }
  /** No approval channel is available. */
  | { readonly kind: 'unavailable'; readonly reason: string };

/**
 * Requests approval. `withdrawn` is aborted when the call is cancelled, the connection ends or the kill
 * switch is on.
 */
export interface Approver {
  requestApproval(request: ApprovalRequest, withdrawn: AbortSignal): Promise<ApprovalResult>;
}

/** A finding in the log: its kind and location, but never the text itself. */
export interface RecordedFinding {
  readonly kind: string;
  readonly detector: string;
  readonly severity: string;
  readonly where: string;
}

/** One step of the trail: a stage with its verdict. */
export interface TrailStep {
  readonly stage: string;
  readonly verdict: 'deny' | 'ask' | 'answer' | 'rewrite' | 'note';
  readonly rule: string;
  readonly reason: string;
}

/** One log entry. The sink adds the sequence number, the session, the server and the hash chain. */
export interface AuditEntry {
  readonly kind: 'decision' | 'reply';
  /** In milliseconds since 1970. */
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
  /** The duration of the decision in microseconds, without the time for approvals. */
  readonly decideUs: number;
  /**
   * The arguments of a `tools/call`, or all params of another method, as JSON with secrets masked. The value is text,
   * or the original bytes on one line if nothing was masked.
   */
  readonly arguments: string | Uint8Array | undefined;
  /** For a response: the sequence number of its call, and the microseconds between call and response. */
  readonly callSeq: number | undefined;
  readonly latencyUs: number | undefined;
  /** True if the decision was not enforced. */
  readonly observed: boolean;
}

/** Stores log entries. */
export interface AuditSink {
  /** Stores an entry and returns its sequence number, which acknowledges it. Throws if the entry cannot be stored. */
  record(entry: AuditEntry): Awaitable<number>;
  /** Counts a message in this direction, whether it is logged or not. */
  count(direction: Direction): void;
  /** If present, entries are acknowledged only by `commit`, which stores all of them together. */
  readonly group?: GroupCommit | undefined;
}

/** Commits entries together. They may come from several connections, so each connection checks `lost` itself. */
export interface GroupCommit {
  /** Stores all entries since the last commit, or counts them as lost if that fails. Never throws. */
  commit(): void;
  /** The number of lost entries so far, and the reason for the last one. */
  readonly lost: number;
  readonly lossReason: string;
}
