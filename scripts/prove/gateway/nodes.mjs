// Checks two nodes on one Redis server: a limit is exact, nothing is forwarded unchecked while Redis is unavailable,
// and no acknowledged change is lost when a node is killed.

import { once } from 'node:events';
import {
  admin,
  callOf,
  callsOf,
  createProxy,
  inParallel,
  post,
  startNode,
  startRedis,
  startScript,
  stop,
  until,
  upstreamScript,
  withProcesses,
} from './processes.mjs';

export const proof = {
  name: 'gateway-nodes',
  summary: 'two nodes on Redis: exact limits, an outage of Redis, and a killed node',
  run: (options) => withProcesses((processes) => run(processes, options)),
};

const PATH = '/mcp/files';
const OUTAGE = 5000;
const policy = 'version = 1\ndefault = "allow"\n';

async function run(processes, { say, quick }) {
  const redis = await startRedis(processes);
  const words = ['--redis', redis.url];
  const nodes = await Promise.all([1, 2].map(() => startNode(processes, words, policy)));
  const upstream = await startScript(processes, upstreamScript);
  const setting = { processes, nodes, upstream, redis, say };
  const limit = await exactLimit(setting, quick ? 1000 : 10_000);
  const outage = await survivesOutage(setting, quick ? 1000 : OUTAGE);
  const quota = await exactQuota(setting);
  const kill = await survivesKill(setting, quick ? 50 : 500);
  return { ...limit, ...outage, ...quota, ...kill };
}

const isServed = async (node, key) => (await post(node, PATH, key, callOf('echo', {}))).status === 200;
const bothServe = (nodes, key, milliseconds) =>
  Promise.all(nodes.map((node) => until('service', () => isServed(node, key), milliseconds)));

/** Makes calls of which the limit allows a tenth. */
async function exactLimit({ nodes, upstream, say }, calls) {
  const threshold = calls / 10;
  const rule = { rule_type: 'rate_limit', name: 'tenth', tools: ['counted'], match_key: 'consumer' };
  const { key } = await createProxy(nodes[0], `${upstream.origin}/mcp`, [
    { ...rule, threshold, timespan: 3600 },
  ]);
  await bothServe(nodes, key);
  const before = await callsOf(upstream);
  const statuses = new Map();
  await inParallel(calls, 64, async (index) => {
    const { status } = await post(nodes[index % 2], PATH, key, callOf('counted', { index }));
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  });
  const reached = (await callsOf(upstream)) - before;
  const passed = statuses.get(200);
  say(`${calls} calls against a limit of ${threshold}: ${passed} passed, ${statuses.get(429)} were refused`);
  if (passed !== threshold || reached !== threshold || statuses.get(429) !== calls - threshold)
    throw new Error(`not exact: ${JSON.stringify([...statuses])}, ${reached} reached the server`);
  return { calls, passed };
}

