// What the proxy costs, beside others in the same run. The machine's mood is in every number, so each round measures all
// of them one after the other, and what counts are ratios within a round.

import { median, quantile } from '../../../scripts/bench/statistics.mjs';
import { answerOf, delays, manyStreams, throughput } from './measure.mjs';
import { endAll, startRelays, startScript } from './relays.mjs';

const SIZES = { '100 B': 100, '20 kB': 20_000, '1 MB': 1_000_000 };

const settings = {
  thorough: { rounds: 5, seconds: 1, events: 500, streams: 1000, minute: 60 },
  quick: { rounds: 1, seconds: 0.3, events: 100, streams: 100, minute: 3 },
};

/** Starts everything, measures, and ends everything. */
export async function measureLoad({ quick = false, say = () => {} } = {}) {
  const chosen = quick ? settings.quick : settings.thorough;
  try {
    const upstream = await startScript('upstream.mjs');
    const relays = await startRelays(upstream);
    await checkAnswers(upstream, relays);
    const calls = {};
    for (const [label, size] of Object.entries(SIZES)) {
      say(`answers of ${label} …`);
      calls[label] = summarise(
        await inRounds(relays, chosen.rounds, (relay) => throughput(relay, size, chosen.seconds)),
      );
    }
    say('the delay of an event …');
    const events = await inRounds(relays, Math.min(chosen.rounds, 3), (relay) =>
      delays(relay, chosen.events),
    );
    const streams = {};
    for (const name of ['ours', 'program']) {
      say(`${chosen.streams} streams through ${name} for ${chosen.minute} s …`);
      streams[name] = await manyStreams(relays[name], chosen.streams, chosen.minute);
    }
    return {
      calls,
      delays: mapValues(events, (rounds) => delayOf(rounds.flat())),
      streams,
      settings: chosen,
    };
  } finally {
    endAll();
  }
}

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));

/** A relay that answers something else may be as fast as it likes. */
async function checkAnswers(upstream, relays) {
  for (const size of Object.values(SIZES)) {
    const expected = await answerOf(upstream, size);
    for (const [name, relay] of Object.entries(relays)) {
      const answer = await answerOf(relay, size);
      if (answer !== expected) throw new Error(`${name} answers ${answer.slice(0, 200)}`);
    }
  }
}

/** What was measured of each, round by round; the first round warms up and does not count. */
async function inRounds(relays, rounds, measure) {
  const found = mapValues(relays, () => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [name, relay] of Object.entries(relays)) {
      const value = await measure(relay);
      if (round > 0) found[name].push(value);
    }
  }
  return found;
}

const summarise = (found) =>
  mapValues(found, (rounds) => ({
    rate: median(rounds.map(({ rate }) => rate)),
    cost: median(rounds.map(({ cost }) => cost)),
    ratio: median(rounds.map(({ rate }, i) => rate / found.bare[i].rate)),
    costRatio: median(rounds.map(({ cost }, i) => found.bare[i].cost / cost)),
  }));

const delayOf = (values) => ({ p50: quantile(values, 0.5), p99: quantile(values, 0.99) });
