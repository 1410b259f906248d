// Determines the state of an entry: unprotected, wrapped, behind another firewall, remote, or unsupported. For a
// wrapped entry, also checks that the firewall is effective: a command line in a repository could start the firewall
// with settings that disable it.

import type { LocatedEntry } from '../config-formats/format.js';
import { addressOf, type EntryShape, environmentOf, lookAlikes, wordsOf } from './entry-shape.js';
import { programName } from './program/program-name.js';
import { type Launch, recognizeLaunch, urlOf } from './program/recognize-launch.js';

export type EntryState =
  | { readonly kind: 'bare'; readonly words: readonly string[] }
  /** Started through this firewall. It is protected only if there are no weaknesses. */
  | {
      readonly kind: 'wrapped';
      readonly launch: Launch;
      readonly original: readonly string[];
      /** The URL of a remote server. */
      readonly address?: string;
      readonly weaknesses: readonly string[];
    }
  /** Started through a firewall that `wrap` can replace. */
  | { readonly kind: 'foreign'; readonly by: string; readonly original: readonly string[] }
  | { readonly kind: 'remote'; readonly address: string }
  /** This firewall's own MCP server. */
  | { readonly kind: 'ourselves' }
  | { readonly kind: 'out-of-reach'; readonly reason: string };

/** Information that is not part of the entry. */
export interface EntryContext {
  /** True if the file belongs to a project, so that other people may have written it. */
  readonly project: boolean;
  /** True if a path, or a name on the PATH, refers to an installed copy of this program. */
  isOurProgram(word: string): boolean;
  /** True for an absolute path that is not in the project. */
  isOutside(path: string): boolean;
}

/** The fields in which earlier versions stored the original command. */
export const legacyMarkers = ['_clawdefender_original', '_clawai_original'];

export function entryStateOf(entry: LocatedEntry, shape: EntryShape, surroundings: EntryContext): EntryState {
  if (entry.problem !== undefined) return outOfReach(entry.problem);
  const words = wordsOf(entry, shape);
  if (words === undefined) {
    const address = addressOf(entry, shape);
    return address === undefined ? outOfReach(whyNoCommand(entry, shape)) : { kind: 'remote', address };
  }
  if (isCommandLine(words[0] as string))
    return outOfReach(
      `its \`${shape.command}\` is a whole command line; move the arguments to \`${shape.args}\``,
    );
  const launch = recognizeLaunch(words);
  // Some clients use the URL in this case and ignore the command.
  const besides = addressOf(entry, shape) !== undefined;
  if (!launch)
    return besides
      ? outOfReach('it has a command and a URL; keep the one that the client uses')
      : { kind: 'bare', words };
  const original =
    launch.originalAt === undefined ? (legacyOriginal(entry) ?? []) : words.slice(launch.originalAt);
  if (launch.by !== 'clawdefender') {
    return original.length > 0
      ? { kind: 'foreign', by: launch.by === 'agent-wall' ? 'Agent Wall' : 'clawai', original }
      : { kind: 'bare', words };
  }
  const weaknesses = findWeaknesses(entry, shape, launch, surroundings);
  if (launch.verb !== 'proxy' && launch.verb !== 'wrap') {
    // A program that has our name but is not ours counts as an ordinary server.
    const trusted = launch.verb === 'serve' && weaknesses.length === 0;
    return trusted && (launch.options.length === 0 || !surroundings.project)
      ? { kind: 'ourselves' }
      : { kind: 'bare', words };
  }
  const address = urlOf(launch);
  return {
    kind: 'wrapped',
    launch,
    original,
    ...(address === undefined ? {} : { address }),
    weaknesses: [
      ...strayOptions(launch.options).map((option) => `it starts clawdefender with \`${option}\``),
      ...weaknesses,
      ...(address === undefined || surroundings.project
        ? []
        : connectionVariables(entry, shape).map((name) => `it sets \`${name}\``)),
      ...(launch.originalAt === undefined && address === undefined ? ['it starts no server'] : []),
      ...(besides ? ['the client may connect to its URL directly'] : []),
    ],
  };
}

