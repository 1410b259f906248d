// Checks that the documents match the code. Type-checks every `ts` block, parses every `json` block, checks
// the commands of every `sh` block, follows relative links, and finds paths that exist on one machine only.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { root } from './bootstrap.mjs';
import { findBlocks, findLinks, headingAnchors } from './documents/markdown.mjs';
import { checkShellLine } from './documents/shell-lines.mjs';
import { checkTypes } from './documents/types.mjs';

function listDocuments() {
  const named = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'];
  const folders = ['packages', 'examples'].filter((folder) => existsSync(join(root, folder)));
  const readmes = folders.flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}/README.md`),
  );
  const pages = existsSync(join(root, 'docs'))
    ? readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : []))
    : [];
  return [...named, ...readmes, ...pages].filter((file) => existsSync(join(root, file)));
}

function checkDocument(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const blocks = findBlocks(text).map((block) => ({ file, ...block }));
  const problems = [
    ...blocks.flatMap(checkBlock),
    ...findLinks(text).flatMap((link) => checkLink(file, text, link)),
  ];
  return { problems, typed: blocks.filter(({ language }) => language === 'ts') };
}

function checkBlock({ file, line, language, code }) {
  if (language === 'json') return checkJson(`${file}:${line}`, code);
  if (language !== 'sh') return [];
  return code.split('\n').flatMap((command, index) => {
    const problem = checkShellLine(command);
    return problem ? [`${file}:${line + index} ${problem}`] : [];
  });
}

function checkJson(place, code) {
  try {
    JSON.parse(code);
    return [];
  } catch (error) {
    return [`${place} is not JSON: ${error.message}`];
  }
}

function checkLink(file, text, { line, target }) {
  if (/^[a-z]+:/i.test(target)) return [];
  const [path, anchor] = target.split('#');
  const goal = path ? join(root, dirname(file), decodeURIComponent(path)) : join(root, file);
  if (!existsSync(goal)) return [`${file}:${line} links to \`${target}\`, which does not exist`];
  if (!anchor || !goal.endsWith('.md')) return [];
  const anchors = headingAnchors(path ? readFileSync(goal, 'utf8') : text);
  return anchors.includes(anchor)
    ? []
    : [`${file}:${line} links to \`${target}\`, which has no such heading`];
}

/** Finds the path of this clone in documents, because it is wrong on other machines. */
function findMachinePaths() {
  // A short path such as `/app` may occur in a text for other reasons.
  if (root.split(sep).length < 3) return [];
  const { status, stdout } = spawnSync(
    'git',
    ['grep', '--line-number', '--fixed-strings', '-I', '-e', root],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const lines = status === 0 ? stdout.split('\n').filter(Boolean) : [];
  return lines.map(
    (line) => `${line.split(':', 2).join(':')} names a folder of this machine; make it relative`,
  );
}

const checked = listDocuments().map(checkDocument);
const typed = checked.flatMap((document) => document.typed);
const problems = [
  ...checked.flatMap((document) => document.problems),
  ...checkTypes(typed),
  ...findMachinePaths(),
];
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
