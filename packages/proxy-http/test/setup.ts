// Sets up a proxy between a raw client and a recording upstream; they are closed when the test ends.

import type { Inspector, Message, MessageDiagnostic } from '@claw/jsonrpc-stream';
import { onTestFinished } from 'vitest';
import { type HttpProxy, type HttpProxyOptions, startHttpProxy } from '../src/index.js';
import { type PostOptions, postBytes, type RawAnswer, RawClient } from './raw-client.js';
import { answerJson, RecordingUpstream, type Respond } from './recording-upstream.js';

export interface Setup {
  readonly upstream: RecordingUpstream;
  readonly proxy: HttpProxy;
  readonly diagnostics: MessageDiagnostic[];
  /** Opens a connection to the proxy. */
  client(address?: string): RawClient;
  /** Sends one POST request on a separate connection. */
  post(body: string | Buffer, options?: PostOptions): Promise<RawAnswer>;
}

export async function setUp(
  respond: Respond = answerJson,
  options: Partial<HttpProxyOptions> = {},
): Promise<Setup> {
  const diagnostics: MessageDiagnostic[] = [];
  const upstream = await RecordingUpstream.start(respond);
  const proxy = await startHttpProxy({
    url: upstream.url,
    onDiagnostic: (diagnostic) => diagnostics.push(diagnostic),
    ...options,
  });
  const clients: RawClient[] = [];
  onTestFinished(async () => {
    for (const client of clients) client.disconnect();
    await proxy.close(0);
    await upstream.stop();
  });
  const client = (address?: string) => {
    const made = new RawClient(proxy.port, address);
    clients.push(made);
    return made;
  };
  const post = async (body: string | Buffer, postOptions?: PostOptions) =>
    client().send(postBytes(body, postOptions)).answer();
  return { upstream, proxy, diagnostics, client, post };
}

/** Creates an inspector from two functions; by default, messages are forwarded. */
export const inspect =
  (judge: Partial<Inspector>): (() => Inspector) =>
  () => ({
    fromClient: () => ({ kind: 'forward' }),
    fromServer: () => ({ kind: 'forward' }),
    ...judge,
  });

/** Waits until a condition holds. */
export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}

export const paramsOf = (message: Message): { name?: string } =>
  (message.value as { params?: { name?: string } }).params ?? {};
