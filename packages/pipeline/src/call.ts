// A request or notification as the stages see it.

import type { NotificationMessage, RequestMessage } from '@claw/jsonrpc-stream';
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
import { Texts } from './texts.js';
import type { Asked, Call, Context } from './types.js';

const NOTHING: Readonly<Record<string, unknown>> = Object.freeze(Object.create(null));

export class ReviewedCall implements Call {
  readonly message: RequestMessage | NotificationMessage;
  readonly direction: Direction;
  readonly method: string;
  readonly info: MethodInfo;
  readonly params: Readonly<Record<string, unknown>>;
  readonly tool: string | undefined;
  readonly address: string | undefined;
  readonly event: PolicyEvent;
  /** Which word of the server about its tools it is judged by. */
  readonly toolsVersion: number;
  readonly #policy: CompiledPolicy;
  #prepared: PreparedEvent | undefined;
  #texts: Texts | undefined;

  constructor(
    message: RequestMessage | NotificationMessage,
    direction: Direction,
    { parties, tools }: Context,
    policy: CompiledPolicy,
    address?: string,
  ) {
    this.message = message;
    this.direction = direction;
    this.method = message.method;
    this.info = classifyMethod(message.method);
    const value = message.value as Readonly<Record<string, unknown>>;
    const { params } = value;
    const beside = besideParams(value);
    this.params = isRecord(params) ? params : NOTHING;
    const { name } = this.params;
    this.tool = this.method === 'tools/call' && typeof name === 'string' ? name : undefined;
    const hints = this.tool === undefined ? undefined : hintsOf(tools.annotations(this.tool));
    this.event = {
      method: this.method,
      // The methods of the protocol take a table; what others make of a list is their business, and ours to look into.
      params: Array.isArray(params) ? params : this.params,
      direction,
      ...(beside !== undefined && { beside }),
      server: parties.server,
      ...(parties.client !== undefined && { client: parties.client }),
      ...(parties.identity !== undefined && { identity: parties.identity }),
      ...(hints !== undefined && { hints }),
    };
    this.toolsVersion = tools.version;
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

  get texts(): Texts {
    this.#texts ??= new Texts(this.message);
    return this.#texts;
  }

  /** What has to be kept until the answer comes. */
  toAsked(seq: number | undefined, ticks: number): Asked {
    const { method, tool, info, params } = this;
    const effects = info.class === 'review' ? this.facts.effects : 0;
    return { method, tool, info, params, effects, seq, ticks };
  }
}

/** What stands in a message beside what JSON-RPC knows; most messages hold nothing there. */
function besideParams(value: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  let beside: Record<string, unknown> | undefined;
  for (const key in value) {
    if (key === 'jsonrpc' || key === 'id' || key === 'method' || key === 'params') continue;
    beside ??= Object.create(null) as Record<string, unknown>;
    beside[key] = value[key];
  }
  return beside;
}

/** A server's word about its own tool can make a call look worse, never better. */
function hintsOf(annotations: Readonly<Record<string, unknown>> | undefined): readonly Effect[] | undefined {
  return annotations?.['destructiveHint'] === true ? ['write'] : undefined;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
