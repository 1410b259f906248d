// Combines all tables into one profile for each program, so that a command needs a single lookup.

import { INTERPRETERS } from '../code/interpreters.js';
import { EFFECTS_OF_PROGRAMS, OPERANDS, type OperandEffects, REFINED, type Refine } from '../effects.js';
import { type FindLiterals, LITERAL_ARGUMENTS } from './literal-arguments.js';
import type { FindNested } from './nested/nested-commands.js';
import { WRAPPERS } from './nested/wrappers.js';

export interface ProgramProfile {
  readonly effects: number;
  /** Its effects depending on the arguments, if the name does not determine them. */
  readonly refine: Refine | undefined;
  /** Its effect on each operand, if operands differ. */
  readonly operands: OperandEffects | undefined;
  /** The programs that it starts. */
  readonly findNested: FindNested | undefined;
  /** The option that passes code to it. */
  readonly codeOption: RegExp | undefined;
  /** It has an option for its working directory. */
  readonly changesFolder: boolean;
  /** Finds the words that are only text. */
  readonly findLiterals: FindLiterals | undefined;
}

const CHANGES_FOLDER = new Set(
  'git tar bsdtar make gmake env sudo npm pnpm yarn cargo ninja cmake'.split(' '),
);

const profile = (name: string): ProgramProfile => ({
  effects: EFFECTS_OF_PROGRAMS.get(name) ?? 0,
  refine: REFINED.get(name),
  operands: OPERANDS.get(name),
  findNested: WRAPPERS.get(name),
  codeOption: INTERPRETERS.get(name),
  findLiterals: LITERAL_ARGUMENTS.get(name),
  changesFolder: CHANGES_FOLDER.has(name),
});

const NAMED = new Map([...CHANGES_FOLDER].map((name) => [name, true]));
const UNKNOWN_PROGRAM = profile('');
const PROFILES = new Map<string, ProgramProfile>(
  [EFFECTS_OF_PROGRAMS, REFINED, OPERANDS, WRAPPERS, INTERPRETERS, LITERAL_ARGUMENTS, NAMED].flatMap(
    (table) => [...table.keys()].map((name): [string, ProgramProfile] => [name, profile(name)]),
  ),
);

/** True if a program starts others or runs code: shells, interpreters, `env`. */
export function runsOtherCode(program: string): boolean {
  const { findNested, codeOption } = profileOf(program);
  return findNested !== undefined || codeOption !== undefined;
}

/** True if the tables contain a program, by its base name. */
export const isKnownProgram = (program: string): boolean => profileOf(program) !== UNKNOWN_PROGRAM;

/** The profile of a program, by its base name; `python3.12` is `python`. */
export function profileOf(program: string): ProgramProfile {
  const found = PROFILES.get(program);
  if (found !== undefined) return found;
  const last = program.charCodeAt(program.length - 1);
  const versioned = last >= 48 && last <= 57;
  return (versioned ? PROFILES.get(program.replace(/[\d.]+$/, '')) : undefined) ?? UNKNOWN_PROGRAM;
}
