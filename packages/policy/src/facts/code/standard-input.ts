// Determines whether an interpreter runs the text on its standard input. With a script or with code on its command
// line, the text is only data: `cat data.json | python3 report.py`.

const DATABASE_SHELLS = /sql|duckdb|mariadb/;
/** They run a script on their command line, and their input is always data. */
const FILTERS = /^(?:[gmn]?awk|g?sed)$/;
/** Modules and scripts: `python3 -m json.tool`, `psql -f FILE`. */
const RUNS_FILE = /^(?:-m|-f|--file|--command|-c|--test|--check|-h|--help|-v|-V|--version)$/;
/** Subcommands after which a dash stands for the standard input: `deno run -`, `bun run -`. */
const SUBCOMMAND = /^run$/;

export const isDatabaseShell = (program: string): boolean => DATABASE_SHELLS.test(program);

/** Tests for `sed -f -`. */
const readsScript = (program: string, words: readonly string[]): boolean =>
  program.endsWith('sed') &&
  words.some(
    (word, at) =>
      /^(?:-[A-Za-z]*f-|--file=-)$/.test(word) ||
      (/^(?:-[A-Za-z]*f|--file)$/.test(word) && /^(?:-|\/dev\/stdin)$/.test(words[at + 1] ?? '')),
  );

/** `codeOption` matches the option that passes code. */
export function runsStandardInput(program: string, codeOption: RegExp, words: readonly string[]): boolean {
  if (FILTERS.test(program)) return readsScript(program, words);
  const operands = words.slice(1);
  if (operands.some((word) => RUNS_FILE.test(word))) return false;
  if (isDatabaseShell(program)) return true;
  if (operands.some((word) => codeOption.test(word))) return false;
  const script = operands.find((word) => !SUBCOMMAND.test(word) && (word === '-' || !word.startsWith('-')));
  return script === undefined || script === '-' || script === '/dev/stdin';
}
