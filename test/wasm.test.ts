// Checks that each compiled WebAssembly module matches the source next to it. `UPDATE_FIXTURES=1` compiles the modules
// again.

import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import createWabt from 'wabt';

const at = (path: string) => fileURLToPath(new URL(`../packages/${path}`, import.meta.url));

const modules = [
  {
    source: 'detectors/wasm/prefilter.wat',
    target: 'detectors/src/engine/prefilter/wasm-module.ts',
    name: 'prefilterModule',
    what: 'The loops of the prefilter',
  },
  {
    source: 'jsonrpc-stream/wasm/messages.wat',
    target: 'jsonrpc-stream/src/scan/messages-module.ts',
    name: 'messagesModule',
    what: 'The loops over messages',
  },
];

async function compile({ source, name, what }: (typeof modules)[number]): Promise<string> {
  const wabt = await createWabt();
  const features = { simd: true, bulk_memory: true };
  const module = wabt.parseWat(basename(source), readFileSync(at(source), 'utf8'), features);
  module.resolveNames();
  module.validate();
  const text = Buffer.from(module.toBinary({}).buffer).toString('base64');
  const lines = text.match(/.{1,100}/g) ?? [];
  return `// Compiled from wasm/${basename(source)}: \`UPDATE_FIXTURES=1 npx pnpm unit test/wasm.test.ts\`.

/** ${what} as a WebAssembly module, in base64. */
export const ${name} = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('');
`;
}

for (const module of modules) {
  test(`${module.target} is the compiled form of ${module.source}`, async () => {
    const compiled = await compile(module);
    if (process.env['UPDATE_FIXTURES'] === '1') writeFileSync(at(module.target), compiled);
    expect(readFileSync(at(module.target), 'utf8')).toBe(compiled);
  });
}
