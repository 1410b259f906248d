// Interprets tools whose operation is an argument: `{ command: "str_replace", path }` of an editor, `{
// operation: "delete", path }` of a multi-purpose tool.

import { splitWords } from './argument-keys.js';
import { DELETE, effectsOfTool, MOVE, READ, WRITE } from './effects.js';

const KEYS = ['command', 'operation', 'action', 'op'];
const WORD = /^[A-Za-z]{2,20}(?:[_-][A-Za-z]{2,20}){0,2}$/;
const FILES = READ | WRITE | DELETE | MOVE;

// Words in the names of editors. Editors have few commands, and none of these is a program.
const EDITORS = new Set('editor edit replace memory'.split(' '));
const EDITOR_COMMANDS = new Set('view create str_replace insert undo_edit delete rename'.split(' '));

/** Tests whether a tool is an editor with such commands. */
export const namesEditor = (tool: string): boolean => splitWords(tool).some((word) => EDITORS.has(word));

/** Tests whether a text is a command of an editor, and not a shell command. */
export function isEditorCommand(args: Readonly<Record<string, unknown>>): boolean {
  const command = args['command'];
  return typeof command === 'string' && EDITOR_COMMANDS.has(command) && !Object.values(args).some(isWords);
}

const isWords = (value: unknown) => Array.isArray(value) && value.some((item) => typeof item === 'string');

/** Returns the effect on files that the operation names. */
export function effectsOfOperation(args: Readonly<Record<string, unknown>>): number {
  let effects = 0;
  for (const key of KEYS) {
    const word = Object.hasOwn(args, key) ? args[key] : undefined;
    if (typeof word === 'string' && WORD.test(word)) effects |= effectsOfTool(word) & FILES;
  }
  return effects;
}
