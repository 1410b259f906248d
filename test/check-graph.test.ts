// Tests that the check finds forbidden imports: it accepts a valid tree, and reports each rule in a tree that breaks
// every rule once.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const checker = fileURLToPath(new URL('../scripts/check-graph.mjs', import.meta.url));

type Files = Readonly<Record<string, string>>;

const goodOrder: Files = {
  'packages/jsonrpc-stream/package.json': '{}',
  'packages/jsonrpc-stream/src/index.ts': `export * from './message.js';`,
  'packages/jsonrpc-stream/src/message.ts': '',
  'packages/jsonrpc-stream/src/message.test.ts': `import 'node:fs';\nimport '@claw/fixtures';`,
  'packages/proxy-stdio/package.json': '{"dependencies":{"@claw/jsonrpc-stream":"workspace:^"}}',
  'packages/proxy-stdio/src/index.ts': `import 'node:fs';\nexport { x } from '@claw/jsonrpc-stream';`,
  'packages/cli/package.json': '{"devDependencies":{"@claw/proxy-stdio":"workspace:^"}}',
  'packages/cli/src/main.ts': `const proxy = await import('@claw/proxy-stdio');`,
};

const stream = 'packages/jsonrpc-stream/src';
const stdio = 'packages/proxy-stdio/src';
const nothing = '`@claw/jsonrpc-stream` may import none of ours: pass a function in instead';
const violations = [
  {
    name: 'an import in the wrong direction',
    files: { [`${stream}/a.ts`]: `\nimport { x } from '@claw/proxy-stdio';` },
    problem: `${stream}/a.ts:2 imports \`@claw/proxy-stdio\`; ${nothing}`,
  },
  {
    name: 'a type import in the wrong direction',
    files: { [`${stream}/b.ts`]: `import type { X } from '@claw/proxy-stdio';` },
    problem: `${stream}/b.ts:1 imports \`@claw/proxy-stdio\`; ${nothing}`,
  },
  {
    name: 'an import in the wrong direction in a test',
    files: { [`${stream}/b.test.ts`]: `import { x } from '@claw/policy';` },
    problem: `${stream}/b.test.ts:1 imports \`@claw/policy\`; ${nothing}`,
  },
  {
    name: 'Node in a pure package',
    files: { [`${stream}/c.ts`]: `import { open } from 'fs/promises';` },
    problem: `${stream}/c.ts:1 imports \`fs/promises\`; a pure package knows no Node; take what varies as an argument`,
  },
  {
    name: 'an import of the CLI',
    files: { [`${stdio}/a.ts`]: `await import('@claw/cli');` },
    problem: `${stdio}/a.ts:1 imports \`@claw/cli\`; \`@claw/proxy-stdio\` may import \`@claw/jsonrpc-stream\`: pass a function in instead`,
  },
  {
    name: 'an import of another package that bypasses its entry point',
    files: { [`${stdio}/b.ts`]: `export { x } from '@claw/jsonrpc-stream/src/message.js';` },
    problem: `${stdio}/b.ts:1 imports \`@claw/jsonrpc-stream/src/message.js\`; import from \`@claw/jsonrpc-stream\`, and let it export the name if others need it`,
  },
  {
    name: 'a relative import out of the package',
    files: { [`${stdio}/c.ts`]: `import '../../jsonrpc-stream/src/message.js';` },
    problem: `${stdio}/c.ts:1 imports \`../../jsonrpc-stream/src/message.js\`; a relative path must stay in its package; import the other package by its name`,
  },
  {
    name: 'an import of fixtures outside of tests',
    files: { [`${stdio}/d.ts`]: `import '@claw/fixtures';` },
    problem: `${stdio}/d.ts:1 imports \`@claw/fixtures\`; fixtures are for tests only`,
  },
  {
    name: 'a manifest with a forbidden dependency',
    files: { 'packages/auth/package.json': '{"dependencies":{"@claw/policy":"workspace:^"}}' },
    problem:
      'packages/auth/package.json depends on `@claw/policy`; `@claw/auth` may import none of ours: pass a function in instead',
  },
  {
    name: 'an allowed import that is missing in the manifest',
    files: {
      'packages/proxy-http/package.json': '{}',
      'packages/proxy-http/src/a.ts': `import '@claw/jsonrpc-stream';`,
    },
    problem:
      'packages/proxy-http/src/a.ts:1 imports `@claw/jsonrpc-stream`; add `@claw/jsonrpc-stream` to packages/proxy-http/package.json',
  },
  {
    name: 'a package without an entry in the list',
    files: { 'packages/core/package.json': '{}' },
    problem: 'packages/core is not in the graph; give it a line in scripts/check-graph.mjs',
  },
];

function check(files: Files) {
  const root = mkdtempSync(join(tmpdir(), 'graph '));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    const { status, stderr } = spawnSync(process.execPath, [checker, '--root', root], { encoding: 'utf8' });
    return { status, lines: stderr.split('\n').filter(Boolean) };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

test('a valid tree passes', () => expect(check(goodOrder)).toEqual({ status: 0, lines: [] }));

const broken = check(Object.assign({}, goodOrder, ...violations.map(({ files }) => files)));

for (const { name, problem } of violations) {
  test(`reported: ${name}`, () => expect(broken.lines).toContain(problem));
}

test('the check fails and reports no other problems', () => {
  expect({ status: broken.status, count: broken.lines.length }).toEqual({
    status: 1,
    count: violations.length,
  });
});
