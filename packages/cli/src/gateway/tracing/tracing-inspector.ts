// The inspector of one conversation, which creates a trace for each request from the caller. It writes the trace
// context into `params._meta`, replacing the context of the caller.

import type { Action, ActionOverride, Awaitable, Inspector, Message } from '@claw/jsonrpc-stream';
import { whenReady } from '@claw/pipeline';
import { replaceMeta } from '../proxies/message-meta.js';
import type { RequestTrace, TracedError, TracedRequest } from './request-trace.js';
import { formatTraceparent, type TraceContext } from './trace-context.js';

/** Starts a trace; undefined for a request that is not traced. */
export type StartTrace = (request: TracedRequest, meta: unknown) => RequestTrace | undefined;

/**
 * The maximum number of open traces. The trace of a request without a response, for example because the upstream server
 * is unavailable, ends with the conversation at the latest.
 */
const MAX_OPEN = 256;
const MAX_AGE_MILLISECONDS = 600_000;

export class TracingInspector implements Inspector {
  readonly #inner: Inspector;
  readonly #proxy: string;
  readonly #start: StartTrace;
  readonly #open = new Map<string, RequestTrace>();

  constructor(inner: Inspector, proxy: string, start: StartTrace) {
    this.#inner = inner;
    this.#proxy = proxy;
    this.#start = start;
  }

  fromClient(message: Message): Awaitable<Action> {
    const trace = this.#traceOf(message);
    const decided = this.#inner.fromClient(message);
    if (trace === undefined || message.kind !== 'request') return decided;
    return whenReady(decided, (action) => {
      if (action.kind !== 'forward' && action.kind !== 'replace') {
        trace.end(errorIn(action));
        return action;
      }
      trace.decided();
      this.#keep(message.id.token, trace);
      const { context } = trace;
      return {
        kind: 'replace',
        message: replaceMeta(action.kind === 'replace' ? action.message : message, carrierOf(context), [
          'tracestate',
        ]),
      };
    });
  }

  fromServer(message: Message): Awaitable<Action> {
    const token = message.kind === 'response' ? message.id?.token : undefined;
    const trace = token === undefined ? undefined : this.#open.get(token);
    if (trace === undefined) return this.#inner.fromServer(message);
    trace.responded(errorOf(message));
    return whenReady(this.#inner.fromServer(message), (action) => {
      this.#open.delete(token as string);
      trace.end(action.kind === 'forward' ? errorOf(message) : errorIn(action));
      return action;
    });
  }

  commit(): ActionOverride | undefined {
    const override = this.#inner.commit?.();
    return (
      override &&
      ((message, from, decided) => {
        const action = override(message, from, decided);
        const token = from === 'client' && message.kind === 'request' ? message.id.token : undefined;
        if (token !== undefined && action.kind === 'answer') this.#end(token, errorIn(action));
        return action;
      })
    );
  }

  close(): void {
    for (const token of [...this.#open.keys()]) this.#end(token, undefined, 'no response');
    this.#inner.close?.();
  }

  #traceOf(message: Message): RequestTrace | undefined {
    const { method } = message;
    if (message.kind !== 'request' || method === undefined) return undefined;
    const { params } = message.value as { params?: { name?: unknown; _meta?: unknown } };
    const name = method === 'tools/call' ? params?.name : undefined;
    const tool = typeof name === 'string' ? name.slice(0, 100) : undefined;
    return this.#start({ method: method.slice(0, 100), proxy: this.#proxy, tool }, params?._meta);
  }

  #keep(token: string, trace: RequestTrace): void {
    this.#end(token, undefined, 'no response');
    for (const [old, { age }] of this.#open) {
      if (age < MAX_AGE_MILLISECONDS && this.#open.size < MAX_OPEN) break;
      this.#end(old, undefined, 'no response');
    }
    this.#open.set(token, trace);
  }

  #end(token: string, ...how: Parameters<RequestTrace['end']>): void {
    this.#open.get(token)?.end(...how);
    this.#open.delete(token);
  }
}

const carrierOf = (context: TraceContext) => ({
  traceparent: formatTraceparent(context),
  ...(context.traceState !== undefined && { tracestate: context.traceState }),
});

function errorIn(action: Action): TracedError | undefined {
  if (action.kind === 'replace') return errorOf(action.message);
  return action.kind === 'answer'
    ? action.messages.map(errorOf).find((error) => error !== undefined)
    : undefined;
}

function errorOf(message: Message): TracedError | undefined {
  if (message.kind !== 'response' || !message.failed) return undefined;
  const { error } = message.value as { error?: { code?: unknown; data?: { rule?: unknown } } };
  const rule = error?.data?.rule;
  return {
    code: typeof error?.code === 'number' ? error.code : undefined,
    rule: typeof rule === 'string' ? rule.slice(0, 100) : undefined,
  };
}
