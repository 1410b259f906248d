// Creates the spans for one request from a caller: for the request itself, the decision, the upstream server, and the
// check of the response.

import { type FinishedSpan, type SpanExporter, spanKind } from './span-exporter.js';
import { newSpanId, type TraceContext } from './trace-context.js';

export interface TracedRequest {
  readonly method: string;
  readonly proxy: string;
  readonly tool: string | undefined;
}

/** The error information in a span. It contains the code and the rule, but no text. */
export interface TracedError {
  readonly code: number | undefined;
  readonly rule: string | undefined;
}

export class RequestTrace {
  readonly #exporter: SpanExporter;
  readonly #trace: Pick<TraceContext, 'traceId' | 'traceState'>;
  readonly #parent: string | undefined;
  readonly #request: TracedRequest;
  readonly #spanId = newSpanId();
  readonly #upstreamSpanId = newSpanId();
  /** The time of the system clock at the start; durations are measured with a monotonic clock. */
  readonly #epoch = Date.now();
  readonly #startedAt = performance.now();
  #decided: number | undefined;
  #responded: number | undefined;
  #isOver = false;

  constructor(
    exporter: SpanExporter,
    request: TracedRequest,
    trace: Pick<TraceContext, 'traceId' | 'traceState'>,
    parent: string | undefined,
  ) {
    this.#exporter = exporter;
    this.#request = request;
    this.#trace = trace;
    this.#parent = parent;
  }

  /** The time since the request was received, in milliseconds. */
  get age(): number {
    return performance.now() - this.#startedAt;
  }

  /** The trace context for the upstream server. */
  get context(): TraceContext {
    return { ...this.#trace, spanId: this.#upstreamSpanId, isSampled: true };
  }

  /** Called when the request is forwarded. */
  decided(): void {
    this.#decided = this.age;
    this.#add('decide', spanKind.internal, 0, this.#decided);
  }

  /** Called when the response from the upstream server has arrived and is being checked. */
  responded(error: TracedError | undefined): void {
    this.#responded = this.age;
    this.#add(this.#name, spanKind.client, this.#decided ?? 0, this.#responded, {
      spanId: this.#upstreamSpanId,
      attributes: this.#attributes(error),
      error: describe(error),
    });
  }

  /** Called when the caller has received its response. */
  end(error: TracedError | undefined, problem = describe(error)): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const end = this.age;
    if (this.#decided === undefined) this.#add('decide', spanKind.internal, 0, end);
    else if (this.#responded !== undefined)
      this.#add('inspect response', spanKind.internal, this.#responded, end);
    this.#add(this.#name, spanKind.server, 0, end, {
      spanId: this.#spanId,
      parentSpanId: this.#parent,
      attributes: this.#attributes(error),
      error: problem,
    });
  }

  get #name(): string {
    const { method, tool } = this.#request;
    return tool === undefined ? method : `${method} ${tool}`;
  }

  #attributes(error: TracedError | undefined): FinishedSpan['attributes'] {
    const { method, proxy, tool } = this.#request;
    return {
      'mcp.method.name': method,
      'gen_ai.tool.name': tool,
      'clawdefender.proxy': proxy,
      'clawdefender.rule': error?.rule,
      'rpc.response.status_code': error?.code === undefined ? undefined : `${error.code}`,
    };
  }

  #add(
    name: string,
    kind: FinishedSpan['kind'],
    start: number,
    end: number,
    more: Partial<FinishedSpan> = {},
  ): void {
    const { traceId, traceState } = this.#trace;
    this.#exporter.add({
      traceId,
      spanId: newSpanId(),
      parentSpanId: this.#spanId,
      traceState,
      name,
      kind,
      start: this.#epoch + start,
      end: this.#epoch + end,
      attributes: {},
      error: undefined,
      ...more,
    });
  }
}

const describe = (error: TracedError | undefined): string | undefined =>
  error && (error.rule === undefined ? `error ${error.code ?? ''}`.trim() : `rule \`${error.rule}\``);
