// The words of the decision: what is judged, what a stage may say, and what comes out.

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

/** Who sits at both ends, as far as it is known. */
export interface Peers {
  /** The server's configured name. */
  readonly server: string;
  /** The client's name from `initialize`, or from our own configuration. */
  readonly client: string | undefined;
  /** The authenticated consumer. */
  readonly identity: string | undefined;
  /** The id of the API key that it came with, if it did. */
  readonly apiKey?: string | undefined;
}

/** What a stage may look at beside the message: the connection so far, and the outside through its ports. */
export interface Context {
  readonly peers: Peers;
  readonly clock: Clock;
  /** What the server said about its tools. */
  readonly tools: ToolRegistry;
  /** The calls so far, as far as chains are concerned. */
  readonly chains: ChainState;
  readonly killSwitch?: KillSwitch;
  readonly counters?: Counters;
  readonly cache?: Cache;
  readonly states?: States;
  readonly links?: LinkResolver;
  readonly dns?: DnsResolver;
  readonly pins?: Pins;
}

/** A request or notification, judged before it goes on. */
export interface Call {
  readonly message: RequestMessage | NotificationMessage;
  /** The message as it came from its sender; a check may have rewritten `message`. */
  readonly received: RequestMessage | NotificationMessage;
  readonly direction: Direction;
  readonly method: string;
  readonly info: MethodInfo;
  readonly params: Readonly<Record<string, unknown>>;
  /** The tool of a `tools/call`. */
  readonly tool: string | undefined;
  /** Where it came from, which may be elsewhere than the call before it; none on pipes, nor for what a server asks. */
  readonly address: string | undefined;
  readonly event: PolicyEvent;
  /** The event as the policy sees it: facts are found once, for every stage. */
  readonly prepared: PreparedEvent;
  readonly facts: Facts;
  readonly texts: MessageTexts;
  /** The same call in other words. */
  withMessage(message: RequestMessage | NotificationMessage, context: Context): Call;
}

/** What is remembered of a call until its answer comes, and of a task until it is over. */
export interface SentRequest {
  readonly method: string;
  readonly tool: string | undefined;
  readonly info: MethodInfo;
  readonly params: Readonly<Record<string, unknown>>;
  /** What it would do, as bits of `Facts.effects`. */
  readonly effects: number;
  /** Where its record stands, and when it was sent. */
  readonly seq: number | undefined;
  readonly ticks: number;
}

/** An answer and the call that it answers. One that answers nothing we know is looked at most closely. */
export interface Reply {
  readonly message: ResponseMessage;
  /** The way that the answer travels. */
  readonly direction: Direction;
  readonly request: SentRequest | undefined;
  /** The call whose words these are: of a task's result, the call that began the task. */
  readonly origin: SentRequest | undefined;
  readonly texts: MessageTexts;
}

/** A notification with text in it, looked at like an answer. */
export interface ServerNotification {
  readonly message: NotificationMessage;
  readonly direction: Direction;
  readonly origin: SentRequest | undefined;
  readonly texts: MessageTexts;
}

/** Something that a detector saw, and where in the message. */
export interface LocatedFinding {
  readonly finding: Finding;
  readonly where: string;
}

/** Units `from` up to `to` of one string become `text`. */
export interface Replacement {
  readonly span: StringSpan;
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** True when the span is any part of the message, and `text` the JSON that takes its place. */
  readonly isJson?: true;
}

interface VerdictFields {
  /** The rule's name, or the stage's: what errors and records show. */
  readonly rule: string;
  readonly reason: string;
  readonly findings?: readonly LocatedFinding[];
}

/** The message does not go on. */
export interface Deny extends VerdictFields {
  readonly kind: 'deny';
  /** The rule's own words for people. */
  readonly message?: string | undefined;
  /** What a model can do instead; never how to get around the rule. */
  readonly suggestion?: string | undefined;
  readonly blocked?: boolean | undefined;
  /** Seconds: the refusal is about a limit. */
  readonly retryAfter?: number | undefined;
}

/** It goes on only if a person says so. */
export interface Ask extends VerdictFields {
  readonly kind: 'ask';
  readonly message?: string | undefined;
  /** What a refusal says in place of the reason, where that is for the eyes of a person only. */
  readonly refusal?: string | undefined;
  readonly matched?: readonly MatchedValue[];
  readonly unnamed?: readonly string[];
  /** What the question is about when that is more than this call: one answer then holds for the connection. */
  readonly topics?: readonly string[];
}

/** Parts of it are replaced. */
export interface Rewrite extends VerdictFields {
  readonly kind: 'rewrite';
  readonly replacements: readonly Replacement[];
  /** The message in other words, all earlier replacements made: what the following checks judge, and what goes on. */
  readonly instead?: Call | Reply | ServerNotification;
}

/** Somebody else than the other side answers. */
export interface LocalAnswer extends VerdictFields {
  readonly kind: 'answer';
  readonly result: unknown;
  /** The server gave this result before: it is judged like a response. */
  readonly isOfServer?: true;
}

/** Only the record is told. */
export interface Note extends VerdictFields {
  readonly kind: 'note';
  /** What the policy's rule was, when it was one that forwards. */
  readonly ruling?: Action;
}

/** What a stage says. There is no `allow`: a message goes on when nobody objects. */
export type Verdict = Deny | Ask | Rewrite | LocalAnswer | Note;

/** One step of the decision. No verdict is no opinion. */
export interface Stage {
  readonly name: string;
  request?(call: Call, context: Context): Awaitable<Verdict | readonly Verdict[] | undefined>;
  /** `soFar` are the replacements of the stages before. */
  reply?(
    reply: Reply | ServerNotification,
    context: Context,
    soFar: () => readonly Replacement[],
  ): Awaitable<Verdict | readonly Verdict[] | undefined>;
  /** Why nobody at this address may listen to what a server says by itself; undefined when it has no opinion. */
  checkListener?(address: string): Deny | undefined;
  /** The call goes on: no rule matched. */
  onForwarded?(call: Call, context: Context): void;
  /** A call that was judged has no response that goes on: it was refused, it was cancelled, or its response was withheld. */
  onAbandoned?(call: Pick<Call | SentRequest, 'params'>, context: Context): void;
  /** The answer goes on, with what was said about it. */
  onDelivered?(reply: Reply | ServerNotification, verdicts: readonly Verdict[], context: Context): void;
}

/** What came of walking the stages. */
export interface Decision {
  readonly denied: Deny | undefined;
  /** Questions that have to be answered with yes, each of them. */
  readonly asks: readonly Ask[];
  readonly answer: LocalAnswer | undefined;
  readonly replacements: readonly Replacement[];
  /** The message as it was rewritten; undefined when it is the one that came, apart from the replacements. */
  readonly instead: Call | Reply | ServerNotification | undefined;
  /** Something was kept back, changed, asked or found: more than a rule that lets it pass. */
  readonly isNotable: boolean;
  /** Everything that was said, in order. */
  readonly verdicts: readonly { readonly stage: string; readonly verdict: Verdict }[];
}
