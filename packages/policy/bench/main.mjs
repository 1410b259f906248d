// What a decision costs, in the same run and on the same machine as `JSON.parse` of the call it is about.
// Build the package first; `--json` prints the numbers for other programs.
import { compilePolicy, loadPolicy } from '../dist/index.js';
import { loadShell } from '../dist/shell.js';

const shell = await loadShell();
const environment = {
  platform: 'linux',
  home: '/home/user',
  cwd: '/home/user/project',
  protectedPaths: ['/home/user/.config/clawdefender'],
};

const KINDS = [
  (n) => `action = "deny"\npath = ["~/.secret${n}/**", "**/.credentials-${n}"]`,
  (n) => `action = "deny"\ntool = "danger_${n}_*"`,
  (n) => `action = "prompt"\ncommand = ["program${n}", "other${n}"]`,
  (n) => `action = "deny"\nhost = "*.bad${n}.example"`,
  (n) => `action = "prompt"\ntool = "write_*"\nargs.path = "/etc/app${n}/**"`,
  (n) => `action = "deny"\npath = "**/*.secret${n}"`,
  (n) => `action = "prompt"\neffect = "delete"\nserver = "server${n}"`,
  (n) =>
    `action = "allow"\nserver = "server${n}"\ntool = ["read_file", "list_directory"]\npath = "/srv/data${n}/**"`,
];
const realistic = (count) => {
  const rules = Array.from(
    { length: count - 1 },
    (_, n) => `[[rule]]\nname = "r${n}"\n${KINDS[n % KINDS.length](n)}\n`,
  );
  return `${rules.join('\n')}\n[[rule]]\nname = "work"\naction = "allow"\ntool = ["read_*", "write_*", "edit_*", "bash", "query"]\n`;
};

const call = (name, args) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});
const sized = (bytes) => {
  const message = call('write_file', {
    path: '/home/user/project/src/components/editor/toolbar.ts',
    encoding: 'utf8',
    overwrite: true,
    reason: 'rename the helper',
    content: '',
  });
  const words = 'export function toolbar(items: Item[]) { return items.map(render).join(", "); }\n';
  while (JSON.stringify(message).length < bytes)
    message.params.arguments.content += words.slice(0, Math.max(1, bytes - JSON.stringify(message).length));
  return message;
};
const realWork = () => {
  const edits = Array.from({ length: 6 }, (_, n) => ({
    oldText: `const value${n} = compute(input, { strict: true });`,
    newText: `const value${n} = await compute(input, options);`,
  }));
  return call('edit_file', {
    path: '/home/user/project/src/components/editor/toolbar.ts',
    dryRun: false,
    edits,
    note: 'keep the order of the edits',
  });
};

// The best of many short rounds: what the code costs, not what else the machine was doing. All that will be compared
// takes turns, so that a slow moment meets everybody.
function measure(runs) {
  for (const run of runs) for (let n = 0; n < 5000; n += 1) run();
  const best = runs.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < 400; round += 1)
    for (const [index, run] of runs.entries()) {
      const start = process.hrtime.bigint();
      for (let n = 0; n < 50; n += 1) run();
      best[index] = Math.min(best[index], Number(process.hrtime.bigint() - start) / 50 / 1000);
    }
  return best;
}

const rows = [];
const engines = new Map();
for (const count of [10, 50, 200])
  engines.set(count, compilePolicy(await loadPolicy(realistic(count)), { environment, shell }));

const shellCall = call('bash', {
  ...realWork().params.arguments,
  edits: realWork().params.arguments.edits.slice(0, 4),
  command:
    'cd packages/policy && npm run build -- --silent && git status --short | grep -v dist | sort > /tmp/changed.txt && git diff --stat HEAD~1 -- src/index.ts && echo "done with the build" && ls -la',
});
for (const [name, message] of [
  ['1 KiB call, one text', sized(1024)],
  ['1 KiB call, many values', realWork()],
  ['1 KiB with a 200-byte command', shellCall],
]) {
  const text = JSON.stringify(message);
  const [parse, ...times] = measure([
    () => JSON.parse(text),
    ...[...engines.values()].map((engine) => () => engine.evaluate(message)),
  ]);
  for (const [index, rules] of [...engines.keys()].entries())
    rows.push({
      what: name,
      bytes: text.length,
      rules,
      decide_us: times[index],
      parse_us: parse,
      ratio: times[index] / parse,
    });
}
// Links answered from memory: asking the file system is the caller's business and is not measured here.
const links = new Map([
  [
    '/home/user/project/src/components/editor/toolbar.ts',
    '/home/user/project/src/components/editor/toolbar.ts',
  ],
]);
const linked = sized(1024);
const linkedText = JSON.stringify(linked);
const [parse_us, followed] = measure([
  () => JSON.parse(linkedText),
  () => engines.get(50).evaluate(linked, { links }),
]);
rows.push({
  what: '1 KiB call, links from memory',
  bytes: 1024,
  rules: 50,
  decide_us: followed,
  parse_us,
  ratio: followed / parse_us,
});

