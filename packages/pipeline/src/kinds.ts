// Calls of one kind: alike in everything that counts for the decision, so that what was decided about the first of them is
// known of the others before any stage is asked; and their answers.

import type { Message } from '@claw/jsonrpc-stream';
import { rawArguments } from './arguments-text.js';
import type { ReviewedCall } from './call.js';
import { taskOf } from './conversation.js';
import { mayBeRisky } from './looks-secret.js';
import type { Pipeline } from './pipeline.js';
import type { AuditEntry } from './ports.js';
import { Precedents, skeletonOfCall, skeletonOfReply } from './precedents.js';
import { namesSecrets } from './secret-members.js';
import type { Asked, Context, Decision, Reply } from './types.js';

/** What is recorded of messages of a kind, but for what differs; nothing when nobody wants to know of them. */
export type CommonEntry = AuditEntry | undefined;

/** What calls that are alike have in common. */
export interface KindOfCall {
  readonly entry: CommonEntry;
  readonly asked: Asked;
  /** What decided; another pipeline may decide otherwise about their answers. */
  readonly pipeline: Pipeline;
  /** Who asked, as far as that was known; answers are recorded with the name that is known when they come. */
  readonly client: string | undefined;
  readonly replies: Precedents<{ readonly entry: CommonEntry }>;
}

/** The kinds of calls of one connection. */
export class KindsOfCalls {
  readonly #context: Context;
  #known = new Precedents<KindOfCall>();
  /** What the decisions rest on. When any of it changes, they are forgotten. */
  #pipeline: Pipeline | undefined;
  #toolsVersion = 0;
  #client: string | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  /** The kind of a call, if it is a known one that passes; what is its own holds nothing then. */
  find(message: Message, pipeline: Pipeline): KindOfCall | undefined {
    if (this.#context.killSwitch?.engaged === true || !this.#isInForce(pipeline)) return undefined;
    return this.#known.find(message, pipeline.engines.outward());
  }

  /** A call has passed. */
  learn(call: ReviewedCall, decision: Decision, pipeline: Pipeline, describe: () => CommonEntry): void {
    const { message, texts } = call;
    if (message.kind !== 'request' || message.batched || call.method !== 'tools/call') return;
    // While it was judged and recorded, the client may have told its name, or the server of its tools.
    const { tools, parties } = this.#context;
    if (call.toolsVersion !== tools.version || call.event.client !== parties.client) return;
    if (!this.#isInForce(pipeline)) this.#begin(pipeline);
    if (decision.isNotable || !this.#known.isWorthAnother) return;
    const asked = call.toAsked(undefined, 0);
    if (taskOf(asked.method, asked.params) !== undefined) return;
    if (!hasPlainArguments(call) || !pipeline.settlesAlikeCalls(call, this.#context)) return;
    const skeleton = skeletonOfCall(texts, pipeline.engines.outward());
    if (skeleton === undefined) return;
    const { client } = parties;
    this.#known.add(skeleton, { entry: describe(), asked, pipeline, client, replies: new Precedents() });
  }

  #isInForce(pipeline: Pipeline): boolean {
    const { tools, parties } = this.#context;
    return (
      this.#pipeline === pipeline && this.#toolsVersion === tools.version && this.#client === parties.client
    );
  }

  #begin(pipeline: Pipeline): void {
    const { tools, parties } = this.#context;
    this.#known = new Precedents();
    this.#pipeline = pipeline;
    this.#toolsVersion = tools.version;
    this.#client = parties.client;
  }
}

/**
 * Whether the arguments of a call can be recorded as they were spelt. Plain words in them make no difference, unless their name
 * says that they are a secret: any words can be a password.
 */
function hasPlainArguments({ message, params }: ReviewedCall): boolean {
  const spelt = rawArguments(message);
  return spelt !== undefined && !mayBeRisky(spelt) && !namesSecrets(params);
}

/** An answer to a call of a kind has passed. */
export function learnReply(
  reply: Reply,
  decision: Decision,
  pipeline: Pipeline,
  describe: () => CommonEntry,
): void {
  const { asked, about, texts, message } = reply;
  const replies = asked?.kind?.replies;
  if (replies === undefined || about !== asked || message.batched || message.failed) return;
  // What has become a task goes on.
  if (texts.keys.taskId > 0) return;
  if (decision.isNotable || asked?.kind?.pipeline !== pipeline || !replies.isWorthAnother) return;
  if (!pipeline.settlesAlikeReplies(reply)) return;
  const skeleton = skeletonOfReply(texts, pipeline.engines.inward());
  if (skeleton !== undefined) replies.add(skeleton, { entry: describe() });
}
