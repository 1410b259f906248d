// The labels of a call, and a test whether it sends data from this machine.

import { classifyHost } from '../egress/index.js';
import { type ClassifiedPath, sensitivePaths } from './file-access.js';
import { normalizePath } from './normalize-path.js';
import { isPackageProgram, isRoutineCommand } from './routine-commands.js';
import { hasEffect, type Label, type Step } from './step.js';

/** The working folders; paths in them belong to the project unless they are sensitive. */
export interface LabelOptions {
  readonly projects?: readonly string[];
}

/** All labels of a call: the given ones, and the classes of its paths. */
export function findLabels(step: Step, options: LabelOptions = {}): ReadonlySet<Label> {
  return collectLabels(step, sensitivePaths(step), options);
}

/** The same for paths that are already classified. */
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

/** True if a call can send data elsewhere: it connects, and not only to this machine. */
export function sendsData(step: Step): boolean {
  if (step.labels.includes('outside')) return true;
  if (!hasEffect(step.effects, 'connect')) return false;
  return step.hosts.length === 0 || step.hosts.some((host) => classifyHost(host) !== 'loopback');
}

/** True if it only connects like package managers and version control, to a configured host. */
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
