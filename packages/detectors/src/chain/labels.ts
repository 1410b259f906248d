// Determines the labels of a call, and whether it sends data from this machine.

import { classifyHost } from '../egress/index.js';
import { type ClassifiedPath, sensitivePaths } from './files/file-access.js';
import { normalizePath } from './files/normalize-path.js';
import { isPackageProgram, isRoutineCommand } from './routine-commands.js';
import { hasEffect, type Label, type Step } from './step.js';

/** The working folders. A path in one of them has the label `project`. */
export interface LabelOptions {
  readonly projects?: readonly string[];
}

/** Returns all labels of a call: its own labels, and the classes of its paths. */
export function findLabels(step: Step, options: LabelOptions = {}): ReadonlySet<Label> {
  return collectLabels(step, sensitivePaths(step), options);
}

/** Returns all labels of a call whose paths are already classified. */
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

/** Tests whether a call can send data to another machine. */
export function sendsData(step: Step): boolean {
  if (step.labels.includes('outside')) return true;
  if (!hasEffect(step.effects, 'connect')) return false;
  return step.hosts.length === 0 || step.hosts.some((host) => classifyHost(host) !== 'loopback');
}

/** Tests whether a call only connects to a configured host, as package managers and version control do. */
export function isRoutineConnection(step: Step): boolean {
  return (
    !step.labels.includes('outside') &&
    step.commands.some(({ program }) => isPackageProgram(program)) &&
    step.commands.every(isRoutineCommand) &&
    // A word with an address can change the host: `git push git@x.example:y`. A file name that looks like a host
    // cannot: `git add notes.txt`.
    !step.commands.some(({ words }) => words.some((word) => ADDRESS.test(word)))
  );
}

const ADDRESS = /^[^\s:]*:\/\/|^[^\s:/.@]*[.@][^\s:/]*:/;
