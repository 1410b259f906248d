// Parses bash into a flat list of simple commands. This is a separate entry point, which is loaded only if a policy
// needs it. `facts/commands` interprets the commands.

import {
  MAX_SHELL_TEXT,
  type ParseShell,
  type ShellCommand,
  type ShellProgram,
  type ShellRedirect,
  type ShellWord,
  UNKNOWN_TEXT,
} from './facts/commands/shell/shell-syntax.js';
import { ASSIGNS, assignByBuiltin } from './shell/assigning-builtins.js';
import { printedText, printsKnownText } from './shell/piped-text.js';
import type { Node, Part, Unbash, Word } from './shell/syntax-nodes.js';
import { elementOf, Variables } from './shell/variables.js';
import { addWords, readWord } from './shell/words.js';

export type {
  ParseShell,
  ShellCommand,
  ShellProgram,
  ShellRedirect,
  ShellWord,
} from './facts/commands/shell/shell-syntax.js';

/**
 * Loads the shell parser. The returned function is synchronous. If there is a syntax error, the text counts as text
 * that cannot be parsed.
 */
export async function loadShell(): Promise<ParseShell> {
  const { parse, forEachChild } = (await import('unbash')) as unknown as Unbash;
  return (text) => {
    if (text.length > MAX_SHELL_TEXT || text.includes('\u0000') || isTooNested(text)) return undefined;
    try {
      return flatten(parse(text), forEachChild);
    } catch {
      // An exception in the parser must not make the decision fail.
      return undefined;
    }
  };
}

const MAX_SEARCH_LENGTH = 8_000_000;

/**
 * Tests for too many open braces. The parser searches for the end of each brace, in the worst case up to the end of
 * the text, which would block other calls for seconds. Ordinary text has fewer open braces.
 */
function isTooNested(text: string): boolean {
  const open: number[] = [];
  let steps = 0;
  for (let at = text.indexOf('{'); at !== -1 && at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === 0x7b) open.push(at);
    else if (character === 0x7d) steps += at - (open.pop() ?? at);
  }
  for (const at of open) steps += text.length - at;
  return steps > MAX_SEARCH_LENGTH;
}

// Nodes other than simple commands that contain words.
const COMPOUND = new Set(['For', 'Select', 'Case', 'TestUnary', 'TestBinary', 'Redirected', 'CaseItem']);

function flatten(script: Node, forEachChild: Unbash['forEachChild']): ShellProgram | undefined {
  const commands: ShellCommand[] = [];
  const variables: Variables = new Variables((substitution) => printedBy(substitution, variables));
  let broken = false;
  const visit = (node: Node): undefined => {
    const { type } = node;
    if (type === 'Command') {
      // The nodes inside a command are visited after the command. Most words are plain and contain no nodes.
      const inner: Node[] = [];
      commands.push(readCommand(node, variables, inner));
      for (const child of inner) if (!broken) forEachChild(child, visit);
      return undefined;
    }
    if (type === 'Statement' && node.command !== undefined) return visit(node.command);
    if (type === 'Script' && (node.errors?.length ?? 0) > 0) broken = true;
    if (type === 'Pipeline') return visitStages(node);
    if (type === 'Function' && typeof node.name === 'object')
      commands.push({ ...NO_COMMAND, defines: (node.name as Word).value });
    if (COMPOUND.has(type)) commands.push(readCompound(node, variables));
    if (!broken) forEachChild(node, visit);
    return undefined;
  };
  const visitStages = (pipeline: Node): undefined => {
    let piped: ShellWord | undefined;
    forEachChild(pipeline, (stage) => {
      const start = commands.length;
      visit(stage);
      const added = commands.slice(start);
      if (added.length === 0) return undefined;
      if (piped !== undefined)
        for (const [at, command] of added.entries()) commands[start + at] = { ...command, piped };
      piped = printedText(added, piped);
      return undefined;
    });
    return undefined;
  };
  visit(script);
  return broken ? undefined : { commands };
}

const MAX_NESTED = 3;
let nested = 0;

/** Returns the text that a substitution prints: `$(printf '/etc/%s' shadow)`, `$(echo x | tr x y)`. */
function printedBy(script: Node, variables: Variables): ShellWord | undefined {
  const [statement, more] = script.commands ?? [];
  const command = statement?.command;
  if (command === undefined || more !== undefined || nested >= MAX_NESTED) return undefined;
  const stages = command.type === 'Pipeline' ? (command.commands ?? []) : [command];
  if (stages.some(({ type }) => type !== 'Command')) return undefined;
  nested += 1;
  try {
    let piped: ShellWord | undefined;
    let last: ShellCommand | undefined;
    for (const stage of stages) {
      last = readCommand(stage, variables, []);
      piped = printedText([last], piped);
    }
    if (piped === undefined || last === undefined || !printsKnownText(last, piped)) return undefined;
    if (piped.computed === true && !piped.exact) return { text: UNKNOWN_TEXT, exact: false, computed: true };
    return { text: piped.text.replace(/\n+$/, ''), exact: piped.exact };
  } finally {
    nested -= 1;
  }
}

