// Runs every example with the built packages. Each example checks its own results.

import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const here = new URL('.', import.meta.url);
const examples = readdirSync(here, { withFileTypes: true }).filter((entry) => entry.isDirectory());

test('the folder contains examples', () => expect(examples.length).toBeGreaterThan(0));

for (const { name } of examples) {
  test(`${name} runs without errors`, async () => {
    // Rejects with the output of the example if its exit code is not 0.
    const { stderr } = await run(process.execPath, [fileURLToPath(new URL(`${name}/main.mjs`, here))]);
    expect(stderr).toBe('');
  });
}
