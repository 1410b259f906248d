// The types for decisions: messages as the stages see them, the verdicts of stages, and decisions.

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

/** What is known about the client and the server of a connection. */
export interface Peers {
  /** The configured name of the server. */
  readonly server: string;
  /** The name of the client from `initialize` or from our own configuration. */
  readonly client: string | undefined;
  /** The name of the authenticated caller. */
  readonly identity: string | undefined;
  /** The id of the API key of the caller, if there is one. */
  readonly apiKey?: string | undefined;
}

/** The context in which a stage decides: the state of the connection, and the ports. */
export interface Context {
  readonly peers: Peers;
  readonly clock: Clock;
  /** The tools that the server has declared. */
  readonly tools: ToolRegistry;
  /** The previous calls, for the detection of attack chains. */
  readonly chains: ChainState;
  readonly killSwitch?: KillSwitch | undefined;
  readonly counters?: Counters | undefined;
  readonly cache?: Cache | undefined;
  readonly states?: States | undefined;
  readonly links?: LinkResolver | undefined;
  readonly dns?: DnsResolver | undefined;
  readonly pins?: Pins | undefined;
}

/** A request or notification that is checked before it is forwarded. */
export interface Call {
  readonly message: RequestMessage | NotificationMessage;
  /** The message as received. A check may have rewritten `message`. */
  readonly received: RequestMessage | NotificationMessage;
  readonly direction: Direction;
  readonly method: string;
  readonly info: MethodInfo;
  readonly params: Readonly<Record<string, unknown>>;
  /** The name of the tool in a `tools/call`. */
  readonly tool: string | undefined;
  /**
   * The address of the client, which may differ between calls. Undefined over stdio and for requests from the server.
   */
  readonly address: string | undefined;
  readonly event: PolicyEvent;
  /** The prepared event for the policy. Its facts are shared by all stages. */
  readonly prepared: PreparedEvent;
  readonly facts: Facts;
  readonly texts: MessageTexts;
  /** Returns the same call with a rewritten message. */
  withMessage(message: RequestMessage | NotificationMessage, context: Context): Call;
}

/** The data of a call that is stored until its response arrives, or until its task ends. */
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

/** A response and the call to which it belongs. A response that matches no call gets the strictest checks. */
export interface Reply {
  readonly message: ResponseMessage;
  /** The direction of the response. */
  readonly direction: Direction;
  readonly request: SentRequest | undefined;
  /** The call that produced the text. For the result of a task, this is the call that started the task. */
  readonly origin: SentRequest | undefined;
  readonly texts: MessageTexts;
}

/** A notification with text, which is checked like a response. */
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

/** Replaces the UTF-16 units `from` to `to` of one string with `text`. */
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

/** Blocks the message. */
export interface Deny extends VerdictFields {
  readonly kind: 'deny';
  /** The message of the rule. */
  readonly message?: string | undefined;
  /** A suggestion for the model. It never explains how to bypass the rule. */
  readonly suggestion?: string | undefined;
  readonly blocked?: boolean | undefined;
  /** The number of seconds to wait, for a denial by a rate limit. */
  readonly retryAfter?: number | undefined;
}

/** Blocks the message unless the user approves it. */
export interface Ask extends VerdictFields {
  readonly kind: 'ask';
  readonly message?: string | undefined;
  /** The text of the error, if only the user may read the reason. */
  readonly denialText?: string | undefined;
  readonly matched?: readonly MatchedValue[];
  readonly unnamed?: readonly string[];
  /**
   * The topics of the approval, if it covers more than this call. Its result is then valid for the whole connection.
   */
  readonly topics?: readonly string[];
}

/** Replaces parts of the message. */
export interface Rewrite extends VerdictFields {
  readonly kind: 'rewrite';
  readonly replacements: readonly Replacement[];
  /** The message after this and all earlier replacements, which the following checks get. */
  readonly rewritten?: Call | Reply | ServerNotification;
}

/** Responds to the message in place of the server. */
export interface LocalAnswer extends VerdictFields {
  readonly kind: 'answer';
  readonly result: unknown;
  /** True if the server returned this result before; it is then checked like a response. */
  readonly isOfServer?: true;
}

/** Adds information to the log entry and has no other effect. */
export interface Note extends VerdictFields {
  readonly kind: 'note';
  /** The action of the policy rule, if the rule allows the message. */
  readonly action?: Action;
}

/** The verdict of a stage. There is no `allow` verdict: a message is forwarded if no stage blocks it. */
export type Verdict = Deny | Ask | Rewrite | LocalAnswer | Note;

/** One stage. If a function returns undefined, the stage has no effect on the message. */
export interface Stage {
  readonly name: string;
  request?(call: Call, context: Context): Awaitable<Verdict | readonly Verdict[] | undefined>;
  /** Checks a response or a notification. `soFar` contains the replacements of the previous stages. */
  reply?(
    reply: Reply | ServerNotification,
    context: Context,
    soFar: () => readonly Replacement[],
  ): Awaitable<Verdict | readonly Verdict[] | undefined>;
  /**
   * Returns the reason why a client at this address must not receive messages from the server, or undefined if it
   * may.
   */
  checkListener?(address: string): Deny | undefined;
  /** Called when a call is forwarded. */
  onForwarded?(call: Call, context: Context): void;
  /**
   * Called when no response to a call will be forwarded, because the call was denied or cancelled or its response was
   * blocked.
   */
  onAbandoned?(call: Pick<Call | SentRequest, 'params'>, context: Context): void;
  /** Called when a response is forwarded, with these findings. */
  onDelivered?(reply: Reply | ServerNotification, verdicts: readonly Verdict[], context: Context): void;
}

/** The result of running the stages. */
export interface Decision {
  readonly denied: Deny | undefined;
  /** The approvals that the message needs, all of which must be granted. */
  readonly asks: readonly Ask[];
  readonly answer: LocalAnswer | undefined;
  readonly replacements: readonly Replacement[];
  /** The rewritten message; undefined if it is unchanged except for the replacements. */
  readonly rewritten: Call | Reply | ServerNotification | undefined;
  /** True if the message was blocked or changed, needs approval, or has findings; false if a rule only allowed it. */
  readonly isNotable: boolean;
  /** All verdicts, in order. */
  readonly verdicts: readonly { readonly stage: string; readonly verdict: Verdict }[];
}
