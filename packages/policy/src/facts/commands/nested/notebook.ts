// Evaluates the shell commands in the code of a notebook cell.
import { MAX_ESCAPES, MAY_ESCAPE, notebookCommands } from '../../code/notebook-escapes.js';
import { readShellText } from '../commands.js';
import type { ShellFacts } from '../shell/shell-facts.js';
import type { ParseShell } from '../shell/shell-syntax.js';

/** Adds the commands of one cell. */
export function readNotebook(code: string, parse: ParseShell | undefined, facts: ShellFacts): void {
  if (!MAY_ESCAPE.test(code)) return;
  const texts = notebookCommands(code);
  if (texts.length >= MAX_ESCAPES) facts.unknown = true;
  for (const text of texts) readShellText(text, parse, facts, 1);
}
