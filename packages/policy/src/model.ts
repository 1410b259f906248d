// The one shape of a policy, whichever spelling it was written in, and of what it is asked about.
// Plain data: a policy can be stored as JSON and compiled elsewhere without the parser.
import type { Settings } from './parse/schema/settings.js';

export const ACTIONS = ['allow', 'deny', 'prompt', 'log'] as const;
/** What a rule does with a message. `allow` and `log` forward it, `deny` and `prompt` do not. */
export type Action = (typeof ACTIONS)[number];

export const EFFECTS = ['read', 'write', 'delete', 'move', 'exec', 'connect'] as const;
/** What a call would do to the world. */
export type Effect = (typeof EFFECTS)[number];

export const EVENT_KINDS = [
  'tool_call',
  'resource_read',
  'prompt_get',
  'sampling',
  'elicitation',
  'list',
  'notification',
  'other',
] as const;
/** The kinds of message that `event_type` names. */
export type EventKind = (typeof EVENT_KINDS)[number];

/** Patterns for one argument; `name` is dotted, or `**` for any string anywhere. */
export interface ArgumentMatch {
  readonly name: string;
  readonly path: readonly string[];
  readonly patterns: readonly string[];
}

/** What a rule asks for. Every field given must match; several patterns in a field mean any of them. */
export interface Match {
  readonly any?: true;
  readonly tool?: readonly string[];
  readonly server?: readonly string[];
  readonly client?: readonly string[];
  readonly identity?: readonly string[];
  readonly method?: readonly string[];
  readonly prompt?: readonly string[];
  readonly resource?: readonly string[];
  readonly path?: readonly string[];
  readonly host?: readonly string[];
  readonly command?: readonly string[];
  readonly effect?: readonly Effect[];
  readonly event?: readonly (EventKind | Effect)[];
  readonly args?: readonly ArgumentMatch[];
}

export interface RateLimit {
  readonly max: number;
  readonly windowMs: number;
}

/** One rule of the policy, in the order in which it is tried. */
export interface Rule {
  readonly name: string;
  readonly action: Action;
  /** Spelt `block`: a refusal then says `blocked` instead of `denied`. */
  readonly block?: true;
  readonly description?: string;
  readonly message?: string;
  readonly enabled: boolean;
  /** Milliseconds since 1970 (UTC) from which on the rule is skipped. */
  readonly expires?: number;
  readonly rateLimit?: RateLimit;
  readonly priority?: number;
  readonly match: Match;
  /** Keys that lead to the rule in its file, for diagnostics. */
  readonly source: readonly (string | number)[];
}

export type Dialect = 'ordered' | 'named';

/** A validated policy. Compile it with `compilePolicy`. */
export interface Policy {
  readonly dialect: Dialect;
  readonly default: Action;
  readonly rules: readonly Rule[];
  readonly settings: Settings;
}

export type Direction = 'client-to-server' | 'server-to-client';

/** One message to decide about. */
export interface PolicyEvent {
  readonly method: string;
  readonly params?: unknown;
  /** Members of the message that JSON-RPC does not know; whoever reads them may do what they say. */
  readonly extraMembers?: Readonly<Record<string, unknown>>;
  /** Who sent it; follows from the method when absent. */
  readonly direction?: Direction;
  readonly server?: string;
  readonly client?: string;
  readonly identity?: string;
  /** Effects that the server's own hints add; they can never remove one. */
  readonly hints?: readonly Effect[];
}

/** One value that a rule's field matched. */
export interface MatchedValue {
  readonly field: string;
  readonly pattern: string;
  readonly value: string;
  /** Where in the call: `arguments.path`, `arguments.command (word 3)`. */
  readonly where: string;
}

/** The policy's word about one message. */
export interface Ruling {
  readonly decision: Action;
  /** The rule's name, `default`, or a built-in's (`self_protection`, `invalid_path`, `invalid_call`, `sampling`, …). */
  readonly rule: string;
  readonly reason: string;
  /** The rule's own `message`, else its `description`. */
  readonly message?: string;
  readonly block?: true;
  /** What made the rule match; for `prompt` every value found, those the rule does not name included. */
  readonly matched: readonly MatchedValue[];
  /** For a prompt: values of the call that the rule does not name. */
  readonly unmatched?: readonly string[];
  /** The limit that the caller has to count, when the rule has one. */
  readonly limit?: RateLimit & { readonly rule: string };
  /** Seconds to wait, when a limit is used up. The refusal is then `-32000`. */
  readonly retryAfter?: number;
}
