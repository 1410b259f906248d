// Generates the texts for measuring detectors: parts of real documentation, code and JSON from the installed packages,
// and generated logs. All texts differ, and a seed selects them, so that the detectors cannot be optimized for one
// sample.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap.mjs';

export const textKinds = ['documentation', 'code', 'JSON', 'logs'];
export const sizeClasses = [
  { name: '15–60 B', least: 15, most: 60 },
  { name: '60–300 B', least: 60, most: 300 },
  { name: '0.3–2 kB', least: 300, most: 2_000 },
];

const endings = {
  documentation: /\.(?:md|markdown|txt)$/i,
  code: /\.(?:[cm]?[jt]s|tsx|py|css|html)$/i,
  JSON: /\.json$/i,
};
/** Longer files are bundles and databases, which agents do not read as text. */
const maxFileLength = 200_000;
const maxFiles = 400;

/** Creates a generator of pseudo-random numbers from 0 to 1 for a seed. */
export function createRandom(seed) {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

/** Creates a source of texts of one kind and size class. */
export function createTextSource(seed, folder = join(root, 'node_modules', '.pnpm')) {
  const random = createRandom(seed);
  const files = chooseFiles(folder, random);
  const below = (limit) => Math.floor(random() * limit);
  const pick = (list) => list[below(list.length)];
  const bodies = Object.fromEntries(Object.keys(endings).map((kind) => [kind, files[kind].map(readBody)]));
  const words = [...new Set(bodies.documentation.join(' ').match(/\b[a-z]{4,10}\b/g))].sort();
  const write = {
    logs: (length) => writeLog(length, { below, pick, words }),
    JSON: (length) =>
      random() < 0.5 ? cut(pick(bodies.JSON), length, below) : writeRows(length, { below, pick, words }),
  };
  return (kind, { least, most }, count) =>
    Array.from({ length: count }, () => {
      const length = least + below(most - least);
      return write[kind]?.(length) ?? cut(pick(bodies[kind]), length, below);
    });
}

function chooseFiles(folder, random) {
  const found = { documentation: [], code: [], JSON: [] };
  const packages = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  while (packages.length > 0 && Object.values(found).some(({ length }) => length < maxFiles)) {
    const [name] = packages.splice(Math.floor(random() * packages.length), 1);
    addFiles(join(folder, name), found, 0);
  }
  return found;
}

function addFiles(folder, found, depth) {
  let taken = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth < 7) addFiles(path, found, depth + 1);
    else if (entry.isFile() && taken < 12) {
      const kind = Object.keys(endings).find((one) => endings[one].test(entry.name));
      if (kind === undefined || found[kind].length >= maxFiles) continue;
      const { size } = statSync(path);
      if (size < 200 || size > maxFileLength) continue;
      found[kind].push(path);
      taken += 1;
    }
  }
}

const readBody = (path) => readFileSync(path, 'utf8').replaceAll('\r\n', '\n').trim();

/** Returns a part of the text that starts at the beginning of a line, if there is one nearby. */
function cut(body, length, below) {
  const from = below(Math.max(1, body.length - length));
  const line = body.indexOf('\n', from) + 1;
  const start = line > 0 && line < from + 200 && line + 15 < body.length ? line : from;
  return body.slice(start, start + length);
}

function writeLog(length, { below, pick, words }) {
  let text = '';
  while (text.length < length) {
    const time = new Date(1.7e12 + below(1e10)).toISOString();
    const [one, two] = [pick(words), pick(words)];
    const [level, number] = [pick(['INFO', 'WARN', 'DEBUG', 'ERROR']), below(90_000)];
    text += pick([
      () => `${time} ${level} ${one}.${two} took ${number % 900} ms, ${two}=${number % 99}\n`,
      () =>
        `${time.slice(0, 19).replace('T', ' ')} [${one}-${number % 16}] ${level} ${one}: ${two} ${pick(words)} ${number}\n`,
      () =>
        `10.0.${number % 256}.${below(256)} - - "GET /${one}/${two}?page=${number % 40} HTTP/1.1" 200 ${number}\n`,
      () =>
        `${time.slice(11, 19)} ${one}[${number}]: ${two} ${pick(words)} (${pick(words)}) exited with ${number % 3}\n`,
      () =>
        `{"level":"${level.toLowerCase()}","time":"${time}","msg":"${one} ${two}","ms":${number % 700}}\n`,
    ])();
  }
  return text.slice(0, length);
}

function writeRows(length, { below, pick, words }) {
  const rows = [];
  for (let size = 2; size < length; size = JSON.stringify(rows).length)
    rows.push({
      id: below(1e6),
      [pick(words)]: `${pick(words)} ${pick(words)}`,
      total: below(1e5) / 100,
      at: new Date(1.7e12 + below(1e10)).toISOString(),
      done: below(2) === 0,
    });
  return JSON.stringify(rows).slice(0, length);
}