function readCommand(node: Node, variables: Variables, inner: Node[]): ShellCommand {
  const words: ShellWord[] = [];
  const { name, prefix = NO_NODES, suffix = NO_NODES } = node;
  if (name !== undefined && !addWords(name as Word, variables, words)) inner.push(name as Node);
  let redirections: Node[] | undefined;
  let values: ShellWord[] | undefined;
  let assigns: string[] | undefined;
  for (const part of prefix) {
    inner.push(part);
    if (part.type === 'Assignment') {
      values ??= [];
      for (const value of readAssignment(part, variables)) values.push(value);
      assigns ??= [];
      if (typeof part.name === 'string') assigns.push(part.name);
    } else {
      redirections ??= [];
      redirections.push(part);
    }
  }
  for (const part of suffix) {
    if (part.type === 'Word') {
      if (!addWords(part as Word, variables, words)) inner.push(part);
      continue;
    }
    inner.push(part);
    if (part.type === 'Assignment') {
      // In `export X=…` and `dd if=…`, an argument that looks like an assignment is a word.
      for (const { text, exact } of readAssignment(part, variables))
        words.push({ text: `${part.name}=${text}`, exact });
    } else {
      redirections ??= [];
      redirections.push(part);
    }
  }
  const { redirects, input } =
    redirections === undefined ? NO_REDIRECTS : readRedirects(redirections, variables);
  if (ASSIGNS.has(words[0]?.text ?? '')) assignByBuiltin(words, input, variables);
  return { words, values: values ?? NO_WORDS, assigns: assigns ?? NO_NAMES, redirects, input };
}

// Shared empty lists, because most commands have none of these parts.
const NO_NODES: readonly Node[] = [];
const NO_WORDS: readonly ShellWord[] = [];
const NO_NAMES: readonly string[] = [];
const NO_REDIRECTS: { redirects: ShellRedirect[]; input: string[] } = { redirects: [], input: [] };

const NO_COMMAND: ShellCommand = { words: [], values: NO_WORDS, assigns: NO_NAMES, redirects: [], input: [] };

function readAssignment(node: Node, variables: Variables) {
  const value = node.value as Node | undefined;
  if (value === undefined || typeof value === 'string') return [];
  const words = value.type === 'ArrayValue' ? (value.elements ?? []) : [value];
  const values = words.flatMap((word) => readWord(word as Word, variables));
  const [only] = values;
  const { name, index, append } = node;
  // A value that is set before a program applies only to the program, but the overwritten value may be used by later
  // commands.
  if (typeof name !== 'string' || only === undefined) return values;
  if (value.type === 'ArrayValue') variables.assignList(name, values);
  else if (values.length === 1)
    variables.assign(index === undefined ? name : elementOf(name, index.value), only, append === true);
  return values;
}

function readCompound(node: Node, variables: Variables): ShellCommand {
  const { wordlist = [], word, operand, left, right } = node;
  const values = [...wordlist, word, operand, left, right].flatMap((one) =>
    one?.type === 'Word' ? readWord(one as Word, variables, node.type === 'For') : [],
  );
  if (node.type === 'For' && typeof node.name === 'object') variables.loop((node.name as Word).value, values);
  const { redirects, input } =
    node.type === 'Redirected' ? readRedirects(node.redirects ?? [], variables) : NO_REDIRECTS;
  return { words: [], values, assigns: [], redirects, input, tests: node.type.startsWith('Test') };
}

function readRedirects(
  parts: readonly Node[],
  variables: Variables,
): { redirects: ShellRedirect[]; input: string[] } {
  const redirects: ShellRedirect[] = [];
  const input: string[] = [];
  for (const part of parts) {
    if (part.type === 'HereDoc') input.push((part.body as Part | undefined)?.text ?? '');
    if ((part.type !== 'Redirect' && part.type !== 'HereString') || part.target === undefined) continue;
    const targets = readWord(part.target as Word, variables);
    if (part.type === 'HereString') {
      input.push(...targets.map(({ text }) => text));
      // In `read f <<< ~/.ssh/id_rsa`, the input may later be used as a file name.
      redirects.push(...targets.map((target) => ({ kind: 'read' as const, target })));
    } else
      for (const target of targets)
        redirects.push(...toRedirects(part.operator ?? '', target, part.descriptor?.value));
  }
  return { redirects, input };
}

function toRedirects(operator: string, target: ShellWord, stream: number | undefined): ShellRedirect[] {
  if (/^[<>]&$/.test(operator) && /^(?:\d+|-)$/.test(target.text)) return [];
  if (operator === '<' || operator === '<&') return [{ kind: 'read', target }];
  if (operator === '<>')
    return [
      { kind: 'read', target },
      { kind: 'write', target },
    ];
  return [{ kind: 'write', target, stream }];
}
