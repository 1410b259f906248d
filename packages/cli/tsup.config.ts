// The program: CommonJS, because Node 20 starts it about 4 ms sooner than the same code as ES modules, and cut
// into one piece per command, so that `proxy` never reads what the other commands need. (No `treeshake` here: it
// would leave `import()` as it is, and the first one starts Node's loader of ES modules.)
import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsup';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

export default defineConfig({
  entry: ['src/main.ts'],
  format: ['cjs'],
  target: 'node20',
  splitting: true,
  clean: true,
  minifySyntax: true,
  noExternal: [/^@claw\//],
  define: { CLAWDEFENDER_VERSION: JSON.stringify(version) },
  esbuildOptions(options) {
    // Our own packages are taken from source: the program does not depend on the order of the builds.
    options.conditions = ['@claw/source'];
  },
});
