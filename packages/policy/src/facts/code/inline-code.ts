// Evaluates code that is passed to an interpreter on the command line (`python -c`, `node -e`, a
// here-document). The code is not parsed: quoted text and text that looks like a path can be paths, and code
// that starts programs or opens connections can have any effect.

import { readsWholeEnvironment } from '../commands/environment-dump.js';
import { codePrintsSecret } from '../commands/variables/secret-variables.js';
import { decodePath } from '../encoding/encoded-path.js';
import { pathsOnlyCompared } from './compared-paths.js';
import { withoutHarmlessCalls } from './harmless-calls.js';
import { JAVASCRIPT } from './interpreters.js';
import { isRiskyCode, unusualQuotes } from './risky-code.js';
import { sedFiles, sedScripts } from './sed-script.js';
import { readSql } from './sql.js';
import { isDatabaseShell } from './standard-input.js';
import { concatenatedStrings } from './string-concatenation.js';
import { MAX_TRANSFORMED, transformedStrings } from './string-transforms.js';

const RUNS_ANYTHING =
  /child_process|subprocess|popen|\bspawn|\bexec(?!ute)[a-z]*\s*[('"]|%x\W|\bos\W{1,3}execute|\bexecute\s*\(\s*\)|\bsystem\b|\bqx\b|socket|urllib|requests\b|https?\b|\bfetch\s*\(|\beval\b(?!\s*\(\s*\))|\bNet::|__import__|importlib|gethostby|getaddrinfo|dns_get|checkdnsrr|\bdns\b|\bResolv\b|b64decode|b64_decode|base64_decode|decode64|frombase64|from_?hex|unhexlify|hex2bin|rot_?13|Buffer\.from\([^()\n]{0,200},\s*['"](?:base64|hex)|fromCharCode|fromCodePoint|\bchr\s*\(|\batob\b|\bpty\b|ctypes|shell_exec|passthru|do shell script/i;

export interface InlineCode {
  /** Strings that may be paths. */
  readonly paths: readonly string[];
  /** Paths that the code only compares. */
  readonly compared: readonly string[];
  readonly unknown: boolean;
  /** True if the code may write to the paths that it names. */
  readonly writes: boolean;
  /** True if the code reads all environment variables or prints a variable that contains a secret. */
  readonly printsEnvironment: boolean;
}

const WRITES =
  /['"][rwax]b?\+b?['"]|['"][wax]b?['"]|write|append|unlink|remove|rename|rmtree|rmsync|mkdir|delete|truncate|copy|move/i;

/**
 * Tests whether a statement prints to the target after this operator. The code is split into statements
 * first, so that each statement is examined only once.
 */
const printsTo = (code: string, sign: '>' | '|') =>
  code.split(/[;}\n]/).some((statement) => {
    const at = statement.search(/print/i);
    return at !== -1 && statement.includes(sign, at);
  });

const NOTHING: ReadonlySet<string> = new Set();
const MAX_PATHS = 500;
/**
 * The maximum number of concatenated strings. A single string can be the last part of many concatenations.
 */
const MAX_JOINED = 2000;
/** Code that reverses text, and code that changes upper case to lower case. */
const REVERSES = /\[::-1\]|reverse|strrev/i;
const LOWERS = /lower|downcase|swapcase|casefold/i;

/**
 * Returns the facts about the code that an interpreter receives through these words and this standard input,
 * if any.
 */
export function readInlineCode(
  program: string,
  handsOver: RegExp,
  words: readonly string[],
  input: readonly string[],
): InlineCode | undefined {
  const option = words.findIndex(
    (word, index) => index > 0 && (handsOver.test(word) || (word === 'timeit' && words[index - 1] === '-m')),
  );
  // Code can directly follow its option without a space, and other options can precede it. All words are
  // examined, so that no order of options can hide code.
  const codes = option === -1 ? input : [...words.slice(1), ...input];
  const code = codes.join('\n');
  if (code === '') return undefined;
  if (/^g?sed$/.test(program)) return readSedScript(words, input);
  if (isDatabaseShell(program)) return readSqlScript(code);
  const paths = new Set<string>();
  for (const [, a, b, c] of code.matchAll(/'([^'\n]{0,1024})'|"([^"\n]{0,1024})"|`([^`\n]{0,1024})`/g))
    if (paths.size < MAX_PATHS) paths.add(a ?? b ?? c ?? '');
  for (const text of unusualQuotes(program, code)) if (paths.size < MAX_PATHS) paths.add(text);
  const isAwk = program.endsWith('awk');
  // In awk, an unquoted slash begins a pattern: `/\.env/`.
  for (const [path] of isAwk
    ? []
    : code.matchAll(/(?:~|\.{1,2}|(?<![\w)\]/.]))\/[^\s"'`,;:()<>{}|]{1,1024}/g))
    if (paths.size < MAX_PATHS) paths.add(path);
  const writes = WRITES.test(code) || printsTo(code, '>');
  // If the code only reads, comparisons need not be excluded, because reading a system folder is common.
  const compared = writes ? pathsOnlyCompared(code) : NOTHING;
  for (const folder of compared) paths.delete(folder);
  const { texts: joined, cut } = concatenatedStrings(code, MAX_JOINED);
  const changed = transformedStrings(code);
  const seen = [...paths, ...joined, ...changed];
  return {
    paths: [...seen, ...hidden(seen, code)]
      .map((path) => path.replace(/^[<>+|\s]+/, ''))
      .filter((path) => path !== ''),
    compared: [...compared],
    // A comparison can skip a folder or select it. The code does not show which, so its effect is unknown.
    unknown:
      compared.size > 0 ||
      changed.length > MAX_TRANSFORMED ||
      paths.size >= MAX_PATHS ||
      cut ||
      (isAwk ? awkRuns(code) : runsAnything(program, code)),
    writes,
    printsEnvironment: readsWholeEnvironment(code) || codePrintsSecret(code),
  };
}

// `execute` with arguments is not included, because it runs a database statement (`cursor.execute('select
// 1')`). In Groovy and Lua it runs a command, so their forms are included.
const runsAnything = (program: string, code: string): boolean =>
  RUNS_ANYTHING.test(withoutHarmlessCalls(code)) ||
  isRiskyCode(program, code) ||
  (code.includes('`') && !JAVASCRIPT.has(program));

/** Returns the strings of the code after decoding, reversing, or changing to lower case. */
function hidden(texts: readonly string[], code: string): string[] {
  const found = texts.flatMap((text) => decodePath(text) ?? []);
  if (REVERSES.test(code)) found.push(...texts.map(reverseText));
  if (LOWERS.test(code)) found.push(...texts.map((text) => text.toLowerCase()));
  return found;
}

export const reverseText = (text: string): string => Array.from(text).reverse().join('');

/**
 * Evaluates text for a database shell: returns the files that its statements name and whether it starts
 * programs.
 */
function readSqlScript(code: string): InlineCode {
  const { files, programs, unknown } = readSql(code);
  return {
    paths: [...files.map(({ path }) => path), ...Array.from(code.matchAll(COPIED), ([, path = '']) => path)],
    compared: [],
    unknown: unknown || programs.length > 0,
    writes: files.some(({ writes }) => writes),
    printsEnvironment: false,
  };
}

/** `\\copy t from FILE`, where the name of the file needs no quotes. */
const COPIED = /(?:^|\n)[ \t]*\\copy[^\n]{1,200}?\b(?:from|to)[ \t]+['"]?([^\s'"]{1,1024})/gi;

function readSedScript(words: readonly string[], input: readonly string[]): InlineCode {
  const files = [...sedScripts(words), ...input].flatMap(sedFiles);
  return {
    paths: files.map(({ path }) => path),
    compared: [],
    unknown: false,
    writes: files.some(({ writes }) => writes),
    printsEnvironment: false,
  };
}

// In a string or a pattern of awk, `|` is an ordinary character; after `print`, it starts a program.
function awkRuns(code: string): boolean {
  const bare = code.replace(/"(?:[^"\\\n]|\\.)*"/g, '""');
  return /system\s*\(|getline|\|&/.test(bare) || code.includes('/inet') || printsTo(bare, '|');
}
