// The program: CommonJS, because Node 20 starts it some milliseconds sooner than the same code as ES modules, and cut
// into pieces, so that `proxy` never reads what the other commands need. The pieces that it does need are packed into one file
// (see `src/loader`).
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defineConfig, type Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** A thread, which loads its pieces by itself. */
const WORKER = '../sandbox/src/worker.ts';

/** What `proxy` loads one after the other, beside the program itself; each with all that it imports. */
const packed = [
  'src/program.ts',
  'src/commands/proxy/proxy.ts',
  'src/firewall/load-policy.ts',
  'src/firewall/start.ts',
  'src/firewall/compose.ts',
  'policy/src/parse/schema/file.ts',
  'policy/src/parse/schema/issues.ts',
  '/node_modules/smol-toml/dist/index.js',
  '/node_modules/unbash/dist/parser.js',
];

// Only ES modules can be cut into pieces; each piece is turned into CommonJS afterwards. (The splitting of CommonJS
// that tsup offers rewrites `?.`, `??` and class fields into calls, in the middle of the relay's inner loops.)
// Without `import()`, which would start Node's loader of ES modules, pieces are loaded by a deferred `require`.
const toCommonJs: Plugin = {
  name: 'to-commonjs',
  setup: (build) =>
    build.onEnd(async ({ outputFiles = [], metafile }) => {
      const code = new Map<string, string>();
      for (const file of outputFiles) code.set(basename(file.path), await transform(file.text, build));
      const outputs = metafile?.outputs ?? {};
      const names = piecesOf(outputs, packed);
      const ofWorker = piecesOf(outputs, [WORKER]);
      const pack = names.map((name) => toFactory(name, code.get(name) ?? '')).join(',\n');
      const packName = `proxy-${createHash('sha256').update(pack).digest('hex').slice(0, 16)}.cjs`;
      const kept = outputFiles.filter(({ path }) => {
        const name = basename(path);
        return ofWorker.includes(name) || !names.includes(name);
      });
      for (const file of kept) file.contents = Buffer.from(code.get(basename(file.path)) ?? '');
      outputFiles.splice(0, outputFiles.length, ...kept);
      mkdirSync('dist', { recursive: true });
      writeFileSync(join('dist', packName), `({\n${pack}\n})`);
      writeFileSync(join('dist', 'main.cjs'), await buildLoader(build, packName), { mode: 0o755 });
    }),
};

type Build = Parameters<Plugin['setup']>[0];
type Outputs = Record<
  string,
  {
    readonly entryPoint?: string;
    readonly imports: readonly { readonly path: string; readonly kind: string }[];
  }
>;

const transform = async (text: string, { esbuild }: Build): Promise<string> =>
  (
    await esbuild.transform(text, {
      format: 'cjs',
      target: 'node20',
      platform: 'node',
      supported: { 'dynamic-import': false },
    })
  ).code;

/** The names of the pieces that these entries load, all that they import included. */
function piecesOf(outputs: Outputs, entries: readonly string[]): readonly string[] {
  const paths = entries.map((entry) => {
    const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(entry))?.[0];
    if (found === undefined) throw new Error(`\`${entry}\` is no piece of the program any more`);
    return found;
  });
  const all = new Set(paths);
  for (const path of all)
    for (const { path: imported, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement' && outputs[imported] !== undefined) all.add(imported);
  return [...all].map((path) => basename(path));
}

const toFactory = (name: string, code: string): string =>
  `${JSON.stringify(name)}:function(exports,require,module,__filename,__dirname){${code.replace(/^#!.*/, '')}\n}`;

async function buildLoader({ esbuild }: Build, pack: string): Promise<string> {
  const { outputFiles } = await esbuild.build({
    entryPoints: ['src/main.ts'],
    bundle: true,
    write: false,
    format: 'cjs',
    target: 'node20',
    platform: 'node',
    define: { CLAWDEFENDER_PACK: JSON.stringify(pack) },
  });
  return outputFiles[0]?.text ?? '';
}

export default defineConfig({
  // The sandbox starts its worker as a file of its own.
  entry: { program: 'src/program.ts', 'sandbox-worker': WORKER },
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
