// Sends half a minute of mixed traffic in chunks of random size. Every request must get exactly one correct response,
// no message may be lost or reordered, and the memory of the proxy must not grow with the traffic.
import { createRandom } from './soak/random.mjs';
import { createTraffic } from './soak/traffic.mjs';

const duration = 30_000;
/**
 * The memory limit. It is enough for a Node process, the tables of the detectors, and some dozens of texts of up to 2
 * MB that are searched at the same time.
 */
const limitMegabytes = 320;

export const proof = {
  name: 'soak',
  summary: '30 s of mixed traffic in random chunks: no message is lost, and memory does not grow',
  async run({ say }) {
    const seed = Number(process.env.PROVE_SEED ?? Date.now() % 1e9);
    say(`seed ${seed} (PROVE_SEED repeats it)`);
    const traffic = createTraffic(createRandom(seed));
    const memory = [];
    const sample = setInterval(() => {
      memory.push(traffic.residentMegabytes());
      if (memory.length % 50 === 0) say(`${traffic.answered()} answers, ${memory.at(-1)} MB`);
    }, 100);
    try {
      await traffic.run(duration);
    } finally {
      clearInterval(sample);
    }
    const [early, late] = [median(quarter(memory, 1)), median(quarter(memory, 3))];
    const peak = Math.max(...memory);
    if (peak > limitMegabytes) throw new Error(`the proxy took ${peak} MB, more than ${limitMegabytes} MB`);
    if (late > early * 1.5 + 10) throw new Error(`memory grew from ${early} MB to ${late} MB`);
    const { requests, notifications, megabytes } = traffic.totals();
    return {
      requests,
      notifications,
      'MB moved': megabytes,
      'MB early': early,
      'MB late': late,
      'MB peak': peak,
    };
  },
};

const quarter = (values, index) =>
  values.slice(Math.floor((values.length * index) / 4), Math.floor((values.length * (index + 1)) / 4));

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
