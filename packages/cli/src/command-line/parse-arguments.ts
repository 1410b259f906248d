// Parses a command line into options, operands and the arguments after `--`. The parser is strict: a misspelled or
// repeated option of a firewall must cause an error, not a guess.

import type { OptionSpec, OptionSpecs, OptionValues } from './command.js';

/** Valid arguments. */
export interface ParsedArguments<Specs extends OptionSpecs> {
  readonly kind: 'parsed';
  readonly options: OptionValues<Specs>;
  readonly operands: readonly string[];
  readonly passthrough: readonly string[] | undefined;
}

/** Invalid arguments, with the data for a suggestion. */
export interface InvalidArguments {
  readonly kind: 'invalid';
  readonly reason: string;
  readonly unknownOption?: string;
  readonly strayOperand?: string;
}

export interface Grammar<Specs extends OptionSpecs> {
  readonly options: Specs;
  readonly operands: 'none' | 'some';
  readonly passthrough: boolean;
}

/** Parses a command line by the grammar of one command. */
export function parseArguments<Specs extends OptionSpecs>(
  words: readonly string[],
  grammar: Grammar<Specs>,
): ParsedArguments<Specs> | InvalidArguments {
  const separator = words.indexOf('--');
  const ours = separator < 0 ? words : words.slice(0, separator);
  const passthrough = separator < 0 ? undefined : words.slice(separator + 1);
  if (passthrough && !grammar.passthrough) return invalid('This command takes no arguments after `--`');

  const values = emptyValues(grammar.options);
  const operands: string[] = [];
  for (let index = 0; index < ours.length; index++) {
    const word = ours[index] as string;
    if (!isOption(word)) {
      if (grammar.operands === 'none')
        return { ...invalid(`Unexpected argument \`${word}\``), strayOperand: word };
      operands.push(word);
      continue;
    }
    const [written, attached] = splitAtEquals(word);
    const name = findName(written, grammar.options);
    if (name === undefined) return { ...invalid(`Unknown option \`${written}\``), unknownOption: written };
    const spec = grammar.options[name] as OptionSpec;
    const next = attached === undefined && spec.kind !== 'flag' ? nextValue(ours[index + 1]) : undefined;
    if (next !== undefined) index++;
    const reason = setValue(values, name, spec, written, next ?? attached);
    if (reason !== undefined) return invalid(reason);
  }
  return { kind: 'parsed', options: values as OptionValues<Specs>, operands, passthrough };
}

type Values = Record<string, boolean | string | string[] | undefined>;

const invalid = (reason: string): InvalidArguments => ({ kind: 'invalid', reason });

/** A lone `-` is an operand: it stands for standard input. */
const isOption = (word: string) => word.startsWith('-') && word !== '-';

/**
 * Returns the next word if it can be a value. In `--server --json` the value is missing; a value that begins with a
 * dash is written `--server=-x`. A negative number counts as a value, so that the command can report what is wrong with
 * it.
 */
const nextValue = (word: string | undefined) =>
  word === undefined || (isOption(word) && !/^-\d/.test(word)) ? undefined : word;

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

/** Stores one value; returns an error message if it is invalid. */
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
    return `\`${written}\` needs a value, as in \`${written} ${spec.value ?? 'VALUE'}\``;
  if (spec.kind === 'list') {
    (values[name] as string[]).push(value as string);
    return undefined;
  }
  if (values[name] !== undefined) return `\`${written}\` is given more than once`;
  values[name] = value ?? '';
  return undefined;
}
