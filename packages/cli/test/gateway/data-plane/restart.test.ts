// Restarts the nodes one after another while callers continue: no call may be lost, and none may be sent twice.

import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasRedis, RedisServer } from '../../../../store/test/redis-server.js';
import { type GatewayNode, GatewayNodes, RecordingUpstream, toolCall } from './gateway-nodes.js';

const nodes = new GatewayNodes();
const upstream = new RecordingUpstream();
const isInstalled = hasRedis();
let redis: RedisServer;

beforeAll(async () => {
  if (isInstalled) redis = await RedisServer.start();
});
afterAll(async () => {
  await nodes.stop();
  upstream.stop();
  await redis?.stop();
});

/** A typical load balancer: it keeps connections open and requests `/readyz` ten times a second. */
class Balancer {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #ready = new Set<GatewayNode>();
  readonly #nodes: GatewayNode[] = [];
  readonly #timer = setInterval(() => this.#look(), 100);
  #next = 0;

  async add(node: GatewayNode): Promise<void> {
    this.#nodes.push(node);
    await expect.poll(() => this.#ready.has(node), { timeout: 10_000 }).toBe(true);
  }

  /** Makes a call; returns its status, or the code of its error. */
  call(key: string, id: number): Promise<number | string> {
    const ready = [...this.#ready];
    this.#next += 1;
    const node = ready[this.#next % ready.length];
    if (node === undefined) return Promise.resolve('no node is ready');
    const message = toolCall('a', {}, id);
    const body = JSON.stringify({ ...message, params: { ...message.params, _meta: { delay: 150 } } });
    return new Promise((resolve) => {
      const headers = {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'content-length': Buffer.byteLength(body),
      };
      const options = { method: 'POST', agent: this.#agent, headers };
      const sent = request(`${node.origin}/mcp/files`, options, (response) => {
        response.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)).resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      });
      sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      sent.end(body);
    });
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#agent.destroy();
  }

  #look(): void {
    for (const node of this.#nodes)
      node
        .send('/readyz')
        .then(({ status }) => (status === 200 ? this.#ready.add(node) : this.#ready.delete(node)))
        .catch(() => this.#ready.delete(node));
  }
}

test.runIf(isInstalled)(
  'no call is lost during a rolling restart',
  async () => {
    const balancer = new Balancer();
    const start = async () => {
      const node = await nodes.start('--redis', redis.url);
      await balancer.add(node);
      return node;
    };
    const old = [await start(), await start()] as const;
    const { id } = (await old[0].admin('POST', '/api/mcp', { name: 'files', url: await upstream.start() }))
      .json;
    const key = await old[0].key(`mcp:${id}:tool:*`);
    await expect.poll(() => balancer.call(key, 0), { timeout: 5000 }).toBe(200);
    await expect.poll(() => balancer.call(key, 0), { timeout: 5000 }).toBe(200);
    const before = upstream.calls.length;

    let isOver = false;
    const outcomes: (number | string)[] = [];
    let lastId = 0;
    const caller = async () => {
      while (!isOver) {
        lastId += 1;
        outcomes.push(await balancer.call(key, lastId));
      }
    };
    const callers = Array.from({ length: 16 }, caller);
    for (const node of old) {
      await start();
      const exited = once(node.child, 'exit');
      node.child.kill('SIGTERM');
      expect((await exited)[0]).toBe(0);
    }
    isOver = true;
    await Promise.all(callers);
    balancer.stop();
    expect(outcomes.filter((outcome) => outcome !== 200)).toEqual([]);
    expect(upstream.calls.length - before).toBe(outcomes.length);
    expect(outcomes.length).toBeGreaterThan(100);
  },
  60_000,
);
