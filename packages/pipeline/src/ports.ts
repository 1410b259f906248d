// What the decision needs from outside. Each is a small interface with an in-memory version in tests and a real one
// in a package of its own; whoever composes the firewall chooses.

import type { Awaitable } from '@claw/jsonrpc-stream';
import type { Access, Action, Direction, Effect, Links, MatchedValue } from '@claw/policy';

/** Time, and a way to wait; the decision itself has neither. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Microseconds of a clock that never goes back; only differences mean something. */
  ticks(): number;
  /** Calls back after some milliseconds, unless it is cancelled before. */
  after(milliseconds: number, act: () => void): () => void;
  /** Lets other messages go first. */
  pause(): Promise<void>;
}

/** The emergency switch. Read at every reviewed message, so it must be a look at memory. */
export interface KillSwitch {
  readonly engaged: boolean;
  /** Calls back when it is switched on; for what is waiting. Returns the way to stop listening. */
  onEngaged(act: () => void): () => void;
}

/** A limit that is counted: so many in a window, for one name and identity. */
export interface Limit {
  readonly key: string;
  readonly max: number;
  readonly windowMs: number;
  /** Each hit, refused or not, begins the window anew. */
  readonly restartOnHit?: boolean;
  /** So many refused hits in one window, and the key is banned for a time. */
  readonly ban?: { readonly after: number; readonly ms: number };
}

/** Atomic counters, shared by everyone who shares the store. */
export interface Counters {
  /** Counts one; the seconds to wait when the limit was used up already (then nothing was counted). */
  hit(limit: Limit): Awaitable<number | undefined>;
}

/** Answers that were given before, shared by everyone who shares the store. */
export interface Cache {
  get(key: string): Awaitable<string | undefined>;
  set(key: string, value: string, milliseconds: number): Awaitable<void>;
  remove(key: string): Awaitable<boolean>;
  /** True for exactly one of several concurrent callers, until the time is over or the key is removed. */
  acquireLock(key: string, milliseconds: number): Awaitable<boolean>;
}

/** Small values that functions keep from call to call, shared by everyone who shares the store. */
export interface States {
  get(key: string): Awaitable<string | undefined>;
  /** Writes the value if the current one is still `expected` (undefined: there is none); returns whether it did. */
  replace(key: string, expected: string | undefined, value: string, milliseconds: number): Awaitable<boolean>;
}

/** A function of a user, ready to be called. */
export interface SandboxFunction {
  /** Runs `handle(event)`; its result as plain JSON data. Rejects when there is none. */
  call(event: unknown): Promise<unknown>;
}

/** Runs functions of users without access to anything, within limits; see `@claw/sandbox`. */
export interface Sandbox {
  /** Loads code that defines `function handle(event)`. Rejects when it cannot be used. The same code may be loaded again. */
  load(
    code: string,
    limits: { readonly timeoutMs?: number; readonly memoryMb?: number },
  ): Promise<SandboxFunction>;
}

/** A resource that is served in place of the server. */
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
 * Where the paths of a call really lead. A path that has no answer is left out; undefined when there was no time to find out, and
 * then the call does not pass.
 */
export interface LinkResolver {
  resolve(paths: readonly string[]): Awaitable<Links | undefined>;
}

/** The addresses behind a name; only asked when `[egress] resolve` is set. Throws or is empty when there are none. */
export interface DnsResolver {
  resolve(host: string): Awaitable<readonly string[]>;
}

/** A tool definition that was seen and trusted, or seen and not yet accepted. */
export interface Pin {
  readonly server: string;
  readonly tool: string;
  /** The digest of the canonical definition. */
  readonly digest: string;
  /** The canonical definition as JSON text, for a diff. */
  readonly definition: string;
  /** `new`: trusted at first sight, on a server whose tools were known. `gone`: a person knows that its server has it no more. */
  readonly standing?: 'new' | 'gone';
}

/** The definitions that were accepted, per server. */
export interface Pins {
  get(server: string, tool: string): Awaitable<Pin | undefined>;
  /** Trusts a definition that was never seen before; an existing one is left alone. */
  add(pin: Pin): Awaitable<void>;
  /** Remembers what is offered now, if it differs from the accepted definition, until it is accepted or taken back. */
  report(pin: Pin): Awaitable<void>;
  /** What was reported last, as long as it differs from the accepted definition. */
  openChange(server: string, tool: string): Awaitable<Pin | undefined>;
  /** Tools of the other servers, for shadowing. */
  others(server: string): Awaitable<readonly Pin[]>;
  /** Whether a whole list of this server was seen before: a tool without a pin is a new one then. */
  knows(server: string): Awaitable<boolean>;
  /** Remembers the names of a whole list, so that what is missing in it can be told. */
  listed(server: string, tools: readonly string[]): Awaitable<void>;
}

