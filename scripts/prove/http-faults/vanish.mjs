// Simulates a server that disappears, as when a cable is unplugged: the connection is neither rejected nor closed, and
// there is no response. The server runs in a network namespace, and its address is removed.
import { execFileSync, spawnSync } from 'node:child_process';
import { within } from '../deadline.mjs';
import { call } from './callers.mjs';
import { withPair } from './pair.mjs';
import { Upstream } from './upstream.mjs';

const [ours, theirs] = ['10.213.7.1', '10.213.7.2'];
/** The limit for establishing a connection is 10 s; this includes a margin. */
const CONNECT = 12_000;
/** An idle connection is probed after a minute, and then ten times. */
const STREAM_ENDS = 90_000;
const RECOVERY = 20_000;

const ip = (...args) => execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'pipe'] });
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export async function vanish(folder, say) {
  const name = `claw${process.pid}`;
  if (spawnSync('ip', ['netns', 'add', name]).status !== 0) {
    say('SKIPPED: a server that vanishes needs a network of its own, which only root can make');
    return { 'a vanished server': 'skipped' };
  }
  const upstream = new Upstream({ prefix: ['ip', 'netns', 'exec', name], host: theirs });
  try {
    connectTo(name);
    return await withPair(folder, (endpoint) => lookAt(endpoint, name, say), upstream);
  } finally {
    ip('netns', 'delete', name);
  }
}

/**
 * Connects the two namespaces with a virtual cable. The address of the other end is permanent, so that no ARP request
 * is needed.
 */
function connectTo(name) {
  const [here, there] = [`${name}a`, `${name}b`];
  ip('link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', name);
  ip('address', 'add', `${ours}/30`, 'dev', here);
  ip('-n', name, 'address', 'add', `${theirs}/30`, 'dev', there);
  ip('link', 'set', here, 'up');
  ip('-n', name, 'link', 'set', there, 'up');
  const [{ address }] = JSON.parse(ip('-n', name, '-j', 'link', 'show', there));
  ip('neigh', 'replace', theirs, 'lladdr', address, 'dev', here, 'nud', 'permanent');
}

async function lookAt(endpoint, name, say) {
  if (!(await call(endpoint.url, 1)).includes('public answer')) throw new Error('the server does not answer');
  const stream = await listen(endpoint.url);
  ip('-n', name, 'address', 'delete', `${theirs}/30`, 'dev', `${name}b`);
  const gone = performance.now();
  // A recently used connection would be reused; after four seconds it no longer is.
  await pause(5000);
  const refusals = [];
  for (let id = 2; id < 7; id++) {
    const begun = performance.now();
    const { error } = JSON.parse(await call(endpoint.url, id));
    if (error?.code !== -32003) throw new Error('a call to a server that is gone was answered');
    refusals.push(performance.now() - begun);
  }
  const slowest = Math.max(...refusals);
  say(
    `calls to a server that vanished are refused after ${refusals.map((time) => (time / 1000).toFixed(1)).join(', ')} s`,
  );
  if (slowest > CONNECT) throw new Error(`a call waited for ${slowest} ms`);
  await within(STREAM_ENDS, 'the end of a stream of a server that is gone', stream.ended);
  const noticed = Math.round((performance.now() - gone) / 1000);
  say(`its stream was broken off after ${noticed} s`);
  if (stream.text().includes('secret')) throw new Error('something passed unjudged');
  ip('-n', name, 'address', 'add', `${theirs}/30`, 'dev', `${name}b`);
  const back = performance.now();
  while (!(await call(endpoint.url, 8)).includes('public answer'))
    if (performance.now() - back > RECOVERY) throw new Error('service did not come back');
    else await pause(200);
  const recovery = (performance.now() - back) / 1000;
  say(`answers again ${recovery.toFixed(1)} s after it came back`);
  return {
    'seconds to refuse a call to a vanished server': Number((slowest / 1000).toFixed(1)),
    'seconds until its stream ended': noticed,
  };
}

/** Reads a stream until it ends or is aborted. */
async function listen(url) {
  let text = '';
  const response = await fetch(url, { headers: { accept: 'text/event-stream', 'mcp-session-id': 's' } });
  const read = async () => {
    for await (const chunk of response.body) text += Buffer.from(chunk).toString();
  };
  return { ended: read().catch(() => {}), text: () => text };
}
