// The loop over the text of strings is kept compiled beside its source, and the two must not part. `UPDATE_FIXTURES=1` compiles
// it anew.

import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import createWabt from 'wabt';

const source = new URL('../wasm/string-text.wat', import.meta.url);
const target = new URL('string-text-module.ts', import.meta.url);

async function compile(): Promise<string> {
  const wabt = await createWabt();
  const module = wabt.parseWat('string-text.wat', readFileSync(source, 'utf8'), { simd: true });
  module.resolveNames();
  module.validate();
  const text = Buffer.from(module.toBinary({}).buffer).toString('base64');
  const lines = text.match(/.{1,100}/g) ?? [];
  return `// Compiled from wasm/string-text.wat: \`UPDATE_FIXTURES=1 npx pnpm unit packages/jsonrpc-stream/src/wasm.test.ts\`.

/** The loop over the text of strings as a WebAssembly module, in base64. */
export const stringTextModule = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('');
`;
}

test('the compiled loop is that of its source', async () => {
  const compiled = await compile();
  if (process.env['UPDATE_FIXTURES'] === '1') writeFileSync(target, compiled);
  expect(readFileSync(target, 'utf8')).toBe(compiled);
});
