// Where an entry stands: bare, behind us, behind another firewall, remote, or out of reach. And whether "behind us" counts:
// a repository's own configuration is a command line, too, and could start us with our teeth drawn.

import type { LocatedEntry } from './format.js';
import { type Launch, recogniseLaunch, urlOf } from './launch.js';
import { addressOf, type EntryShape, environmentOf, wordsOf } from './shape.js';

export type Standing =
  | { readonly kind: 'bare'; readonly words: readonly string[] }
  /** Launched by us. It is protected only when there are no weaknesses. */
  | {
      readonly kind: 'wrapped';
      readonly launch: Launch;
      readonly original: readonly string[];
      /** Where the server is, when it is a remote one. */
      readonly address?: string;
      readonly weaknesses: readonly string[];
    }
  /** Launched by a firewall that we know how to replace. */
  | { readonly kind: 'foreign'; readonly by: string; readonly original: readonly string[] }
  | { readonly kind: 'remote'; readonly address: string }
  /** Our own MCP server. */
  | { readonly kind: 'ourselves' }
  | { readonly kind: 'out-of-reach'; readonly reason: string };

/** What the judge has to know beyond the entry. */
export interface Surroundings {
  /** Whether the file belongs to a project: somebody else may have written it. */
  readonly project: boolean;
  /** Whether a path leads to an installed copy of this program. */
  isOurProgram(path: string): boolean;
}

/** Fields in which earlier versions kept the original. */
export const legacyMarkers = ['_clawdefender_original', '_clawai_original'];

export function standingOf(entry: LocatedEntry, shape: EntryShape, surroundings: Surroundings): Standing {
  if (entry.problem !== undefined) return outOfReach(entry.problem);
  const words = wordsOf(entry, shape);
  if (words === undefined) {
    const address = addressOf(entry, shape);
    return address === undefined ? outOfReach(whyNoCommand(entry, shape)) : { kind: 'remote', address };
  }
  if (isCommandLine(words[0] as string))
    return outOfReach(
      `its \`${shape.command}\` is a whole command line; put the arguments into \`${shape.args}\``,
    );
  const launch = recogniseLaunch(words);
  // Some clients take the address then, and would go past whatever we put in front of the command.
  const besides = addressOf(entry, shape) !== undefined;
  if (!launch)
    return besides
      ? outOfReach('it has a command and an address; keep the one that its client uses')
      : { kind: 'bare', words };
  const original =
    legacyOriginal(entry) ?? (launch.originalAt === undefined ? [] : words.slice(launch.originalAt));
  if (launch.by !== 'clawdefender') {
    return original.length > 0
      ? { kind: 'foreign', by: launch.by === 'agent-wall' ? 'Agent Wall' : 'clawai', original }
      : { kind: 'bare', words };
  }
  if (launch.verb !== 'proxy' && launch.verb !== 'wrap') return { kind: 'ourselves' };
  const address = urlOf(launch);
  return {
    kind: 'wrapped',
    launch,
    original,
    ...(address === undefined ? {} : { address }),
    weaknesses: [
      ...findWeaknesses(entry, shape, launch, surroundings),
      ...(besides ? ['its client may connect to the address beside it'] : []),
    ],
  };
}

/** `npx -y server` as one word: some clients give it to a shell, and we would look for a program of that name. */
const isCommandLine = (command: string): boolean => /^[^\s\\/]+\s+\S/.test(command);

const outOfReach = (reason: string): Standing => ({ kind: 'out-of-reach', reason });

function whyNoCommand({ value }: LocatedEntry, shape: EntryShape): string {
  const command = value[shape.command];
  if (value['source'] === 'extension') return 'it comes with an extension of its client';
  if (command === undefined || command === '') return `it has neither \`${shape.command}\` nor an address`;
  if (shape.args !== undefined && typeof command !== 'string')
    return `its \`${shape.command}\` is not a string`;
  return `its \`${shape.args ?? shape.command}\` is not a list of strings`;
}

/** The command that an earlier version kept beside its own. */
export function legacyOriginal({ value }: LocatedEntry): readonly string[] | undefined {
  const kept = legacyMarkers.map((marker) => value[marker]).find((original) => original !== undefined);
  if (typeof kept !== 'object' || kept === null) return undefined;
  const { command, args = [] } = kept as { command?: unknown; args?: unknown };
  const whole = [command, ...(Array.isArray(args) ? args : [undefined])];
  return whole.every((word) => typeof word === 'string') ? (whole as string[]) : undefined;
}

/** Options of `proxy` that change nothing about what is judged. */
const harmlessOption = /^--(?:server|url|header|header-env)(?:=|$)/;

/** Variables that choose our policy, our state or our code. Header variables only carry values. */
const dangerousVariable =
  /^(?:CLAWDEFENDER_(?!HEADER_\d+$).*|XDG_.*|HOME|USERPROFILE|NODE_OPTIONS|NODE_PATH|LD_PRELOAD|LD_LIBRARY_PATH|DYLD_.*)$/i;

/** The variables of an entry under which we could not be trusted, whoever starts us. */
export const dangerousVariables = (entry: LocatedEntry, shape: EntryShape): readonly string[] =>
  Object.keys(environmentOf(entry, shape)).filter((name) => dangerousVariable.test(name));

function findWeaknesses(
  entry: LocatedEntry,
  shape: EntryShape,
  launch: Launch,
  { project, isOurProgram }: Surroundings,
): string[] {
  const weaknesses: string[] = [];
  const { options, runnerOptions, how, program } = launch;
  for (const option of options.filter((word) => word.startsWith('-') && !harmlessOption.test(word)))
    weaknesses.push(`it starts us with \`${option}\``);
  for (const option of runnerOptions) weaknesses.push(`it starts us through \`${option}\``);
  for (const name of dangerousVariables(entry, shape)) weaknesses.push(`it sets \`${name}\``);
  if ((how === 'name' || how === 'package') && setsPath(entry, shape))
    weaknesses.push('it sets `PATH`, which decides what `clawdefender` is');
  if ((how === 'path' || how === 'script') && !isOurProgram(program))
    weaknesses.push(`\`${program}\` is not an installed clawdefender`);
  // A runner takes the package that the current folder holds, whatever it contains.
  if (project && how === 'package')
    weaknesses.push('it starts us through a package runner, which takes a copy in the project first');
  if (project && entry.value['envFile'] !== undefined)
    weaknesses.push('it reads variables from a file of the project');
  return weaknesses;
}

/** Whether the entry chooses where programs are looked for. */
export const setsPath = (entry: LocatedEntry, shape: EntryShape): boolean =>
  Object.keys(environmentOf(entry, shape)).some((name) => /^path$/i.test(name));
