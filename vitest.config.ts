// Tests run from source through the `@claw/source` export condition; only whole-program tests need a build.
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Imports a text file as a string, as the bundler does. */
const textFiles = {
  name: 'text-files',
  enforce: 'pre' as const,
  load: (id: string) =>
    id.endsWith('.txt') ? `export default ${JSON.stringify(readFileSync(id, 'utf8'))};` : undefined,
};

const source = {
  plugins: [textFiles],
  resolve: { conditions: ['@claw/source'] },
  ssr: { resolve: { conditions: ['@claw/source'] } },
};

export default defineConfig({
  test: {
    // One more than the cores of a small machine, because whole-program tests wait half of their time.
    maxWorkers: 3,
    projects: [
      {
        ...source,
        test: {
          name: 'unit',
          // The test files of a worker share imported modules: importing the packages for each file took a
          // third of the time. Tests that change the process (its environment, its timers) restore it.
          isolate: false,
          include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
          // Property tests take seconds on a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        ...source,
        test: {
          name: 'program',
          globalSetup: './packages/cli/test/homes.ts',
          include: ['packages/*/test/**/*.test.ts', 'examples/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // The default of one second is too short for a busy machine.
          expect: { poll: { timeout: 20_000 } },
          // Whole-program tests sometimes miss a deadline on a busy machine. The report names tests that
          // needed a second attempt.
          retry: process.env['CI'] ? 1 : 0,
        },
      },
    ],
  },
});
