// Tests tracing: traces are sent to an OpenTelemetry collector, join the trace of the caller, are passed to the
// upstream server, and contain no secret.

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GatewayNode, GatewayNodes, RecordingUpstream, toolCall } from './gateway-nodes.js';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: { readonly code?: number; readonly message?: string };
}

/** A collector for OTLP over HTTP. */
class Collector {
  readonly bodies: string[] = [];
  readonly requests: { url: string | undefined; key: unknown }[] = [];
  status = 200;
  readonly #server: Server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      this.requests.push({ url: request.url, key: request.headers['x-key'] });
      if (this.status === 200) this.bodies.push(body);
      response.writeHead(this.status, { 'content-type': 'application/json' }).end('{}');
    });
  });

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get spans(): Span[] {
    return this.bodies.flatMap((body) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans);
  }

  /** Returns the spans of a trace after its request has ended. */
  async trace(traceId: string): Promise<Span[]> {
    const spans = () => this.spans.filter((span) => span.traceId === traceId);
    await expect.poll(() => spans().some(({ kind }) => kind === SERVER), { timeout: 10_000 }).toBe(true);
    return spans();
  }
}

const [SERVER, CLIENT] = [2, 3];
const collector = new Collector();
const upstream = new RecordingUpstream();
let nodes: GatewayNodes;
let node: GatewayNode;
let [id, key] = ['', ''];

beforeAll(async () => {
  nodes = new GatewayNodes({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start(),
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    },
  });
  node = await nodes.start();
  id = (await node.admin('POST', '/api/mcp', { name: 'files', url: await upstream.start() })).json.id;
  key = await node.key(`mcp:${id}:tool:a`);
}, 60_000);
afterAll(async () => {
  await nodes.stop();
  collector.stop();
  upstream.stop();
});

const parentSpan = '00f067aa0ba902b7';
let lastTrace = 0;
function newTrace() {
  lastTrace += 1;
  return lastTrace.toString(16).padStart(32, 'a');
}
const call = (tool: string, meta?: object, args = {}) => {
  const message = toolCall(tool, args);
  return { ...message, params: { ...message.params, ...(meta !== undefined && { _meta: meta }) } };
};
const received = () => upstream.calls.at(-1)?.body ?? '';

