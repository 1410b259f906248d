// The shell grammar behind its port: bash syntax to a flat list of simple commands. An entry of its own, loaded only when
// a policy needs it. What the commands mean is decided in `facts/commands.ts`.

import {
  MAX_SHELL_TEXT,
  type ParseShell,
  type ShellCommand,
  type ShellProgram,
  type ShellRedirect,
} from './facts/program.js';
import type { Node, Part, Unbash, Word } from './shell-nodes.js';
import { createVariables, readWord, type Variables } from './shell-words.js';

export type { ParseShell, ShellCommand, ShellProgram, ShellRedirect, ShellWord } from './facts/program.js';

/** Loads the grammar; the parser it gives is synchronous. Any error in the text means that it cannot be parsed. */
export async function loadShell(): Promise<ParseShell> {
  const { parse, forEachChild } = (await import('unbash')) as unknown as Unbash;
  return (text) => {
    if (text.length > MAX_SHELL_TEXT || text.includes('\u0000')) return undefined;
    try {
      return flatten(parse(text), forEachChild);
    } catch {
      // A grammar that fails on hostile text must not take the decision down with it.
      return undefined;
    }
  };
}

function flatten(script: Node, forEachChild: Unbash['forEachChild']): ShellProgram | undefined {
  const commands: ShellCommand[] = [];
  const variables = createVariables();
  let broken = false;
  const visit = (node: Node): undefined => {
    if ((node.errors?.length ?? 0) > 0) broken = true;
    if (node.type === 'Command') commands.push(readCommand(node, variables));
    else {
      const command = readCompound(node, variables);
      if (command !== undefined) commands.push(command);
    }
    if (!broken) forEachChild(node, visit);
    return undefined;
  };
  visit(script);
  return broken ? undefined : { commands };
}

function readCommand(node: Node, variables: Variables): ShellCommand {
  const name = node.name === undefined ? [] : readWord(node.name as Word, variables);
  const values = [];
  const words = [...name];
  for (const part of [...(node.prefix ?? []), ...(node.suffix ?? [])]) {
    if (part.type === 'Word') words.push(...readWord(part as Word, variables));
    if (part.type !== 'Assignment') continue;
    const assigned = readAssignment(part, variables);
    values.push(...assigned);
    // `export X=…`, `dd if=…`: an argument that only looks like an assignment is a word, too.
    if (node.suffix?.includes(part))
      words.push(...assigned.map(({ text, exact }) => ({ text: `${part.name}=${text}`, exact })));
  }
  return { words, values, ...readRedirects([...(node.prefix ?? []), ...(node.suffix ?? [])], variables) };
}

function readAssignment(node: Node, variables: Variables) {
  const value = node.value as Node | undefined;
  if (value === undefined || typeof value === 'string') return [];
  const words = value.type === 'ArrayValue' ? (value.elements ?? []) : [value];
  const values = words.flatMap((word) => readWord(word as Word, variables));
  const [only] = values;
  // A value set before a program belongs to that program alone, but what it hides may be used either way.
  if (values.length === 1 && only !== undefined && typeof node.name === 'string')
    variables.assign(node.name, only, node.append === true);
  return values;
}

function readCompound(node: Node, variables: Variables): ShellCommand | undefined {
  const words = [
    ...(node.wordlist ?? []),
    ...(node.word === undefined ? [] : [node.word]),
    ...(node.operand?.type === 'Word' ? [node.operand] : []),
  ];
  const sides = [node.left, node.right].filter((side) => side?.type === 'Word');
  const values = [...words, ...sides].flatMap((word) => readWord(word as Word, variables));
  if (node.type === 'For' && typeof node.name === 'object') variables.loop((node.name as Word).value, values);
  const redirected =
    node.type === 'Redirected'
      ? readRedirects(node.redirects ?? [], variables)
      : { redirects: [], input: [] };
  if (values.length + redirected.redirects.length + redirected.input.length === 0) return undefined;
  return { words: [], values, ...redirected };
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
    if (part.type === 'HereString') input.push(...targets.map(({ text }) => text));
    else for (const target of targets) redirects.push(...toRedirects(part.operator ?? '', target));
  }
  return { redirects, input };
}

function toRedirects(operator: string, target: { text: string; exact: boolean }): ShellRedirect[] {
  if (/^[<>]&$/.test(operator) && /^(?:\d+|-)$/.test(target.text)) return [];
  if (operator === '<' || operator === '<&') return [{ kind: 'read', target }];
  if (operator === '<>')
    return [
      { kind: 'read', target },
      { kind: 'write', target },
    ];
  return [{ kind: 'write', target }];
}
