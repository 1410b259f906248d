// Measures the cost of the proxy between HTTP clients and a server, compared with a minimal relay and other proxies in
// the same run. Fails if a target is missed; with `--quick` it only checks that the measurement works.
import { measureLoad } from '../../../packages/proxy-http/bench/load.mjs';
import { tablesOf } from '../../../packages/proxy-http/bench/tables.mjs';
import { installSystemPackages } from '../../system-packages.mjs';
import { httpTools, installTools } from '../tools.mjs';

const OF_BARE = 0.6;
const ADDED_DELAY = 1;
/** The maximum growth of the memory between the start of the streams and the end, as a factor. */
const GROWTH = 1.25;

export const proof = {
  name: 'http-load',
  summary: 'the cost of calls, events and streams over HTTP, compared with other proxies',
  async run({ say, quick }) {
    if (process.platform !== 'linux') throw new Error('this reads /proc, which only Linux has');
    await installTools(say, httpTools);
    await installSystemPackages([{ program: 'nginx', package: 'nginx-light', without: 'nginx' }]);
    const measured = await measureLoad({ quick, say });
    for (const line of tablesOf(measured)) say(line);
    const facts = factsOf(measured);
    const missed = quick ? [] : missedBy(measured);
    if (missed.length > 0) throw new Error(missed.join('; '));
    return facts;
  },
};

const addedDelay = ({ delays }) => delays.ours.p50 - delays.bare.p50;

function factsOf(measured) {
  const ratios = (name) => Object.values(measured.calls).map((row) => row[name].ratio.toFixed(2));
  return {
    'of the bare relay': ratios('ours').join('/'),
    'with judgement': ratios('program').join('/'),
    'ms added to an event': addedDelay(measured).toFixed(2),
    'MB at the end of the streams': measured.streams.ours.sizes.at(-1),
  };
}

function missedBy(measured) {
  const missed = [];
  for (const [size, { ours, fastify, 'http-proxy-3': other }] of Object.entries(measured.calls)) {
    if (ours.ratio < OF_BARE) missed.push(`${size}: ${ours.ratio.toFixed(2)} of the bare relay`);
    if (ours.ratio < other.ratio) missed.push(`${size}: http-proxy-3 is faster`);
    if (ours.ratio < fastify.ratio) missed.push(`${size}: fastify is faster`);
  }
  if (addedDelay(measured) > ADDED_DELAY)
    missed.push(`an event takes ${addedDelay(measured).toFixed(2)} ms more`);
  for (const [name, { sizes, events }] of Object.entries(measured.streams)) {
    const { streams, minute } = measured.settings;
    // Each stream has one more event, which is its response.
    if (events !== streams * (minute + 1)) missed.push(`${name}: ${events} events came through`);
    if (sizes.at(-1) > sizes[1] * GROWTH) missed.push(`${name}: the memory grew, ${sizes.join(' ')} MB`);
  }
  return missed;
}
