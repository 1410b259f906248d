// A request or notification with the data that the stages need.

import { isRecord, type NotificationMessage, type RequestMessage } from '@claw/jsonrpc-stream';
import {
  type CompiledPolicy,
  classifyMethod,
  type Direction,
  type Effect,
  type Facts,
  type MethodInfo,
  type PolicyEvent,
  type PreparedEvent,
} from '@claw/policy';
import { MessageTexts } from '../text/message-texts.js';
import type { Call, Context, SentRequest } from '../types.js';

const NOTHING: Readonly<Record<string, unknown>> = Object.freeze(Object.create(null));

export class ReviewedCall implements Call {
  readonly message: RequestMessage | NotificationMessage;
  readonly received: RequestMessage | NotificationMessage;
  readonly direction: Direction;
  readonly method: string;
  readonly info: MethodInfo;
  readonly params: Readonly<Record<string, unknown>>;
  readonly tool: string | undefined;
  readonly address: string | undefined;
  readonly event: PolicyEvent;
  readonly #policy: CompiledPolicy;
  #prepared: PreparedEvent | undefined;
  #texts: MessageTexts | undefined;

  constructor(
    message: RequestMessage | NotificationMessage,
    direction: Direction,
    { peers, tools }: Context,
    policy: CompiledPolicy,
    address?: string,
    received = message,
  ) {
    this.message = message;
    this.received = received;
    this.direction = direction;
    this.method = message.method;
    this.info = classifyMethod(message.method);
    const value = message.value as Readonly<Record<string, unknown>>;
    const { params } = value;
    const extraMembers = besideParams(value);
    this.params = isRecord(params) ? params : NOTHING;
    const { name } = this.params;
    this.tool = this.method === 'tools/call' && typeof name === 'string' ? name : undefined;
    const hints = this.tool === undefined ? undefined : hintsOf(tools.annotations(this.tool));
    this.event = {
      method: this.method,
      // The params of protocol methods are objects; array params of vendor methods are searched as well.
      params: Array.isArray(params) ? params : this.params,
      direction,
      ...(extraMembers !== undefined && { extraMembers }),
      server: peers.server,
      ...(peers.client !== undefined && { client: peers.client }),
      ...(peers.identity !== undefined && { identity: peers.identity }),
      ...(hints !== undefined && { hints }),
    };
    this.address = address;
    this.#policy = policy;
  }

  get prepared(): PreparedEvent {
    this.#prepared ??= this.#policy.prepare(this.event);
    return this.#prepared;
  }

  get facts(): Facts {
    return this.prepared.facts;
  }

  get texts(): MessageTexts {
    this.#texts ??= new MessageTexts(this.message);
    return this.#texts;
  }

  withMessage(message: RequestMessage | NotificationMessage, context: Context): ReviewedCall {
    return new ReviewedCall(message, this.direction, context, this.#policy, this.address, this.received);
  }

  /** Returns the data that is needed when the response arrives. */
  toSentRequest(seq: number | undefined, ticks: number): SentRequest {
    const { method, tool, info, params } = this;
    const effects = info.class === 'review' ? this.facts.effects : 0;
    return { method, tool, info, params, effects, seq, ticks };
  }
}

/** Returns the members of a message that JSON-RPC does not define, or undefined if there are none. */
function besideParams(value: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  let beside: Record<string, unknown> | undefined;
  for (const key in value) {
    if (key === 'jsonrpc' || key === 'id' || key === 'method' || key === 'params') continue;
    beside ??= Object.create(null) as Record<string, unknown>;
    beside[key] = value[key];
  }
  return beside;
}

/**
 * Returns the effects that the annotations of a tool declare. The server writes them, so they can only make a call
 * look more dangerous, never less.
 */
function hintsOf(annotations: Readonly<Record<string, unknown>> | undefined): readonly Effect[] | undefined {
  return annotations?.['destructiveHint'] === true ? ['write'] : undefined;
}
