// Measures how the time of a decision grows with the size of a value: from 64 KiB to 1 MiB or, for shell text, from 4 KiB
// to 60 KiB, because only 64 KiB are parsed. `JSON.parse` of the same texts shows the effect of caches and garbage
// collection on code that is certainly linear.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { call } from './calls.mjs';

const hostile = `default = "allow"
[[rule]]
action = "deny"
args."**" = ["*a*a*a*a*a*b", "**x?y**z", "/etc/**"]
[[rule]]
action = "deny"
path = ["**/a*b*c?d", "~/.ssh/**"]
[[rule]]
action = "deny"
command = "c*l"
[[rule]]
action = "deny"
host = "*.bad"
`;

const values = {
  'one letter': (n) => ({ content: 'a'.repeat(n) }),
  'a path of dots': (n) => ({ path: '../'.repeat(n / 3) }),
  'a path of escapes': (n) => ({ path: '%252e'.repeat(n / 5) }),
  'a path of backslashes': (n) => ({ path: 'a\\'.repeat(n / 2) }),
  'look-alike dots': (n) => ({ path: '．'.repeat(n) }),
  'links of /proc': (n) => ({ path: '/proc/self/root'.repeat(n / 15) }),
  'JSON in a string': (n) => ({ data: JSON.stringify(Array.from({ length: n / 4 }, () => 'a')) }),
  URLs: (n) => ({ text: 'http://a.b '.repeat(n / 11) }),
  'URLs without an end': (n) => ({ text: 'ab://'.repeat(n / 5) }),
  'colons and slashes': (n) => ({ text: '://'.repeat(n / 3) }),
  'names of members': (n) => Object.fromEntries(Array.from({ length: n / 8 }, (_, at) => [`/k${at}`, 1])),
};
const commands = {
  'shell: many words': (n) => ({ command: `echo ${'a '.repeat(n / 2)}` }),
  'shell: copies of many files': (n) => ({ command: `cp ${'a '.repeat(n / 2)}` }),
  'shell: wildcards': (n) => ({ command: `cat ${'~/.s*h '.repeat(n / 7)}` }),
  'shell: quoted words': (n) => ({ command: `ls ${"'a' ".repeat(n / 4)}` }),
  'shell: a script of awk': (n) => ({ command: `awk 'BEGIN{${'print '.repeat(n / 6)}}'` }),
};
const valueSizes = [64, 128, 256, 512, 1024].map((size) => size * 1024);
const commandSizes = [4, 8, 15, 30, 60].map((size) => size * 1024);

/** Returns one row for each kind of value. */
export async function measureGrowth({ compile, rounds }) {
  const engine = await compile(hostile);
  const collect = garbageCollector();
  const shapes = [
    ...Object.entries(values).map((entry) => [...entry, valueSizes]),
    ...Object.entries(commands).map((entry) => [...entry, commandSizes]),
  ];
  return shapes.map(([shape, build, sizes]) => {
    const messages = sizes.map((size) => call(shape.startsWith('shell') ? 'bash' : 'save', build(size)));
    const texts = messages.map((message) => JSON.stringify(message));
    const options = { sizes, rounds, collect };
    const ms = timesOf(messages, (message) => engine.evaluate(message), options);
    const parsed = timesOf(texts, (text) => JSON.parse(text), options);
    return {
      shape,
      sizes,
      ms,
      doubling: meanDoubling(ms, sizes),
      parse_doubling: meanDoubling(parsed, sizes),
    };
  });
}

// Each sample processes the same total amount for every size of the value. Otherwise a single small value would often be
// measured without any garbage collection, and a large value with it. Garbage of earlier measurements is collected first.
// The sizes are measured alternately, so that a slow moment of the machine affects all of them. The result is the median
// of the processor time.
function timesOf(items, run, { sizes, rounds, collect }) {
  const samples = sizes.map(() => []);
  for (let round = 0; round <= rounds; round += 1)
    for (const [index, item] of items.entries()) {
      const repeats = Math.round(sizes.at(-1) / sizes[index]);
      collect();
      const start = process.cpuUsage();
      for (let n = 0; n < repeats; n += 1) run(item);
      const { user, system } = process.cpuUsage(start);
      // The first round is not measured, because code is compiled in it.
      if (round > 0) samples[index].push((user + system) / 1000 / repeats);
    }
  return samples.map((times) => times.sort((left, right) => left - right)[Math.floor(times.length / 2)]);
}

/** Returns the factor by which the time grows if the size doubles, averaged over the whole range. */
const meanDoubling = (times, sizes) =>
  (times.at(-1) / Math.max(times[0], 0.001)) ** (1 / Math.log2(sizes.at(-1) / sizes[0]));

function garbageCollector() {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}
