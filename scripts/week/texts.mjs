// Provides typical texts of a developer's agent: source code, documents and settings of real packages, cut at random
// positions.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { serverTools } from '../prove/tools.mjs';

const modules = join(serverTools, 'node_modules');
const packages = ['express', 'body-parser', 'cookie', 'semver', 'qs', 'ws', 'send', 'jose', 'yaml', 'zod'];

/** Paths of small text files in well-known packages, relative and absolute. */
export const sourceFiles = packages.flatMap((name) =>
  readdirSync(join(modules, name), { recursive: true })
    .map((path) => [join('vendor', name, path), join(modules, name, path)])
    .filter(([path]) => /\.(?:js|mjs|ts|json|md|yml|txt)$/.test(path) && !/node_modules|\.map$/.test(path))
    .filter(([, file]) => statSync(file).size < 40_000)
    .sort(([one], [other]) => (one < other ? -1 : 1)),
);

/** The README of each installed package. */
export const readmes = readdirSync(modules, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /^readme\.md$/i.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((path) => statSync(path).size > 600)
  .sort();

export const packageOf = (readme) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/[^/]+$/.exec(readme)?.[1];

export function createTexts({ below, between, pick }) {
  const cut = (text, size) => {
    const lines = text.split('\n');
    const from = below(lines.length);
    return lines.slice(from).join('\n').slice(0, between(80, size)).toWellFormed();
  };
  const read = (path) => readFileSync(path, 'utf8');
  const documents = readmes.filter((_, at) => at % 3 === 0).map(read);
  const words = [
    ...new Set(
      documents
        .slice(0, 60)
        .join(' ')
        .match(/\b[a-z]{4,11}\b/g),
    ),
  ];
  const code = sourceFiles.filter(([path]) => /\.[mj]?[jt]s$/.test(path)).map(([, file]) => file);
  const sentences = documents.flatMap((text) => text.match(/^[A-Z][^\n|<`[\]]{40,240}[.!]$/gm) ?? []);
  return {
    word: () => pick(words),
    code: (size) => cut(read(pick(code)), size),
    document: (size) => cut(pick(documents), size),
    sentence: () => pick(sentences),
    sentences: (most) => Array.from({ length: between(1, most) }, () => pick(sentences)).join(' '),
  };
}
