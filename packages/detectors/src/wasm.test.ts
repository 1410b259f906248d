// The loops of the screen are kept compiled beside their source, and the two must not part. `UPDATE_FIXTURES=1` compiles
// them anew.

import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import createWabt from 'wabt';

const source = new URL('../wasm/screen.wat', import.meta.url);
const target = new URL('engine/screen-module.ts', import.meta.url);

async function compile(): Promise<string> {
  const wabt = await createWabt();
  const features = { simd: true, bulk_memory: true };
  const module = wabt.parseWat('screen.wat', readFileSync(source, 'utf8'), features);
  module.resolveNames();
  module.validate();
  const text = Buffer.from(module.toBinary({}).buffer).toString('base64');
  const lines = text.match(/.{1,100}/g) ?? [];
  return `// Compiled from wasm/screen.wat: \`UPDATE_FIXTURES=1 npx pnpm unit packages/detectors/src/wasm.test.ts\`.

/** The loops of the screen as a WebAssembly module, in base64. */
export const screenModule = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('');
`;
}

test('the compiled loops are those of their source', async () => {
  const compiled = await compile();
  if (process.env['UPDATE_FIXTURES'] === '1') writeFileSync(target, compiled);
  expect(readFileSync(target, 'utf8')).toBe(compiled);
});
