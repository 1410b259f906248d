// Lists variables that name a file to which a program writes: `GIT_TRACE=FILE git status`.

import { WRITE } from '../../effects.js';
import { addWord, type ShellFacts } from '../shell/shell-facts.js';
import type { ShellCommand } from '../shell/shell-syntax.js';
import type { WorkingDirectory } from '../working-directory.js';

const OUTPUT_VARIABLE =
  /^(?:GIT_TRACE\w*|GIT_REDIRECT_(?:STDOUT|STDERR)|NODE_V8_COVERAGE|NODE_REDIRECT_WARNINGS|HISTFILE|LESSHISTFILE|MYSQL_HISTFILE|PSQL_HISTORY|SQLITE_HISTORY|NODE_REPL_HISTORY|PYTHON_HISTORY|REDISCLI_HISTFILE|COVERAGE_FILE|LLVM_PROFILE_FILE|MALLOC_TRACE|PYTHONPYCACHEPREFIX|SSLKEYLOGFILE)$/;
const ASSIGNMENT = /^([A-Z_][A-Z0-9_]*)=(.+)$/s;
/** Values that switch a trace on or off. */
const SWITCH = /^(?:|[0-9]|true|false)$/i;

/** Tests whether an assignment to this variable names an output file. */
const isOutputVariable = (name: string): boolean => OUTPUT_VARIABLE.test(name);

/** Returns the output file in `NAME=FILE`, as `env` and `export` receive it. */
export function outputOfAssignment(word: string): string | undefined {
  const [, name = '', value = ''] = (word.includes('=') && ASSIGNMENT.exec(word)) || [];
  return isOutputVariable(name) && !SWITCH.test(value) ? value : undefined;
}

/** Adds the files to which variables make a program write: `GIT_TRACE=FILE git status`, `env GIT_TRACE=FILE …`. */
export function addOutputs(
  { assigns, values, words }: ShellCommand,
  facts: ShellFacts,
  folder: WorkingDirectory | undefined,
): void {
  const add = (text: string, exact: boolean) => {
    facts.effects |= WRITE;
    addWord(facts, { text, exact }, WRITE, folder);
  };
  if (assigns.some(isOutputVariable))
    for (const { text, exact } of values) if (!SWITCH.test(text)) add(text, exact);
  for (const { text, exact } of words) {
    const output = outputOfAssignment(text);
    if (output !== undefined) add(output, exact);
  }
}
