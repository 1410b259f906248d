// Collects what a call passes to its commands in addition to their text: environment variables and standard
// input.
import { ENVIRONMENT_KEY, INPUT_KEY, VARIABLE_KEY } from '../argument-keys.js';
import { isRecord } from '../is-record.js';
import type { ParseShell } from './shell/shell-syntax.js';
import { altersExecution } from './variables/execution-variables.js';
import { outputOfAssignment } from './variables/output-variables.js';

/** Argument names for environment variables or standard input. */
export const CONTEXT_KEYS = VARIABLE_KEY | ENVIRONMENT_KEY | INPUT_KEY;

/**
 * The environment and standard input of one call: `{ command: "ls", env: { LD_PRELOAD: "/tmp/x.so" }, stdin:
 * "…" }`.
 */
export interface CommandContext {
  readonly input: string[];
  /** True if a variable changes which program a name refers to. */
  altersExecution: boolean;
}

const create = (): CommandContext => ({ input: [], altersExecution: false });

/**
 * Adds one text and returns the context. The first text creates the context, because most calls need none.
 */
export function addText(
  context: CommandContext | undefined,
  text: string,
  key: string,
  kind: number,
): CommandContext {
  const to = context ?? create();
  if ((kind & INPUT_KEY) !== 0) to.input.push(text);
  if ((kind & VARIABLE_KEY) !== 0) assign(to, key, text);
  if ((kind & ENVIRONMENT_KEY) !== 0)
    for (const line of text.split('\n')) {
      const cut = line.indexOf('=');
      if (cut > 0) assign(to, line.slice(0, cut).trim(), line.slice(cut + 1));
    }
  return to;
}

/** Adds variables from an array: `[{ name: "LD_PRELOAD", value: "/tmp/x.so" }]`. */
export function addVariables(
  context: CommandContext | undefined,
  items: readonly unknown[],
): CommandContext | undefined {
  let to = context;
  for (const item of items) {
    if (!isRecord(item)) continue;
    const name = item['name'] ?? item['key'];
    if (typeof name !== 'string') continue;
    to ??= create();
    assign(to, name, String(item['value'] ?? ''));
  }
  return to;
}

function assign(context: CommandContext, name: string, value: string): void {
  if (name === 'SHELL' && USUAL_SHELL.test(value)) return;
  context.altersExecution ||=
    altersExecution(`${name}=${value.replace(HOME, '$1~')}`) ||
    outputOfAssignment(`${name}=${value}`) !== undefined;
}

const USUAL_SHELL = /^(?:\/usr)?\/bin\/(?:ba|da|z)?sh$/;
/**
 * The home folders in a search path. Clients pass the search path of their user, in which the home folder is
 * expanded.
 */
const HOME = /(^|:)\/(?:home|Users)\/[\w.-]+(?=\/)/g;

/** Returns a parser that passes this standard input to each command without its own input. */
export function withInput(parse: ParseShell | undefined, input: readonly string[]): ParseShell | undefined {
  if (parse === undefined || input.length === 0) return parse;
  return (text) => {
    const program = parse(text);
    return (
      program && {
        commands: program.commands.map((command) =>
          command.input.length > 0 ? command : { ...command, input },
        ),
      }
    );
  };
}

/**
 * Converts typed text to shell text: a carriage return executes a line, and other control characters are
 * keys.
 */
export const asTyped = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\t\n]/gu, '');
