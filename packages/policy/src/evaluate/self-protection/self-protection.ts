// Implements the built-in first rule of every policy: a call may not stop the firewall or change its configuration.
import type { Invocation } from '../../facts/commands/invocation.js';
import type { ShellFacts } from '../../facts/commands/shell/shell-facts.js';
import { DELETE, impliedEffects, MOVE, READ, UNKNOWN_PROGRAM, WRITE } from '../../facts/effects.js';
import type { MatchedValue } from '../../model.js';
import type { EvaluationInput } from '../evaluation-input.js';
import { quoteValue } from '../quote-value.js';
import { findClientCommand } from './client-command.js';
import { findFirewallCommand, mayStartFirewall } from './firewall-command.js';
import { findIndirectCommand } from './indirect-command.js';
import type { ProtectedPaths } from './protected-paths.js';

export interface Violation {
  readonly reason: string;
  readonly matchedValues: readonly MatchedValue[];
}

/** The files and folders of the firewall on this machine. */
export interface FirewallFiles {
  readonly paths: ProtectedPaths;
  /** The folders of the program. They must not be copied, because a copy would not be recognized. */
  readonly program: ProtectedPaths | undefined;
  /** The program files of the firewall, as canonical paths. */
  readonly files: ReadonlySet<string>;
}

/** Describes how a call would affect the firewall. Returns undefined if it would not. */
export function findViolation(
  input: EvaluationInput,
  { paths, program, files }: FirewallFiles,
): Violation | undefined {
  return startsFirewall(input, files) ?? changesClient(input) ?? changesProtectedPath(input, paths, program);
}

function startsFirewall(input: EvaluationInput, files: ReadonlySet<string>): Violation | undefined {
  const command = findFirewallCommand(input, files) ?? findIndirectCommand(input, files);
  if (command !== undefined) return commandViolation('the call would run a firewall command', command);
  return mayStartFirewall(input, files)
    ? commandViolation('the call may run a firewall command', 'text that cannot be read in full')
    : undefined;
}

function changesClient({ facts: { shell } }: EvaluationInput): Violation | undefined {
  const command = findClientCommand(shell);
  return command === undefined
    ? undefined
    : commandViolation('the call would change the servers of a client', command, 'mcp add');
}

const commandViolation = (reason: string, value: string, pattern = 'clawdefender'): Violation => ({
  reason,
  matchedValues: [{ field: 'command', pattern, value, where: 'the command' }],
});

/** Tests for changes of files that are named elsewhere: `echo FILE | xargs rm`, `for f in FILE x; do rm "$f"; done`. */
const changesUnnamed = ({ invocations, words }: ShellFacts): boolean =>
  invocations.some(({ base }) => base === 'xargs' || base === 'parallel') ||
  words.some(
    ({ text, exact, effects }) => !exact && (effects & (WRITE | DELETE | MOVE)) !== 0 && /\$\{?\w/.test(text),
  );

const makesLink = ({ base, words }: Invocation): boolean =>
  base === 'ln' ||
  base === 'link' ||
  (base === 'cp' && words.some((word) => /^-[a-zA-Z]*[ls]|^--(?:l|sym)/.test(word)));

function changesProtectedPath(
  input: EvaluationInput,
  own: ProtectedPaths,
  program: ProtectedPaths | undefined,
): Violation | undefined {
  const call = input.facts.effects;
  const { paths, shell } = input.facts;
  const links = shell?.invocations.some(makesLink) === true;
  const passesOn = shell !== undefined && (call & (WRITE | DELETE)) !== 0 && changesUnnamed(shell);
  for (let index = 0; index < paths.length; index += 1) {
    const effects = impliedEffects(paths[index]?.effects ?? call);
    // A link leads to its source, and can be written to later. A word without an effect can be passed on.
    const changes =
      (effects & (WRITE | DELETE | UNKNOWN_PROGRAM)) !== 0 ||
      (links && (effects & READ) !== 0) ||
      (passesOn && effects === 0 && paths[index]?.source === 'command');
    // `cp -r FOLDER /tmp/x` reads one path and writes to another.
    const mayCopy = program !== undefined && (call & WRITE) !== 0 && (effects & READ) !== 0;
    if (!changes && !mayCopy) continue;
    const { fact, resolved, globs } = input.path(index);
    const isChanged =
      changes && own.isChanged(resolved.candidates, globs, (effects & DELETE) !== 0, (effects & WRITE) !== 0);
    if (isChanged || (mayCopy && program.isChanged(resolved.candidates, globs, false)))
      return {
        reason: `the call would ${isChanged ? 'change files of the firewall or a client configuration' : 'copy the program of the firewall'}: ${quoteValue(fact.text)}`,
        matchedValues: [
          {
            field: 'path',
            pattern: 'files of the firewall and client configurations',
            value: fact.text,
            where: 'path',
          },
        ],
      };
  }
  return undefined;
}
