// Builds the program as CommonJS, because Node 20 starts it some milliseconds faster than the same code as ES modules.
// The code is split into parts, so that `proxy` does not read parts that only other commands need. The parts that
// `proxy` needs are packed into one file (see `src/loader`).
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defineConfig, type Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** The entry of a thread, which loads its parts itself. */
const WORKER = '../sandbox/src/worker.ts';

/** The modules that `proxy` loads before it starts the server, including their imports. */
const packedFirst = [
  'src/program.ts',
  'src/commands/proxy/proxy.ts',
  'src/firewall/load-policy.ts',
  'src/firewall/start.ts',
];
/** The modules that `proxy` loads while the server starts, and those that parse a policy that is not a preset. */
const packedSecond = [
  'src/firewall/compose.ts',
  'policy/src/parse/schema/file.ts',
  'policy/src/parse/schema/issues.ts',
  '/node_modules/smol-toml/dist/index.js',
  '/node_modules/unbash/dist/parser.js',
];

// esbuild splits only ES modules, so each part is converted to CommonJS afterwards. The splitting of CommonJS that tsup
// offers converts `?.`, `??` and class fields into function calls, which are slow in the inner loops of the relay.
// Parts are loaded by a deferred `require` instead of `import()`, because `import()` would start Node's loader for ES
// modules.
const toCommonJs: Plugin = {
  name: 'to-commonjs',
  setup: (build) =>
    build.onEnd(async ({ outputFiles = [], metafile }) => {
      const code = new Map<string, string>();
      for (const file of outputFiles) code.set(basename(file.path), await transform(file.text, build));
      const outputs = metafile?.outputs ?? {};
      const first = piecesOf(outputs, packedFirst);
      const second = piecesOf(outputs, packedSecond).filter((name) => !first.includes(name));
      const names = [...first, ...second];
      const ofWorker = piecesOf(outputs, [WORKER]);
      const toPack = (label: string, parts: readonly string[]) => {
        const text = `({\n${parts.map((name) => toFactory(name, code.get(name) ?? '')).join(',\n')}\n})`;
        const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
        return { file: `${label}-${digest}.cjs`, parts, text };
      };
      const packs = [toPack('proxy', first), toPack('firewall', second)];
      const kept = outputFiles.filter(({ path }) => {
        const name = basename(path);
        return ofWorker.includes(name) || !names.includes(name);
      });
      for (const file of kept) file.contents = Buffer.from(code.get(basename(file.path)) ?? '');
      outputFiles.splice(0, outputFiles.length, ...kept);
      mkdirSync('dist', { recursive: true });
      for (const { file, text } of packs) writeFileSync(join('dist', file), text, 'latin1');
      writeFileSync(join('dist', 'main.cjs'), await buildLoader(build, packs), { mode: 0o755 });
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

/**
 * Converts a part to CommonJS. The result is ASCII, because V8 stores ASCII text in half the memory and reads it
 * without decoding.
 */
const transform = async (text: string, { esbuild }: Build): Promise<string> => {
  const { code } = await esbuild.transform(text, {
    format: 'cjs',
    target: 'node20',
    platform: 'node',
    charset: 'ascii',
    supported: { 'dynamic-import': false },
  });
  const minified = await esbuild.transform(bindImports(code), {
    target: 'node20',
    charset: 'ascii',
    minifyWhitespace: true,
    supported: { 'dynamic-import': false },
  });
  return minified.code.replace(/(\\*)([^\0-\x7f])/g, escapeCharacter);
};

/**
 * Escapes a character that is not ASCII. After esbuild, such characters occur only in regular expressions, where the
 * escape has the same meaning.
 */
function escapeCharacter(_: string, backslashes: string, character: string): string {
  if (backslashes.length % 2 === 1) throw new Error(`\`\\${character}\` in a regular expression`);
  return `${backslashes}\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * Replaces imports from other parts by constants. Otherwise each use would look up a member of an object with getters,
 * also in inner loops. INVARIANT: parts have no circular imports, and their exports do not change.
 */
function bindImports(code: string): string {
  const imported = /^var (import_chunk_\w+) = require\("(\.\/chunk-\w+\.cjs)"\);$/gm;
  let bound = code;
  for (const [statement, name = '', file = ''] of code.matchAll(imported)) {
    const use = new RegExp(`\\b${name}\\.(\\w+)`, 'g');
    const members = new Set([...code.matchAll(use)].map(([, member = '']) => member));
    if (members.size === 0) continue;
    const list = [...members].map((member) => `${member}: ${name}_${member}`).join(', ');
    bound = bound
      .replace(use, `${name}_$1`)
      .replace(statement, () => `const ${name} = require("${file}"), { ${list} } = ${name};`);
  }
  return bound;
}

/**
 * Adds the presets as parsed policies in JSON, so that a proxy with a preset needs no parser. Each preset is parsed
 * when it is used.
 */
const presets: Plugin = {
  name: 'presets',
  setup: ({ esbuild, onLoad }) =>
    onLoad({ filter: /[/\\]parsed-presets\.ts$/ }, async () => {
      const { outputFiles } = await esbuild.build({
        stdin: {
          contents: "export { PRESETS, parsePolicy, presetText } from '../policy/src/index.ts';",
          resolveDir: '.',
        },
        bundle: true,
        write: false,
        format: 'cjs',
        platform: 'node',
      });
      const module = { exports: {} as typeof import('../policy/src/index.js') };
      new Function('module', 'exports', 'require', outputFiles[0]?.text ?? '')(
        module,
        module.exports,
        require,
      );
      const { PRESETS, parsePolicy, presetText } = module.exports;
      const parsed: Record<string, string> = {};
      for (const name of PRESETS) {
        const result = await parsePolicy(presetText(name));
        if (!result.ok) throw new Error(`the preset \`${name}\` is invalid`);
        parsed[name] = JSON.stringify(result.policy);
      }
      return { contents: `export const parsedPresets = ${JSON.stringify(parsed)};` };
    }),
};

/** Returns the names of the parts that these entries load, including their imports. */
function piecesOf(outputs: Outputs, entries: readonly string[]): readonly string[] {
  const paths = entries.map((entry) => {
    const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(entry))?.[0];
    if (found === undefined) throw new Error(`\`${entry}\` is no longer a part of the program`);
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

async function buildLoader(
  { esbuild }: Build,
  packs: readonly { readonly file: string; readonly parts: readonly string[] }[],
): Promise<string> {
  const { outputFiles } = await esbuild.build({
    entryPoints: ['src/main.ts'],
    bundle: true,
    write: false,
    format: 'cjs',
    target: 'node20',
    platform: 'node',
    define: { CLAWDEFENDER_PACKS: JSON.stringify(packs.map(({ file, parts }) => ({ file, parts }))) },
  });
  return outputFiles[0]?.text ?? '';
}

export default defineConfig({
  // The sandbox starts its worker from a separate file.
  entry: { program: 'src/program.ts', 'sandbox-worker': WORKER },
  format: ['esm'],
  outExtension: () => ({ js: '.cjs' }),
  target: 'node20',
  splitting: true,
  clean: true,
  // tsup would list the parts as ES modules, although they are written as CommonJS.
  silent: true,
  noExternal: [/^@claw\//],
  define: { CLAWDEFENDER_VERSION: JSON.stringify(version) },
  esbuildPlugins: [presets, toCommonJs],
  esbuildOptions(options) {
    // Our own packages are built from source, so the result does not depend on the order of the builds.
    options.conditions = ['@claw/source'];
  },
});