/**
 * True for a whole command line in one string, such as `npx -y server`. Some clients pass it to a shell, but we would
 * search for a program with that name.
 */
const isCommandLine = (command: string): boolean => /^[^\s\\/]+\s+\S/.test(command);

const outOfReach = (reason: string): EntryState => ({ kind: 'out-of-reach', reason });

function whyNoCommand({ value }: LocatedEntry, shape: EntryShape): string {
  const command = value[shape.command];
  if (value['source'] === 'extension') return 'it belongs to an extension of the client';
  if (command === undefined || command === '') return `it has neither \`${shape.command}\` nor a URL`;
  if (shape.args !== undefined && typeof command !== 'string')
    return `its \`${shape.command}\` is not a string`;
  if (shape.command === 'serverCommand')
    return 'its `serverCommand` is a whole command line; move the server to `mcpServers`';
  return `its \`${shape.args ?? shape.command}\` is not a list of strings`;
}

export const legacyMarkerOf = ({ value }: LocatedEntry): string | undefined =>
  legacyMarkers.find((marker) => value[marker] !== undefined);

/** Returns the command that an earlier version stored in addition to its own command. */
export function legacyOriginal(entry: LocatedEntry): readonly string[] | undefined {
  const kept = entry.value[legacyMarkerOf(entry) ?? ''];
  if (typeof kept !== 'object' || kept === null) return undefined;
  const { command, args = [] } = kept as { command?: unknown; args?: unknown };
  const whole = [command, ...(Array.isArray(args) ? args : [undefined])];
  return whole.every((word) => typeof word === 'string') ? (whole as string[]) : undefined;
}

/** Matches options of `proxy` that do not affect enforcement; each takes a value. */
const harmlessOption = /^--(?:server|url|header|header-env|bearer-env|log-format)(?:=|$)/;

/**
 * Returns the words between the verb and `--` that may affect enforcement. Words that do not look like options are
 * included: `${X:---mode}` becomes an option when the client substitutes the variable.
 */
function strayOptions(words: readonly string[]): readonly string[] {
  const stray: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (!harmlessOption.test(word)) stray.push(word);
    const next = words[at + 1];
    if (word.startsWith('--') && !word.includes('=') && next !== undefined && !next.startsWith('-')) at++;
  }
  return stray;
}

/**
 * Matches variables that choose our policy, our state or our code, including the case that our command is a shell
 * script. Header variables are not matched, because they only contain values.
 */
const dangerousVariable = new RegExp(
  [
    '^(?:CLAWDEFENDER_(?!HEADER_\\d+$).*|XDG_.*|HOME|USERPROFILE|OPENSSL_.*|LD_.*|DYLD_.*|GCONV_PATH',
    'NODE_(?:OPTIONS|PATH|COMPILE_CACHE|V8_COVERAGE|REPL_EXTERNAL_MODULE|REDIRECT_WARNINGS|ICU_DATA)',
    'BASH_ENV|BASH_FUNC_.*|SHELLOPTS|BASHOPTS|PS4|NODE_(?:CHANNEL_FD|UNIQUE_ID))$',
  ].join('|'),
  'i',
);

/**
 * Matches names that define another variable: the environment of a process consists of texts `NAME=value`, so the name
 * `HOME=/tmp x` sets `HOME`.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a NUL ends such a text
const hidesVariable = /[=\s\0-\x1f]/;

/**
 * Matches variables that servers may need and a project may misuse: for temporary files, for messages of Node on
 * stderr, and variables that a shell evaluates.
 */
const projectVariable = /^(?:TMPDIR|TMP|TEMP|ENV|IFS|NODE_DEBUG(?:_NATIVE)?)$/i;

