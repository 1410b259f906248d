// The program: CommonJS, because Node 20 starts it some milliseconds sooner than the same code as ES modules, and cut
// into pieces, so that `proxy` never reads what the other commands need.
import { readFileSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

// Only ES modules can be cut into pieces; each piece is turned into CommonJS afterwards. (The splitting of CommonJS
// that tsup offers rewrites `?.`, `??` and class fields into calls, in the middle of the relay's inner loops.)
// Without `import()`, which would start Node's loader of ES modules, pieces are loaded by a deferred `require`.
const toCommonJs: Plugin = {
  name: 'to-commonjs',
  setup: (build) =>
    build.onEnd(async ({ outputFiles = [] }) => {
      for (const file of outputFiles) {
        const { code } = await build.esbuild.transform(file.text, {
          format: 'cjs',
          target: 'node20',
          platform: 'node',
          supported: { 'dynamic-import': false },
        });
        file.contents = Buffer.from(code);
      }
    }),
};

export default defineConfig({
  // The sandbox starts its worker as a file of its own.
  entry: { main: 'src/main.ts', 'sandbox-worker': '../sandbox/src/worker.ts' },
  format: ['esm'],
  outExtension: () => ({ js: '.cjs' }),
  target: 'node20',
  splitting: true,
  clean: true,
  // It would list the pieces as ES modules, which they are no longer when they are written.
  silent: true,
  noExternal: [/^@claw\//],
  define: { CLAWDEFENDER_VERSION: JSON.stringify(version) },
  esbuildPlugins: [toCommonJs],
  esbuildOptions(options) {
    // Our own packages are taken from source: the program does not depend on the order of the builds.
    options.conditions = ['@claw/source'];
  },
});
