// What a call is labelled with, and whether it sends something out of this machine.

import { classifyHost } from '../egress/index.js';
import { type ClassifiedPath, sensitivePaths } from './file-access.js';
import { normalizePath } from './normalize-path.js';
import { isPackageProgram, isRoutineCommand } from './programs.js';
import { hasEffect, type Label, type Step } from './step.js';

/** Where the work is done; paths below are the project's unless they hold something sensitive. */
export interface LabelOptions {
  readonly projects?: readonly string[];
}

/** Everything a call is known to be about: the labels it brought, and the classes of its paths. */
export function findLabels(step: Step, options: LabelOptions = {}): ReadonlySet<Label> {
  return collectLabels(step, sensitivePaths(step), options);
}

/** The same, when the paths have been classified already. */
export function collectLabels(
  step: Step,
  sensitive: readonly ClassifiedPath[],
  { projects = [] }: LabelOptions,
): ReadonlySet<Label> {
  const labels = new Set<Label>(step.labels);
  for (const { label } of sensitive) labels.add(label);
  const roots = projects.map((root) => `${normalizePath(root)}/`);
  for (const { text, readings = [] } of roots.length === 0 ? [] : step.paths)
    for (const spelling of [text, ...readings]) {
      const path = `${normalizePath(spelling)}/`;
      if (roots.some((root) => path.startsWith(root))) labels.add('project');
    }
  if (sendsData(step)) labels.add('outside');
  return labels;
}

/** Whether a call may carry something out: it connects, and not to this very machine only. */
export function sendsData(step: Step): boolean {
  if (step.labels.includes('outside')) return true;
  if (!hasEffect(step.effects, 'connect')) return false;
  return step.hosts.length === 0 || step.hosts.some((host) => classifyHost(host) !== 'loopback');
}

/** Whether it only connects as package managers and version control do, to where it was told to long ago. */
export function isRoutineConnection(step: Step): boolean {
  return (
    !step.labels.includes('outside') &&
    step.commands.some(({ program }) => isPackageProgram(program)) &&
    step.commands.every(isRoutineCommand) &&
    // `git add notes.txt` names no host, although it looks like one; `git push git@x.example:y` does.
    !step.commands.some(({ words }) => words.some((word) => ADDRESS.test(word)))
  );
}

const ADDRESS = /^[^\s:]*:\/\/|^[^\s:/.@]*[.@][^\s:/]*:/;
