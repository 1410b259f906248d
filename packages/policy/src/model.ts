// Defines the data model of policies, which is independent of their syntax, and of the messages that they apply to. A
// policy can be stored as JSON and compiled by another program without the parser.
import type { Settings } from './parse/schema/settings.js';

export const ACTIONS = ['allow', 'deny', 'prompt', 'log'] as const;
/** The action of a rule. `allow` and `log` forward a message, `deny` and `prompt` do not. */
export type Action = (typeof ACTIONS)[number];

export const EFFECTS = ['read', 'write', 'delete', 'move', 'exec', 'connect'] as const;
/** The effects that a call can have. */
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
/** The message kinds that `event_type` can name. */
export type EventKind = (typeof EVENT_KINDS)[number];

/** The patterns for one argument. `name` is a dotted name, or `**` for any string in the arguments. */
export interface ArgumentMatch {
  readonly name: string;
  readonly path: readonly string[];
  readonly patterns: readonly string[];
}

/** The conditions of a rule. All fields have to match; a field matches if one of its patterns matches. */
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

/** A rule of the policy. The rules are in order of evaluation. */
export interface Rule {
  readonly name: string;
  readonly action: Action;
  /** True if the action was written as `block`. A denial then says `blocked` instead of `denied`. */
  readonly block?: true;
  readonly description?: string;
  readonly message?: string;
  readonly enabled: boolean;
  /** Milliseconds since 1970 (UTC). The rule is skipped after this time. */
  readonly expires?: number;
  readonly rateLimit?: RateLimit;
  readonly priority?: number;
  readonly match: Match;
  /** The keys that lead to the rule in its file, for diagnostics. */
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

/** A message that is evaluated. */
export interface PolicyEvent {
  readonly method: string;
  readonly params?: unknown;
  /** Members of the message that JSON-RPC does not define. A server may use them nevertheless. */
  readonly extraMembers?: Readonly<Record<string, unknown>>;
  /** The direction of the message. Default: derived from the method. */
  readonly direction?: Direction;
  readonly server?: string;
  readonly client?: string;
  readonly identity?: string;
  /** Effects that the annotations of the tool add. Annotations never remove an effect. */
  readonly hints?: readonly Effect[];
}

/** A value that a field of a rule matched. */
export interface MatchedValue {
  readonly field: string;
  readonly pattern: string;
  readonly value: string;
  /** The location in the call: `arguments.path`, `arguments.command (word 3)`. */
  readonly where: string;
}

/** The decision of the policy on one message. */
export interface Ruling {
  readonly action: Action;
  /**
   * The name of the rule, or `default`, or the name of a built-in rule (`self_protection`, `invalid_path`,
   * `invalid_call`, `sampling`, …).
   */
  readonly rule: string;
  readonly reason: string;
  /** The `message` of the rule or, if it has none, its `description`. */
  readonly message?: string;
  readonly block?: true;
  /**
   * The values because of which the rule matched. For `prompt`, all values that were found, including those that the
   * rule does not name.
   */
  readonly matched: readonly MatchedValue[];
  /** For `prompt`: the values of the call that the rule does not name. */
  readonly unmatched?: readonly string[];
  /** The limit of the rule, if it has one. The caller counts the call against it. */
  readonly limit?: RateLimit & { readonly rule: string };
  /** The number of seconds to wait if a limit is reached. The error code is then `-32000`. */
  readonly retryAfter?: number;
}
