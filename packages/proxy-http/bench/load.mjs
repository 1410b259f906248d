// Measures the cost of the proxy, compared with other relays in the same run. Load on the machine affects every
// number, so each round measures all relays one after the other, there are many short rounds, and the results are
// ratios within a round.

import { median, quantile } from '../../../scripts/bench/statistics.mjs';
import { makeRoom } from './cores.mjs';
import { answerOf, delays, manyStreams, throughput } from './measure.mjs';
import { endAll, startRelays, startUpstream } from './relays.mjs';

const SIZES = { '100 B': 100, '20 kB': 20_000, '1 MB': 1_000_000 };

const settings = {
  thorough: { rounds: 11, seconds: 0.3, warmUp: 2, events: 500, streams: 1000, minute: 60 },
  quick: { rounds: 1, seconds: 0.3, warmUp: 0.3, events: 100, streams: 100, minute: 3 },
};

/** Starts everything, measures, and ends everything. */
export async function measureLoad({ quick = false, say = () => {} } = {}) {
  const chosen = quick ? settings.quick : settings.thorough;
  const giveBack = makeRoom();
  try {
    const upstream = await startUpstream();
    const relays = await startRelays(upstream);
    await checkAnswers(upstream, relays);
    const calls = {};
    for (const [label, size] of Object.entries(SIZES)) {
      say(`answers of ${label} …`);
      const { rounds, seconds, warmUp } = chosen;
      const measure = (relay, isFirst) => throughput(relay, size, isFirst ? warmUp : seconds);
      calls[label] = summarise(await inRounds(relays, rounds, measure));
    }
    say('the delay of an event …');
    const events = await inRounds(relays, Math.min(chosen.rounds, 3), (relay) =>
      delays(relay, chosen.events),
    );
    say(`${chosen.streams} streams through ours and as many through the program for ${chosen.minute} s …`);
    const [ours, program] = await Promise.all(
      [relays.ours, relays.program].map((relay) => manyStreams(relay, chosen.streams, chosen.minute)),
    );
    return {
      calls,
      delays: mapValues(events, (rounds) => delayOf(rounds.flat())),
      streams: { ours, program },
      settings: chosen,
    };
  } finally {
    endAll();
    giveBack();
  }
}

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));

/** A relay with a wrong response is not measured. */
async function checkAnswers(upstream, relays) {
  for (const size of Object.values(SIZES)) {
    const expected = await answerOf(upstream, size);
    for (const [name, relay] of Object.entries(relays)) {
      const answer = await answerOf(relay, size);
      if (answer !== expected) throw new Error(`${name} answers ${answer.slice(0, 200)}`);
    }
  }
}

/** Returns the measurements of each relay, round by round. The first round warms up and is not counted. */
async function inRounds(relays, rounds, measure) {
  const found = mapValues(relays, () => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [name, relay] of Object.entries(relays)) {
      const value = await measure(relay, round === 0);
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
