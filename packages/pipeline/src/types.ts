// The types of the decision: messages as the stages see them, verdicts of stages, and results.

import type { ChainState, Finding } from '@claw/detectors';
import type {
  Awaitable,
  NotificationMessage,
  RequestMessage,
  ResponseMessage,
  StringSpan,
} from '@claw/jsonrpc-stream';
import type {
  Action,
  Direction,
  Facts,
  MatchedValue,
  MethodInfo,
  PolicyEvent,
  PreparedEvent,
} from '@claw/policy';
import type { Cache, Clock, Counters, DnsResolver, KillSwitch, LinkResolver, Pins, States } from './ports.js';
import type { MessageTexts } from './text/message-texts.js';
import type { ToolRegistry } from './tool-registry.js';

/** What is known about the two sides of a connection. */
export interface Peers {
  /** The configured name of the server. */
  readonly server: string;
  /** The client's name from `initialize`, or from our own configuration. */
  readonly client: string | undefined;
  /** The authenticated caller. */
  readonly identity: string | undefined;
  /** The id of its API key, if any. */
  readonly apiKey?: string | undefined;
}

/** The context of a stage: the connection so far, and the ports. */
export interface Context {
  readonly peers: Peers;
  readonly clock: Clock;
  /** The declarations of the server. */
  readonly tools: ToolRegistry;
  /** The previous calls, for chains. */
  readonly chains: ChainState;
  readonly killSwitch?: KillSwitch;
  readonly counters?: Counters;
  readonly cache?: Cache;
  readonly states?: States;
  readonly links?: LinkResolver;
  readonly dns?: DnsResolver;
  readonly pins?: Pins;
}

/** A request or notification that is checked before it is forwarded. */
export interface Call {
  readonly message: RequestMessage | NotificationMessage;
  /** The message as received; a check may have rewritten `message`. */
  readonly received: RequestMessage | NotificationMessage;
  readonly direction: Direction;
  readonly method: string;
  readonly info: MethodInfo;
  readonly params: Readonly<Record<string, unknown>>;
  /** The tool of a `tools/call`. */
  readonly tool: string | undefined;
  /**
   * The address of the client, which may differ between calls; undefined over stdio and for requests of the
   * server.
   */
  readonly address: string | undefined;
  readonly event: PolicyEvent;
  /** The event for the policy, with facts that all stages share. */
  readonly prepared: PreparedEvent;
  readonly facts: Facts;
  readonly texts: MessageTexts;
  /** The same call in rewritten form. */
  withMessage(message: RequestMessage | NotificationMessage, context: Context): Call;
}

/** The data of a call that is kept until its response, or until its task ends. */
export interface SentRequest {
  readonly method: string;
  readonly tool: string | undefined;
  readonly info: MethodInfo;
  readonly params: Readonly<Record<string, unknown>>;
  /** The effects of the call, as bits of `Facts.effects`. */
  readonly effects: number;
  /** The sequence number of its log entry, and the time when it was sent. */
  readonly seq: number | undefined;
  readonly ticks: number;
}

/** A response and its call. A response that matches no call gets the strictest checks. */
export interface Reply {
  readonly message: ResponseMessage;
  /** The direction of the response. */
  readonly direction: Direction;
  readonly request: SentRequest | undefined;
  /** The call that produced the text: for the result of a task, the call that started it. */
  readonly origin: SentRequest | undefined;
  readonly texts: MessageTexts;
}

/** A notification with text, checked like a response. */
export interface ServerNotification {
  readonly message: NotificationMessage;
  readonly direction: Direction;
  readonly origin: SentRequest | undefined;
  readonly texts: MessageTexts;
}

/** A finding and its location in the message. */
export interface LocatedFinding {
  readonly finding: Finding;
  readonly where: string;
}

/** Replaces the units `from` to `to` of one string with `text`. */
export interface Replacement {
  readonly span: StringSpan;
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** True if the span is any part of the message, and `text` is the JSON that replaces it. */
  readonly isJson?: true;
}

interface VerdictFields {
  /** The name of the rule or stage in errors and log entries. */
  readonly rule: string;
  readonly reason: string;
  readonly findings?: readonly LocatedFinding[];
}

/** The message is not forwarded. */
export interface Deny extends VerdictFields {
  readonly kind: 'deny';
  /** The message of the rule. */
  readonly message?: string | undefined;
  /** A suggestion for the model, which never explains how to bypass the rule. */
  readonly suggestion?: string | undefined;
  readonly blocked?: boolean | undefined;
  /** The seconds to wait, for a denial by a rate limit. */
  readonly retryAfter?: number | undefined;
}

/** The message is forwarded only if the user approves. */
export interface Ask extends VerdictFields {
  readonly kind: 'ask';
  readonly message?: string | undefined;
  /** The text of the error if it must not contain the reason, because only the user may read the reason. */
  readonly refusal?: string | undefined;
  readonly matched?: readonly MatchedValue[];
  readonly unnamed?: readonly string[];
  /** The topic of the approval, if it covers more than this call; one result is then valid for the connection. */
  readonly topics?: readonly string[];
}

/** Replaces parts of the message. */
export interface Rewrite extends VerdictFields {
  readonly kind: 'rewrite';
  readonly replacements: readonly Replacement[];
  /** The rewritten message with all earlier replacements, which the following checks get. */
  readonly instead?: Call | Reply | ServerNotification;
}

/** The firewall answers in place of the other side. */
export interface LocalAnswer extends VerdictFields {
  readonly kind: 'answer';
  readonly result: unknown;
  /** True if the server gave this result before; it is then checked like a response. */
  readonly isOfServer?: true;
}

/** Only adds to the log entry. */
export interface Note extends VerdictFields {
  readonly kind: 'note';
  /** The action of the policy rule, if the rule forwards the message. */
  readonly ruling?: Action;
}

/** The verdict of a stage. There is no `allow`: a message is forwarded if no stage blocks it. */
export type Verdict = Deny | Ask | Rewrite | LocalAnswer | Note;

/** One stage. An undefined verdict means that it has no effect. */
export interface Stage {
  readonly name: string;
  request?(call: Call, context: Context): Awaitable<Verdict | readonly Verdict[] | undefined>;
  /** `soFar` contains the replacements of the previous stages. */
  reply?(
    reply: Reply | ServerNotification,
    context: Context,
    soFar: () => readonly Replacement[],
  ): Awaitable<Verdict | readonly Verdict[] | undefined>;
  /** The reason why a client at this address must not receive messages of the server; undefined if it may. */
  checkListener?(address: string): Deny | undefined;
  /** Called when a call is forwarded. */
  onForwarded?(call: Call, context: Context): void;
  /** Called when no response to a call will be forwarded: it was denied or cancelled, or its response was blocked. */
  onAbandoned?(call: Pick<Call | SentRequest, 'params'>, context: Context): void;
  /** Called when a response is forwarded, with these findings. */
  onDelivered?(reply: Reply | ServerNotification, verdicts: readonly Verdict[], context: Context): void;
}

/** The result of running the stages. */
export interface Decision {
  readonly denied: Deny | undefined;
  /** Approvals that are all required. */
  readonly asks: readonly Ask[];
  readonly answer: LocalAnswer | undefined;
  readonly replacements: readonly Replacement[];
  /** The rewritten message; undefined if it is unchanged except for the replacements. */
  readonly instead: Call | Reply | ServerNotification | undefined;
  /** True if something was blocked, changed or found or needs approval; false if a rule only allowed the message. */
  readonly isNotable: boolean;
  /** All verdicts, in order. */
  readonly verdicts: readonly { readonly stage: string; readonly verdict: Verdict }[];
}
