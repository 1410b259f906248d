// Tools that are told what to do by a word among their arguments: `{ command: "str_replace", path }` of an editor,
// `{ operation: "delete", path }` of a tool for everything.

import { splitWords } from './argument-keys.js';
import { DELETE, effectsOfTool, MOVE, READ, WRITE } from './effects.js';

const KEYS = ['command', 'operation', 'action', 'op'];
const WORD = /^[A-Za-z]{2,20}(?:[_-][A-Za-z]{2,20}){0,2}$/;
const FILES = READ | WRITE | DELETE | MOVE;

// Editors of this kind take one of few commands, and none of them is a program.
const EDITORS = new Set('editor edit replace memory'.split(' '));
const EDITOR_COMMANDS = new Set('view create str_replace insert undo_edit delete rename'.split(' '));

/** Is it the name of an editor that takes commands? */
export const namesEditor = (tool: string): boolean => splitWords(tool).some((word) => EDITORS.has(word));

/** Is this such a command, and not one for a shell? */
export function isEditorCommand(args: Readonly<Record<string, unknown>>): boolean {
  const command = args['command'];
  return typeof command === 'string' && EDITOR_COMMANDS.has(command) && !Object.values(args).some(isWords);
}

const isWords = (value: unknown) => Array.isArray(value) && value.some((item) => typeof item === 'string');

/** What the word says is done to files. */
export function effectsOfOperation(args: Readonly<Record<string, unknown>>): number {
  let effects = 0;
  for (const key of KEYS) {
    const word = Object.hasOwn(args, key) ? args[key] : undefined;
    if (typeof word === 'string' && WORD.test(word)) effects |= effectsOfTool(word) & FILES;
  }
  return effects;
}
