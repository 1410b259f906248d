// Checks which package imports which. Reads the manifests and every import statement, and prints the file, the line and
// the fix for each violation. `--root DIR` checks another tree.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import ts from 'typescript';

/**
 * The packages of the workspace that each package may import. All other imports are errors, and no package imports the
 * CLI.
 */
const allowed = {
  'jsonrpc-stream': [],
  policy: [],
  detectors: [],
  auth: [],
  dashboard: [],
  'proxy-stdio': ['jsonrpc-stream'],
  'proxy-http': ['jsonrpc-stream'],
  pipeline: ['jsonrpc-stream', 'policy', 'detectors'],
  store: ['pipeline'],
  gateway: ['store', 'policy'],
  audit: ['pipeline'],
  sandbox: [],
  approvals: ['pipeline', 'jsonrpc-stream'],
  'mcp-server': ['policy', 'pipeline', 'jsonrpc-stream'],
  // The tests of `admin` use a store in memory.
  admin: ['audit', 'gateway', 'dashboard', 'store'],
};
const libraries = Object.keys(allowed);

/** The packages whose verdict depends only on the message and the context. They use no file, clock or socket. */
const pure = ['jsonrpc-stream', 'policy', 'detectors', 'pipeline'];

const scope = '@claw/';

/** Returns every violation in the tree as one line of text. */
function checkGraph(root) {
  const packages = readdirSync(join(root, 'packages'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  return packages.flatMap(({ name }) => checkPackage(root, name));
}

function checkPackage(root, name) {
  const folder = join(root, 'packages', name);
  const mayImport = name === 'cli' ? libraries : allowed[name];
  if (!mayImport) return [`packages/${name} is not in the graph; give it a line in scripts/check-graph.mjs`];
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const place = { root, name, folder, mayImport, declared: declaredDependencies(manifest) };
  return [
    ...checkManifest(place),
    ...listSources(join(folder, 'src')).flatMap((file) => checkFile(place, file)),
  ];
}

const declaredDependencies = (manifest) =>
  ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'].flatMap((key) =>
    Object.keys(manifest[key] ?? {}),
  );

/** True for the package of test servers and dialogues. All packages may use it, because it is not published. */
const isForTests = (dependency) => dependency === `${scope}fixtures`;

const checkManifest = ({ name, declared, mayImport }) =>
  declared
    .filter((dependency) => dependency.startsWith(scope) && !isForTests(dependency))
    .filter((dependency) => !mayImport.includes(dependency.slice(scope.length)))
    .map(
      (dependency) =>
        `packages/${name}/package.json depends on \`${dependency}\`; ${wayOut(name, mayImport)}`,
    );

const listSources = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true })
        .filter((file) => /\.[cm]?tsx?$/.test(file))
        .map((file) => join(folder, file))
    : [];

function checkFile(place, file) {
  const text = readFileSync(file, 'utf8');
  return ts.preProcessFile(text, true, true).importedFiles.flatMap(({ fileName, pos }) => {
    const problem = judgeImport(place, file, fileName);
    const line = text.slice(0, pos).split('\n').length;
    return problem
      ? [`${relative(place.root, file).split(sep).join('/')}:${line} imports \`${fileName}\`; ${problem}`]
      : [];
  });
}

/** Returns the error of an import, if any. */
function judgeImport({ root, name, folder, mayImport, declared }, file, specifier) {
  const isTest = /\.test\.[cm]?tsx?$/.test(file);
  if (specifier.startsWith('.')) return judgeRelative(folder, file, specifier);
  if (isBuiltin(specifier)) {
    return pure.includes(name) && !isTest
      ? 'a pure package knows no Node; take what varies as an argument'
      : undefined;
  }
  if (!specifier.startsWith(scope)) return undefined;
  const [target = '', ...deeper] = specifier.slice(scope.length).split('/');
  const dependency = scope + target;
  if (isForTests(dependency)) return isTest ? undefined : 'fixtures are for tests only';
  if (!mayImport.includes(target)) return wayOut(name, mayImport);
  if (deeper.length > 0 && !isEntry(root, target, deeper.join('/')))
    return `import from \`${dependency}\`, and let it export the name if others need it`;
  return declared.includes(dependency) ? undefined : `add \`${dependency}\` to packages/${name}/package.json`;
}

/** Some packages have a second entry point for parts that most users should not load. */
function isEntry(root, target, entry) {
  const manifest = JSON.parse(readFileSync(join(root, 'packages', target, 'package.json'), 'utf8'));
  return Object.hasOwn(manifest.exports ?? {}, `./${entry}`);
}

function judgeRelative(folder, file, specifier) {
  const inside = resolve(dirname(file), specifier).startsWith(folder + sep);
  return inside
    ? undefined
    : 'a relative path must stay in its package; import the other package by its name';
}

function wayOut(name, mayImport) {
  const names = mayImport.map((target) => `\`${scope}${target}\``).join(', ');
  return `\`${scope}${name}\` may import ${names || 'none of ours'}: pass a function in instead`;
}

const { values } = parseArgs({ options: { root: { type: 'string' } } });
const problems = checkGraph(resolve(values.root ?? join(dirname(fileURLToPath(import.meta.url)), '..')));
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