/** Matches variables that redirect the connection to a remote server. A server that we start may need them. */
const connectionVariable = /^(?:NODE_TLS_REJECT_UNAUTHORIZED|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR))$/i;

const variableNames = (entry: LocatedEntry, shape: EntryShape): readonly string[] =>
  Object.keys(environmentOf(entry, shape));

const connectionVariables = (entry: LocatedEntry, shape: EntryShape): readonly string[] =>
  variableNames(entry, shape).filter((name) => connectionVariable.test(name));

/**
 * Returns the variables of an entry that make any firewall ineffective. In a project file, more variables count as
 * dangerous.
 */
export const dangerousVariables = (
  entry: LocatedEntry,
  shape: EntryShape,
  project: boolean,
): readonly string[] =>
  variableNames(entry, shape).filter(
    (name) =>
      dangerousVariable.test(name) ||
      hidesVariable.test(name) ||
      (project && (projectVariable.test(name) || connectionVariable.test(name))),
  );

function findWeaknesses(
  entry: LocatedEntry,
  shape: EntryShape,
  launch: Launch,
  { project, isOurProgram, isOutside }: EntryContext,
): string[] {
  const weaknesses: string[] = [];
  const { runnerOptions, runners, how, program } = launch;
  for (const option of runnerOptions) weaknesses.push(`it starts clawdefender through \`${option}\``);
  for (const runner of runners.filter((word) => isPath(word) && !isOutside(word)))
    weaknesses.push(`it starts clawdefender through \`${runner}\`, which can be any program`);
  for (const name of dangerousVariables(entry, shape, project)) weaknesses.push(`it sets \`${name}\``);
  for (const name of lookAlikes(entry, shape))
    weaknesses.push(`it has \`${name}\`, which some clients treat as the field of that name`);
  // Our command is a script, which the first `node` on the PATH runs.
  const choosing = variableChoosingProgram(entry, shape);
  if (choosing !== undefined && !(how === 'script' && runners.every(isPath)))
    weaknesses.push(`it sets \`${choosing}\`, which determines what \`clawdefender\` starts`);
  // For a script without a folder, Node searches the current folder instead of the PATH.
  if (how !== 'package' && ((how === 'script' && !isPath(program)) || !isOurProgram(program)))
    weaknesses.push(`\`${program}\` is not an installed clawdefender`);
  // A Windows shell reads all words as one line, in which these characters end a command.
  const line = [...launch.options, ...(wordsOf(entry, shape)?.slice(launch.originalAt ?? 0) ?? [])];
  if (runners.some((word) => programName(word) === 'cmd') && line.some((word) => /[&|<>^%\r\n]/.test(word)))
    weaknesses.push('it starts clawdefender through a shell that also runs other commands');
  // A package runner prefers a package in the current folder.
  if (project && how === 'package')
    weaknesses.push('it starts clawdefender through a package runner, which prefers a copy in the project');
  // Bun also reads `.env` in the current folder.
  if (project && how === 'script' && runners.some((word) => programName(word) === 'bun'))
    weaknesses.push(
      'it starts clawdefender through Bun, which runs code that the `bunfig.toml` of the project specifies',
    );
  if (how === 'package')
    for (const name of variableNames(entry, shape).filter((one) => /^npm_config_/i.test(one)))
      weaknesses.push(`it sets \`${name}\`, which determines the downloaded package`);
  if (project && entry.value['envFile'] !== undefined)
    weaknesses.push('it reads variables from a project file');
  return weaknesses;
}

const isPath = (word: string): boolean => /[\\/]/.test(word);

/** Returns a variable of the entry that changes where the system or a version manager searches for programs. */
export const variableChoosingProgram = (entry: LocatedEntry, shape: EntryShape): string | undefined =>
  variableNames(entry, shape).find((name) =>
    /^(?:path|pathext|(?:volta|asdf|mise|proto|nodenv|nvm)_.*)$/i.test(name),
  );
