// Interprets the arguments of a program as shell text. Some servers join the arguments with spaces and pass
// them to a shell, so that `["&&", "nc", "x.com"]` and `["; nc x.com"]` start a second program.
import { readArguments, readShellText } from '../commands.js';
import { baseName } from '../invocation.js';
import { isKnownProgram, profileOf } from '../program-profiles.js';
import type { ShellFacts } from '../shell/shell-facts.js';
import type { ParseShell } from '../shell/shell-syntax.js';
import type { WorkingDirectory } from '../working-directory.js';

const SIGN = /[;&|`$<>]/;
const BEGINS = /^\s*(?:;|&&?|\|\|?|`|\$\(|[<>]{1,2}|\d?>&?)/;
/** Matches a shell operator inside an argument, and the word after it. */
const JOINED = /(?:;\s|&&|\s\|\|?\s|\$\(|`)\s*([^\s;&|()`]+)/g;

/**
 * Adds a program with its arguments, and the programs that a shell would start if it received these words as
 * text.
 */
export function readJoinedArguments(
  argv: readonly string[],
  parse: ParseShell | undefined,
  facts: ShellFacts,
  start: WorkingDirectory | undefined,
  input: readonly string[] | undefined,
): void {
  readArguments(argv, parse, facts, start, input);
  const joined = joinedArguments(argv);
  if (joined !== undefined && (joined.certain || parse?.(joined.text) !== undefined))
    readShellText(joined.text, parse, facts, 0, start);
}

interface JoinedArguments {
  readonly text: string;
  /** True if an argument begins with an operator. The text then counts even if it is not valid shell text. */
  readonly certain: boolean;
}

/** Returns the text that a shell would receive, if it could start further programs. */
function joinedArguments(argv: readonly string[]): JoinedArguments | undefined {
  if (!argv.some((word, at) => at > 0 && SIGN.test(word))) return undefined;
  const profile = profileOf(baseName(argv[0] ?? ''));
  const words = argv.map((text) => ({ text, exact: true }));
  const isLiteral = profile.findLiterals?.(words, '');
  // Code contains such characters as well. It is evaluated as code and not as shell text.
  const hasCode =
    profile.codeOption !== undefined && words.some(({ text }) => profile.codeOption?.test(text));
  let certain = false;
  let found = false;
  const parts = argv.map((word, at) => {
    if (at === 0) return word;
    const begins = BEGINS.test(word);
    const joins = !begins && !hasCode && isLiteral?.(at) !== true && startsProgram(word);
    if (!begins && !joins) return `'${word.replaceAll("'", "'\\''")}'`;
    found = true;
    certain ||= begins && !hasCode;
    return word;
  });
  return found ? { text: parts.join(' '), certain } : undefined;
}

function startsProgram(word: string): boolean {
  if (!SIGN.test(word)) return false;
  for (const [, program = ''] of word.matchAll(JOINED)) if (isKnownProgram(baseName(program))) return true;
  return false;
}