/** What a person is asked. Everything shown is what will be sent. */
export interface ApprovalRequest {
  readonly server: string;
  readonly tool: string | undefined;
  readonly method: string;
  readonly direction: Direction;
  readonly identity: string | undefined;
  readonly rule: string;
  readonly reason: string;
  readonly message: string | undefined;
  /** The params of the call, canonical JSON text, unmasked: the person decides about exactly this. */
  readonly params: string;
  readonly effects: readonly Effect[];
  readonly matched: readonly MatchedValue[];
  /** Values of the call that the rule does not name. */
  readonly unnamed: readonly string[];
  /** The digest of the tool's pinned definition, when it is known: a grant does not outlive it. */
  readonly definition: string | undefined;
  /** Paths of the call that lead elsewhere, and where: a yes is for what lay there when it was asked for. */
  readonly resolvedLinks?: readonly string[] | undefined;
  /** What the call would do, when that is one effect on one resource and the policy asks about nothing else. */
  readonly access?: Access | undefined;
}

/** What came of a question. */
export type ApprovalResult =
  | { readonly kind: 'approved'; readonly by: string; readonly scope: 'once' | 'session' | 'time' | 'always' }
  | { readonly kind: 'denied'; readonly by: string }
  /** Nobody has answered yet: the approval stays open under this id. */
  | { readonly kind: 'pending'; readonly id: string; readonly expiresAt: number }
  /** There is nobody to ask. */
  | { readonly kind: 'unavailable'; readonly reason: string };

/** Asks a person. `withdrawn` is aborted when the call is cancelled, the connection ends or the kill switch is on. */
export interface Approver {
  requestApproval(question: ApprovalRequest, withdrawn: AbortSignal): Promise<ApprovalResult>;
}

/** A finding as it is recorded: what and where, never the text itself. */
export interface RecordedFinding {
  readonly kind: string;
  readonly detector: string;
  readonly severity: string;
  readonly where: string;
}

/** One step of the trail: which stage said what. */
export interface TrailStep {
  readonly stage: string;
  readonly verdict: 'deny' | 'ask' | 'answer' | 'rewrite' | 'note';
  readonly rule: string;
  readonly reason: string;
}

/** One line of the record. Sequence, session, server and chain are added by the sink. */
export interface AuditEntry {
  readonly kind: 'decision' | 'reply';
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly direction: Direction;
  /** The id as it was spelt, if the message had one. */
  readonly id: string | undefined;
  readonly method: string;
  readonly tool: string | undefined;
  readonly client: string | undefined;
  readonly identity: string | undefined;
  /** Where the call came from, when it came over a network. */
  readonly address?: string | undefined;
  readonly decision: Action;
  readonly rule: string;
  readonly reason: string;
  readonly findings: readonly RecordedFinding[];
  readonly trail: readonly TrailStep[];
  /** Microseconds that the decision took, waiting for people not counted. */
  readonly decideUs: number;
  /**
   * The arguments of a `tools/call`, the whole params of another method, with secrets masked. JSON, as text or, where
   * nothing had to be masked, as the bytes that the client sent; those are one line.
   */
  readonly arguments: string | Uint8Array | undefined;
  /** Of a reply: the sequence number of its call, and the microseconds between them. */
  readonly callSeq: number | undefined;
  readonly latencyUs: number | undefined;
  /** True when nothing was enforced: the decision is what would have been done. */
  readonly observed: boolean;
}

/** Keeps the record. */
export interface AuditSink {
  /** Acknowledges when it returns or resolves, with the entry's sequence number. Throws when it cannot keep it. */
  record(entry: AuditEntry): Awaitable<number>;
  /** One more message of this direction passed by, recorded or not. */
  count(direction: Direction): void;
  /** A sink with this acknowledges only by `commit`, all records at once. */
  readonly group?: GroupCommit | undefined;
}

/** Records that are kept together. They may be those of several connections, so each looks at `lost` for itself. */
export interface GroupCommit {
  /** Keeps what was recorded since the last time, or counts it as lost. Never throws. */
  commit(): void;
  /** How many records were lost so far, and why the last of them. */
  readonly lost: number;
  readonly lossReason: string;
}
