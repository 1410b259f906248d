// Detects commands that print all environment variables, which can contain secrets: `env` alone, `export -p`,
// `ps e`. With a command or a variable name as argument, the same programs are harmless.

/**
 * The command name that rules use for printing the whole environment or a secret variable, whichever program
 * prints it.
 */
export const ENVIRON = 'environ';

type IsDump = (words: readonly string[]) => boolean;

const isAlone: IsDump = (words) => words.length === 1;
const hasOnlyOptions =
  (option: RegExp): IsDump =>
  (words) =>
    words.every((word, index) => index === 0 || option.test(word));

const DUMPS: ReadonlyMap<string, IsDump> = new Map<string, IsDump>([
  ['env', startsNothing],
  ['printenv', hasOnlyOptions(/^-/)],
  ['set', isAlone],
  ...['export', 'declare', 'typeset', 'readonly'].map((name): [string, IsDump] => [
    name,
    hasOnlyOptions(/^-[px]+$/),
  ]),
  ['compgen', (words) => words.slice(1).some((word) => /^-[a-z]*[ev]|^(?:export|variable)$/.test(word))],
  ['jq', (words) => words.some((word) => /(?<![\w.$-])env\b(?!\.\w|\[)|\$ENV\b(?!\.\w|\[)/.test(word))],
  ...['npm', 'pnpm', 'bun'].map((name): [string, IsDump] => [name, runsEnvScript]),
  ['yarn', (words) => words[1] === 'env' || runsEnvScript(words)],
  ['php', (words) => words[1] === '-i'],
  // PowerShell lists the environment as a drive.
  ...['dir', 'ls', 'gci', 'get-childitem', 'gi', 'get-item'].map((name): [string, IsDump] => [
    name,
    (words) => words.some((word) => /^env:[\\/*]{0,2}$/i.test(word)),
  ]),
  // Without a dash, `e` prints the environment. With a dash, `-e` lists all processes, and `-E` prints the
  // environment on macOS.
  [
    'ps',
    (words) =>
      /^[a-z]*e[a-z]*$/i.test(words[1] ?? '') || words.some((word) => /^-[A-Za-z]*E[A-Za-z]*$/.test(word)),
  ],
]);

/** Tests whether a command prints the whole environment. */
export function dumpsEnvironment(program: string, words: readonly string[]): boolean {
  return DUMPS.get(program)?.(words) ?? false;
}

// Tests whether `env` starts no program. The program would come after the options, their values, and the
// assignments.
function startsNothing(words: readonly string[]): boolean {
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (/^(?:-[uC]|--unset|--chdir)$/.test(word)) at += 1;
    else if (/^-[a-zA-Z0]*S|^--split/.test(word) || !/^-|^[A-Za-z_]\w*=/.test(word)) return false;
  }
  return true;
}

// `env` is a built-in script of package managers. `rum` and `urn` are aliases of `run`.
function runsEnvScript(words: readonly string[]): boolean {
  const run = words.findIndex((word, at) => at > 0 && at < 5 && /^(?:run|run-script|rum|urn)$/.test(word));
  return run > 0 && words.slice(run + 1).find((word) => !word.startsWith('-')) === 'env';
}

// Matches the environment as a whole. Accessing a member or an index reads a single variable, as do `const {
// HOME } = process.env` and `'HOME' in os.environ`.
const WHOLE_TABLE = new RegExp(
  [
    String.raw`(?<!\}\s{0,4}=\s{0,4})\b(?:process|Bun)\.env\b(?!\s*(?:\?\.|\.\s*\w|\[))`,
    String.raw`\brequire\(\s{0,4}['"](?:node:)?process['"]\s{0,4}\)\.env\b(?!\s*(?:\?\.|\.\s*\w|\[))`,
    String.raw`\bprocess\s{0,4}\[\s{0,4}['"]env['"]\s{0,4}\](?!\s*(?:\?\.|\.\s*\w|\[))`,
    String.raw`\{\s{0,4}env\b[^{}]{0,80}\}\s{0,4}(?:=\s{0,4}(?:process\b(?!\s{0,4}\.)|require\(\s{0,4}['"](?:node:)?process['"])|from\s{0,4}['"](?:node:)?process['"])`,
    String.raw`(?<!['"]\s{1,4}in\s{1,4}(?:os\.)?|import\s{1,4}|[\w/'"-])environb?\b(?!\s*(?:\.\s*(?!copy|items|values|keys)\w|\[))`,
    String.raw`\bENVIRON\b(?!\s*\[\s*["'])`,
    String.raw`\b(?:System\.|Sys\.)?getenv\(\s*\)`,
    String.raw`\bDeno\.env\.toObject\b`,
    String.raw`\$_(?:ENV|SERVER)\b(?!\s*\[)`,
    String.raw`\bphpinfo\(`,
    String.raw`\bENV(?:\.(?:to_|each|inspect|map|sort|select)|\s*(?:[;)\n]|$))`,
    String.raw`%ENV\b`,
  ].join('|'),
);

/** Tests whether inline code reads the whole environment. */
export function readsWholeEnvironment(code: string): boolean {
  return /env|\$_SERVER|phpinfo/i.test(code) && WHOLE_TABLE.test(code);
}