test('a call joins the trace of its caller, and the trace context is passed to the upstream server', async () => {
  const traceId = newTrace();
  const meta = { other: [1.0], traceparent: `00-${traceId}-${parentSpan}-01`, tracestate: 'vendor=1' };
  expect((await node.call('files', key, call('a', meta))).status).toBe(200);
  const spans = await collector.trace(traceId);
  const server = spans.find(({ kind }) => kind === SERVER) as Span;
  const client = spans.find(({ kind }) => kind === CLIENT) as Span;
  expect(server).toMatchObject({ name: 'tools/call a', parentSpanId: parentSpan, status: {} });
  expect(client).toMatchObject({ name: 'tools/call a', parentSpanId: server.spanId });
  expect(spans.map(({ name }) => name).sort()).toEqual([
    'decide',
    'inspect response',
    'tools/call a',
    'tools/call a',
  ]);
  for (const span of spans) {
    expect(BigInt(span.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(server.startTimeUnixNano));
    expect(BigInt(span.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(server.endTimeUnixNano));
  }
  expect(JSON.parse(received()).params._meta).toEqual({
    other: [1],
    traceparent: `00-${traceId}-${client.spanId}-01`,
    tracestate: 'vendor=1',
  });
  const [batch] = collector.bodies;
  expect(JSON.parse(batch ?? '').resourceSpans[0].resource.attributes).toEqual(
    expect.arrayContaining([
      { key: 'service.name', value: { stringValue: 'clawdefender-gateway' } },
      { key: 'deployment.environment.name', value: { stringValue: 'test' } },
    ]),
  );
  expect(collector.requests[0]).toEqual({ url: '/v1/traces', key: 'a key' });
});

test('a call without a trace starts a new trace', async () => {
  await node.call('files', key, call('a'));
  const [, traceId = ''] = /"traceparent":"00-([0-9a-f]{32})-/.exec(received()) ?? [];
  const spans = await collector.trace(traceId);
  expect(spans.find(({ kind }) => kind === SERVER)?.parentSpanId).toBeUndefined();
});

test('a call with a disabled trace is forwarded unchanged', async () => {
  const traceparent = `00-${newTrace()}-${parentSpan}-00`;
  const text = JSON.stringify(call('a', { traceparent }));
  await node.call('files', key, text);
  expect(received()).toBe(text);
});

describe('a message whose `_meta` cannot contain a trace context is forwarded', () => {
  const cases: [string, string][] = [
    ['a text', '"_meta":"x",'],
    ['null', '"_meta":null,'],
    ['an invalid traceparent', `"_meta":{"traceparent":"00-${'0'.repeat(32)}-${parentSpan}-01"},`],
  ];
  for (const [name, member] of cases)
    test(name, async () => {
      const text = JSON.stringify(call('a')).replace('"params":{', `"params":{${member}`);
      const untraced = await node.call('files', key, text);
      expect(untraced.status).toBe(200);
    });
});

test('the trace of a denied call contains its rule, and no key or argument is sent to the collector', async () => {
  const traceId = newTrace();
  const secret = 'an argument that nobody else may see';
  const meta = { traceparent: `00-${traceId}-${parentSpan}-01` };
  await node.call('files', key, call('b', meta, { secret }));
  await node.call('files', key, call('a', meta, { secret }));
  const spans = await collector.trace(traceId);
  expect(spans.find(({ name }) => name === 'tools/call b')).toMatchObject({
    kind: SERVER,
    status: { code: 2, message: 'rule `scopes`' },
  });
  const sent = collector.bodies.join('\n');
  for (const hidden of [secret, key, 'result of a', 'the-admin-token']) expect(sent).not.toContain(hidden);
});

test('the trace of a request without a response ends with an error', async () => {
  const traceId = newTrace();
  const away = (await node.admin('POST', '/api/mcp', { name: 'away', url: 'http://127.0.0.1:1/mcp' })).json;
  const token = await node.key(`mcp:${away.id}:tool:*`);
  await node.call('away', token, call('a', { traceparent: `00-${traceId}-${parentSpan}-01` }));
  expect(await collector.trace(traceId)).toContainEqual(
    expect.objectContaining({ kind: SERVER, status: { code: 2, message: 'no response' } }),
  );
});

test('a failing collector affects no call, and is reported once', async () => {
  collector.status = 503;
  for (let index = 0; index < 3; index += 1) {
    const before = collector.requests.length;
    expect((await node.call('files', key, call('a'))).status).toBe(200);
    await expect.poll(() => collector.requests.length, { timeout: 10_000 }).toBeGreaterThan(before);
  }
  expect(node.printed.match(/Cannot send traces/g)).toHaveLength(1);
  collector.status = 200;
  await node.call('files', key, call('a'));
  await expect
    .poll(() => node.printed, { timeout: 10_000 })
    .toContain('Traces are sent to the collector again');
});

test('a node that shuts down sends its remaining spans', async () => {
  const traceId = newTrace();
  await node.call('files', key, call('a', { traceparent: `00-${traceId}-${parentSpan}-01` }));
  node.child.kill('SIGTERM');
  await once(node.child, 'exit');
  expect(collector.spans.some((span) => span.traceId === traceId)).toBe(true);
});

test('invalid settings prevent the start with an error', async () => {
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4317',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
  };
  const wrong = new GatewayNodes({ env });
  await expect(wrong.start()).rejects.toThrow(/ended with 2: .*`OTEL_EXPORTER_OTLP_PROTOCOL` is `grpc`/);
  await wrong.stop();
});
