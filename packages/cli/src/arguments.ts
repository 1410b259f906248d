// Words of a command line → options, operands and what follows `--`. Strict on purpose: a misspelt or doubled
// option of a firewall must stop the start, not be guessed at.

import type { OptionSpec, OptionSpecs, OptionValues } from './command.js';

/** What was understood. */
export interface ParsedArguments<Specs extends OptionSpecs> {
  readonly kind: 'parsed';
  readonly options: OptionValues<Specs>;
  readonly operands: readonly string[];
  readonly passthrough: readonly string[] | undefined;
}

/** Why the words were not understood; `unknownOption` asks for a suggestion. */
export interface WrongArguments {
  readonly kind: 'wrong';
  readonly reason: string;
  readonly unknownOption?: string;
  readonly strayOperand?: string;
}

export interface Grammar<Specs extends OptionSpecs> {
  readonly options: Specs;
  readonly operands: 'none' | 'some';
  readonly passthrough: boolean;
}

/** Reads the words of a command line by the grammar of one command. */
export function parseArguments<Specs extends OptionSpecs>(
  words: readonly string[],
  grammar: Grammar<Specs>,
): ParsedArguments<Specs> | WrongArguments {
  const separator = words.indexOf('--');
  const ours = separator < 0 ? words : words.slice(0, separator);
  const passthrough = separator < 0 ? undefined : words.slice(separator + 1);
  if (passthrough && !grammar.passthrough) return wrong('nothing may follow `--` here; leave it out');

  const values = emptyValues(grammar.options);
  const operands: string[] = [];
  for (let index = 0; index < ours.length; index++) {
    const word = ours[index] as string;
    if (!isOption(word)) {
      if (grammar.operands === 'none')
        return { ...wrong(`unexpected argument \`${word}\``), strayOperand: word };
      operands.push(word);
      continue;
    }
    const [written, attached] = splitAtEquals(word);
    const name = findName(written, grammar.options);
    if (name === undefined) return { ...wrong(`unknown option \`${written}\``), unknownOption: written };
    const spec = grammar.options[name] as OptionSpec;
    const next = attached === undefined && spec.kind !== 'flag' ? nextValue(ours[index + 1]) : undefined;
    if (next !== undefined) index++;
    const reason = setValue(values, name, spec, written, next ?? attached);
    if (reason !== undefined) return wrong(reason);
  }
  return { kind: 'parsed', options: values as OptionValues<Specs>, operands, passthrough };
}

type Values = Record<string, boolean | string | string[] | undefined>;

const wrong = (reason: string): WrongArguments => ({ kind: 'wrong', reason });

/** A lone `-` is an operand: by custom it stands for standard input. */
const isOption = (word: string) => word.startsWith('-') && word !== '-';

/** `--server --json` forgot the name; a value that does begin with a dash is written `--server=-x`. */
const nextValue = (word: string | undefined) => (word === undefined || isOption(word) ? undefined : word);

function splitAtEquals(word: string): [name: string, value: string | undefined] {
  const at = word.startsWith('--') ? word.indexOf('=') : -1;
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

function findName(written: string, specs: OptionSpecs): string | undefined {
  if (written.startsWith('--')) return Object.hasOwn(specs, written.slice(2)) ? written.slice(2) : undefined;
  return Object.keys(specs).find((name) => `-${specs[name]?.short}` === written);
}

function emptyValues(specs: OptionSpecs): Values {
  const empty = { flag: false, value: undefined, maybe: undefined, list: [] };
  return Object.fromEntries(
    Object.entries(specs).map(([name, { kind }]) => [name, kind === 'list' ? [] : empty[kind]]),
  );
}

/** Stores one value; answers with what is wrong about it, if anything. */
function setValue(
  values: Values,
  name: string,
  spec: OptionSpec,
  written: string,
  value: string | undefined,
): string | undefined {
  if (spec.kind === 'flag') {
    if (value !== undefined) return `\`${written}\` takes no value`;
    values[name] = true;
    return undefined;
  }
  if ((value === undefined && spec.kind !== 'maybe') || value === '')
    return `\`${written}\` needs a value: \`${written} ${spec.value ?? 'VALUE'}\``;
  if (spec.kind === 'list') {
    (values[name] as string[]).push(value as string);
    return undefined;
  }
  if (values[name] !== undefined) return `\`${written}\` is given twice; give it once`;
  values[name] = value ?? '';
  return undefined;
}
