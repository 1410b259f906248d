// How fast the detectors read: plain text, mixed text, and for each pattern a text that its own gate cannot keep out.
// Run `pnpm --filter @claw/detectors run build` first.
//
//   node packages/detectors/bench/main.mjs [--kinds injection,secrets] [--nightmares]

import { parseArgs } from 'node:util';
import { createEngine, detectors } from '../dist/index.js';

const { values: options } = parseArgs({
  options: {
    kinds: { type: 'string', default: 'injection,secrets' },
    nightmares: { type: 'boolean', default: false },
  },
});
const kinds = options.kinds.split(',');

const repeatTo = (length, part) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
const words = [
  ...[
    'river',
    'stone',
    'window',
    'garden',
    'music',
    'yellow',
    'carpet',
    'morning',
    'silver',
    'bridge',
    'coffee',
  ],
  ...['winter', 'doctor', 'market', 'engine', 'paper', 'orange', 'simple', 'travel', 'kitchen'],
];

/** The same text on each run: what varies must be the machine. */
function writePlain(length) {
  let seed = 1;
  let text = '';
  while (text.length < length) {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    text += words[seed % words.length] + (seed % 11 === 0 ? '.\n' : ' ');
  }
  return text;
}

const mixed = [
  '# Installing\n\nRun `npm install` and read the instructions above before you call the API.\n',
  '{"id":42,"user":"anna","email":"anna@example.com","url":"https://example.com/a?b=c%20d","ok":true}\n',
  'export function readToken(request: Request): string | undefined { return request.headers.get("x-token"); }\n',
  'The system ignores empty rules; see the guide for the default settings and how to override them.\n',
  '2026-01-02T03:04:05Z INFO server: request finished in 12 ms, session 3f2a9c, 200 OK\n',
  'Die Anweisungen stehen im Handbuch. Les instructions précédentes sont claires. 请阅读说明。\n',
  'sha512-Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4 resolved "https://registry.example/pkg.tgz"\n',
  ...Array.from({ length: 12 }, (_, index) => `${writePlain(180 + index)}\n`),
].join('');

const texts = {
  plain: writePlain(4_000_000),
  mixed: repeatTo(4_000_000, mixed),
  'one letter': repeatTo(1_000_000, 'a'),
  digits: repeatTo(1_000_000, '0123456789'),
  base64: repeatTo(1_000_000, btoa(writePlain(3_000))),
  percent: repeatTo(1_000_000, '%41%42'),
  escapes: repeatTo(1_000_000, '\\u0041'),
  entities: repeatTo(1_000_000, '&#65;'),
  'zero width': repeatTo(1_000_000, 'a\u200b'),
  'look-alikes': repeatTo(1_000_000, 'sеcrеt '),
  'literals of overrides': repeatTo(1_000_000, 'ignore all of the your my '),
  'literals of sending': repeatTo(1_000_000, 'send the token '),
};

function measure(engine, text) {
  let best = Number.POSITIVE_INFINITY;
  let findings = [];
  for (let round = 0; round < 3; round += 1) {
    // Processor time, so that a busy machine does not look like a slow program.
    const start = process.cpuUsage();
    findings = engine.detect(text);
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1_000);
  }
  return { speed: text.length / 1_000 / best, findings: findings.length };
}

const engine = createEngine({ kinds });
engine.detect(mixed);
for (const [name, text] of Object.entries(texts)) {
  const { speed, findings } = measure(engine, text);
  process.stdout.write(`${name.padEnd(24)} ${speed.toFixed(1).padStart(8)} MB/s ${findings} findings\n`);
}

/** A pattern's own nightmare: its samples cut short, so that it starts again and again and never ends. */
if (options.nightmares) {
  const slow = [];
  for (const { name, samples, literals } of detectors.filter(({ kind }) => kinds.includes(kind))) {
    const sample = samples.hit[0] ?? literals[0];
    const text = repeatTo(1_000_000, `${sample.slice(0, Math.ceil(sample.length * 0.8))} ${literals[0]} `);
    const { speed } = measure(engine, text);
    slow.push({ name, speed });
  }
  slow.sort((a, b) => a.speed - b.speed);
  for (const { name, speed } of slow.slice(0, 12))
    process.stdout.write(`${name.padEnd(40)} ${speed.toFixed(1).padStart(8)} MB/s\n`);
}