/** Sends calls continuously. Calls during the outage are denied and do not reach the server. */
async function survivesOutage({ processes, nodes, upstream, redis, say }, milliseconds) {
  const rule = { rule_type: 'rate_limit', name: 'many', tools: ['*'], match_key: 'consumer' };
  const url = `${upstream.origin}/mcp`;
  const { key } = await createProxy(
    nodes[0],
    url,
    [{ ...rule, threshold: 1_000_000, timespan: 3600 }],
    'other',
  );
  const send = (node, index) => post(node, '/mcp/other', key, callOf('echo', { index }));
  for (const node of nodes) await until('service', async () => (await send(node, 0)).status === 200);
  const answers = [];
  let isOver = false;
  const caller = async (_, worker) => {
    while (!isOver) {
      const began = performance.now();
      const { status, text } = await send(nodes[worker % 2], answers.length);
      answers.push({ status, began, ended: performance.now(), isOutage: text.includes('-32003') });
    }
  };
  const reached = await callsOf(upstream);
  const callers = Array.from({ length: 8 }, caller);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const gone = once(redis.child, 'exit');
  redis.child.kill('SIGTERM');
  await gone;
  const left = performance.now();
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  const back = performance.now();
  redis.child = (await startRedis(processes, redis.port)).child;
  const count = () => answers.filter(({ status }) => status === 200).length;
  const before = count();
  await until('service after the outage', async () => count() > before + 100);
  const again = Math.round(performance.now() - back);
  isOver = true;
  await Promise.all(callers);
  // A call that is still pending when Redis returns may be decided with Redis, so it does not count as a call during
  // the outage.
  const during = answers.filter(({ began, ended }) => began > left && ended < back);
  const wrong = answers.filter(({ status, isOutage }) => status !== 200 && !(status === 502 && isOutage));
  if (wrong.length > 0) throw new Error(`unexpected answers: ${JSON.stringify(wrong.slice(0, 5))}`);
  const unjudged = during.filter(({ status }) => status === 200).length;
  const forwarded = (await callsOf(upstream)) - reached;
  if (during.length === 0 || unjudged > 0) throw new Error(`${unjudged} of ${during.length} calls passed`);
  if (forwarded !== count())
    throw new Error(`${forwarded} calls reached the server, ${count()} were answered`);
  for (const { child } of nodes) if (child.exitCode !== null) throw new Error('a node has ended');
  say(`${during.length} calls without Redis were refused; service was back ${again} ms after Redis`);
  return { 'refused without Redis': during.length, 'ms until service': again };
}

const QUOTA = 100;

/**
 * Creates more proxies than the quota permits, concurrently on both nodes. Then one is deleted, because the next part
 * needs a proxy.
 */
async function exactQuota({ nodes, upstream, say }) {
  const create = (index) =>
    admin(nodes[index % 2], 'POST', '/api/mcp', { name: `extra-${index}`, url: `${upstream.origin}/mcp` });
  const outcomes = await Promise.allSettled(Array.from({ length: QUOTA + 20 }, (_, index) => create(index)));
  const { total } = await admin(nodes[0], 'GET', '/api/mcp');
  const refused = outcomes.filter(({ reason }) => reason?.message.includes(': 403 ')).length;
  const created = outcomes.filter(({ status }) => status === 'fulfilled');
  if (total !== QUOTA || created.length + refused !== outcomes.length)
    throw new Error(`${total} proxies exist, and ${refused} of ${outcomes.length} were refused`);
  await admin(nodes[0], 'DELETE', `/api/mcp/${created[0].value.id}`);
  say(`${outcomes.length} proxies were created at once with a quota of ${QUOTA}: ${total} exist`);
  return { proxies: total };
}

/** Kills the first node while it creates keys. Each key that it has returned must work on the second node. */
async function survivesKill({ nodes: [one, two], upstream, say }, atLeast) {
  const { id } = await createProxy(one, `${upstream.origin}/mcp`, [], 'killed');
  const keys = [];
  let isKilled = false;
  const creator = async () => {
    const body = { name: 'killed', tags: [`mcp:${id}:tool:*`] };
    while (!isKilled) {
      // A failed request was not acknowledged, so it is ignored.
      const created = await admin(one, 'POST', '/api/keys', body).catch(() => undefined);
      if (created !== undefined) keys.push(created.key);
    }
  };
  const creators = Array.from({ length: 8 }, creator);
  await until('creating keys', async () => keys.length >= atLeast, 60_000);
  await stop(one.child);
  isKilled = true;
  await Promise.all(creators);
  await until('the last key', () => isAccepted(two, keys.at(-1)), 2000);
  let lost = 0;
  await inParallel(keys.length, 16, async (index) => {
    if (!(await isAccepted(two, keys[index]))) lost += 1;
  });
  if (lost > 0) throw new Error(`${lost} of ${keys.length} acknowledged keys were lost`);
  say(`${keys.length} keys of a killed node are accepted by the other`);
  return { 'acknowledged keys': keys.length };
}

const isAccepted = async (node, key) =>
  (await post(node, '/mcp/killed', key, callOf('echo', {}))).status === 200;
