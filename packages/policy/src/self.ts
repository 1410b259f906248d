// The rule that every policy begins with: a call may not stop the firewall, nor rewrite what it is configured by.
import { DELETE, implied, WRITE } from './facts/effects.js';
import type { Hit } from './model.js';
import { findOwnCommand, mayStartUs } from './own-command.js';
import type { OwnPaths } from './own-paths.js';
import { show } from './show.js';
import type { Subject } from './subject.js';

export interface SelfHarm {
  readonly reason: string;
  readonly hits: readonly Hit[];
}

/** What is ours on this machine. */
export interface Own {
  readonly paths: OwnPaths;
  /** The files that our program consists of, in canonical spelling. */
  readonly files: ReadonlySet<string>;
}

/** Says what a call would do to the firewall itself, if anything. */
export function findSelfHarm(subject: Subject, { paths, files }: Own): SelfHarm | undefined {
  return startsUs(subject, files) ?? touchesUs(subject, paths);
}

function startsUs(subject: Subject, files: ReadonlySet<string>): SelfHarm | undefined {
  const command = findOwnCommand(subject, files);
  if (command !== undefined) return harmBy('the call would run the firewall itself', command);
  return mayStartUs(subject, files)
    ? harmBy('the call may run the firewall itself', 'text that cannot be read in full')
    : undefined;
}

const harmBy = (reason: string, value: string): SelfHarm => ({
  reason,
  hits: [{ field: 'command', pattern: 'clawdefender', value, where: 'the command' }],
});

function touchesUs(subject: Subject, own: OwnPaths): SelfHarm | undefined {
  const call = subject.facts.effects;
  const { paths } = subject.facts;
  for (let index = 0; index < paths.length; index += 1) {
    const effects = implied(paths[index]?.effects ?? call);
    if ((effects & (WRITE | DELETE)) === 0) continue;
    const { fact, reading, globs } = subject.path(index);
    if (own.isTouched(reading.readings, globs, (effects & DELETE) !== 0))
      return {
        reason: `the call would change the firewall's own files, or what clients start: ${show(fact.text)}`,
        hits: [
          {
            field: 'path',
            pattern: 'our own files and client configurations',
            value: fact.text,
            where: 'path',
          },
        ],
      };
  }
  return undefined;
}
