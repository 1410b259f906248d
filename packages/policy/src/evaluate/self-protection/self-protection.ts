// The built-in first rule of every policy: a call may not stop the firewall or change its configuration.
import { DELETE, impliedEffects, WRITE } from '../../facts/effects.js';
import type { MatchedValue } from '../../model.js';
import type { EvaluationInput } from '../evaluation-input.js';
import { quoteValue } from '../quote-value.js';
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
  /** The program files of the firewall, as canonical paths. */
  readonly files: ReadonlySet<string>;
}

/** Describes what a call would do to the firewall; undefined if nothing. */
export function findViolation(
  input: EvaluationInput,
  { paths, files }: FirewallFiles,
): Violation | undefined {
  return startsFirewall(input, files) ?? changesProtectedPath(input, paths);
}

function startsFirewall(input: EvaluationInput, files: ReadonlySet<string>): Violation | undefined {
  const command = findFirewallCommand(input, files) ?? findIndirectCommand(input, files);
  if (command !== undefined) return commandViolation('the call would run a firewall command', command);
  return mayStartFirewall(input, files)
    ? commandViolation('the call may run a firewall command', 'text that cannot be read in full')
    : undefined;
}

const commandViolation = (reason: string, value: string): Violation => ({
  reason,
  matchedValues: [{ field: 'command', pattern: 'clawdefender', value, where: 'the command' }],
});

function changesProtectedPath(input: EvaluationInput, own: ProtectedPaths): Violation | undefined {
  const call = input.facts.effects;
  const { paths } = input.facts;
  for (let index = 0; index < paths.length; index += 1) {
    const effects = impliedEffects(paths[index]?.effects ?? call);
    if ((effects & (WRITE | DELETE)) === 0) continue;
    const { fact, resolved, globs } = input.path(index);
    if (own.isChanged(resolved.candidates, globs, (effects & DELETE) !== 0))
      return {
        reason: `the call would change files of the firewall or a client configuration: ${quoteValue(fact.text)}`,
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