const growth = [];
const hostile = compilePolicy(
  await loadPolicy(
    `default = "allow"\n[[rule]]\naction = "deny"\nargs."**" = ["*a*a*a*a*a*b", "**x?y**z", "/etc/**"]\n[[rule]]\naction = "deny"\npath = ["**/a*b*c?d", "~/.ssh/**"]\n[[rule]]\naction = "deny"\ncommand = "c*l"\n[[rule]]\naction = "deny"\nhost = "*.bad"`,
  ),
  { environment, shell },
);
const SHAPES = {
  'one letter': (n) => ({ content: 'a'.repeat(n) }),
  'a path of dots': (n) => ({ path: '../'.repeat(n / 3) }),
  'a path of escapes': (n) => ({ path: '%252e'.repeat(n / 5) }),
  'a path of backslashes': (n) => ({ path: 'a\\'.repeat(n / 2) }),
  'look-alike dots': (n) => ({ path: '．'.repeat(n) }),
  'JSON in a string': (n) => ({ data: JSON.stringify(Array.from({ length: n / 4 }, () => 'a')) }),
  URLs: (n) => ({ text: 'http://a.b '.repeat(n / 11) }),
  'URLs without an end': (n) => ({ text: 'ab://'.repeat(n / 5) }),
  'colons and slashes': (n) => ({ text: '://'.repeat(n / 3) }),
  'a shell command': (n) => ({ command: `echo ${'a '.repeat(n / 2)}` }),
  'an array of paths': (n) => ({ paths: Array.from({ length: n / 8 }, () => '/a/b/c') }),
};
const LARGEST = 1024 * 1024;
const SIZES = [16, 8, 4, 2, 1].map((part) => LARGEST / part);

// Each sample judges one megabyte in total, whatever the size of the value: a single small value is often over before
// any garbage is collected, and would be compared with a large one that pays for its own. The sizes take turns, so that
// a slow moment of the machine meets all of them. Time of the processor, not of the clock, for the same reason.
function measureSizes(values, run) {
  const best = SIZES.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < 12; round += 1)
    for (const [index, value] of values.entries()) {
      const repeats = LARGEST / SIZES[index];
      const start = process.cpuUsage();
      for (let n = 0; n < repeats; n += 1) run(value);
      const { user, system } = process.cpuUsage(start);
      best[index] = Math.min(best[index], (user + system) / 1000 / repeats);
    }
  return best;
}
const worstDoubling = (times) => Math.max(...times.slice(1).map((time, n) => time / times[n]));
const meanDoubling = (times) => (times.at(-1) / times[0]) ** (1 / (times.length - 1));

// `JSON.parse` of the same texts beside it: what the machine's caches and its collector do to code that is linear for sure.
for (const [shape, build] of Object.entries(SHAPES)) {
  const messages = SIZES.map((size) => call('save', build(size)));
  const times = measureSizes(messages, (message) => hostile.evaluate(message));
  const parsed = measureSizes(
    messages.map((message) => JSON.stringify(message)),
    (text) => JSON.parse(text),
  );
  growth.push({
    shape,
    ms: times,
    doubling: worstDoubling(times),
    mean_doubling: meanDoubling(times),
    parse_doubling: worstDoubling(parsed),
  });
}

if (process.argv.includes('--json')) console.log(JSON.stringify({ decisions: rows, growth }));
else {
  console.table(
    rows.map((row) => ({
      ...row,
      decide_us: row.decide_us.toFixed(2),
      parse_us: row.parse_us.toFixed(2),
      ratio: row.ratio.toFixed(2),
    })),
  );
  console.table(
    growth.map(({ shape, ms, doubling, mean_doubling, parse_doubling }) => ({
      shape,
      '64K': ms[0].toFixed(2),
      '128K': ms[1].toFixed(2),
      '256K': ms[2].toFixed(2),
      '512K': ms[3].toFixed(2),
      '1M (ms)': ms[4].toFixed(2),
      'mean doubling': mean_doubling.toFixed(2),
      worst: doubling.toFixed(2),
      'worst of JSON.parse': parse_doubling.toFixed(2),
    })),
  );
}
