// Combines all tables into one profile for each program, so that a command needs a single lookup.

import { INTERPRETERS } from '../code/interpreters.js';
import { EFFECTS_OF_PROGRAMS, REFINED, type Refine } from '../effects.js';
import { OPERANDS, type OperandEffects } from '../operand-effects.js';
import { type FindLiterals, LITERAL_ARGUMENTS } from './literal-arguments.js';
import type { FindNested } from './nested/nested-commands.js';
import { WRAPPERS } from './nested/wrappers.js';

export interface ProgramProfile {
  readonly effects: number;
  /** Refines the effects according to the arguments, if the name alone does not determine them. */
  readonly refine: Refine | undefined;
  /** Determines the effect on each operand, if the effects differ. */
  readonly operands: OperandEffects | undefined;
  /** Finds the programs that this program starts. */
  readonly findNested: FindNested | undefined;
  /** Matches the option that passes code to the program. */
  readonly codeOption: RegExp | undefined;
  /** True if the program has an option for its working directory. */
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

/** Tests whether a program starts others or runs code, like shells, interpreters and `env`. */
export function runsOtherCode(program: string): boolean {
  const { findNested, codeOption } = profileOf(program);
  return findNested !== undefined || codeOption !== undefined;
}

/** Tests whether the tables contain a program. The argument is the base name. */
export const isKnownProgram = (program: string): boolean => profileOf(program) !== UNKNOWN_PROGRAM;

/**
 * Returns the profile of a program. The argument is the base name; `python3.12` has the profile of `python`.
 */
export function profileOf(program: string): ProgramProfile {
  const found = PROFILES.get(program);
  if (found !== undefined) return found;
  const last = program.charCodeAt(program.length - 1);
  const versioned = last >= 48 && last <= 57;
  return (versioned ? PROFILES.get(program.replace(/[\d.]+$/, '')) : undefined) ?? UNKNOWN_PROGRAM;
}
