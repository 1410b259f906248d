// Patches in the arguments of tools: `apply_patch {"patch"}`, `apply_diff {"diff"}`. The files in their headers are
// changed, although no argument names them.

import { isRecord } from './is-record.js';
import { foldersOf, placesOf } from './named-folders.js';
import { filesOfPatch } from './patch-files.js';
import type { ValueFacts } from './value-facts.js';
import { walkValue } from './walk-value.js';

/** True if a tool that writes gets a patch, whatever its name is. */
export const hasPatch = (args: unknown): boolean =>
  isRecord(args) && (typeof args['patch'] === 'string' || typeof args['diff'] === 'string');

/** Adds the files that patches in the arguments change; returns the effects. */
export function addPatchFiles(args: unknown, { paths }: ValueFacts): number {
  let added = 0;
  const folders = foldersOf(args);
  const visitor = {
    leaf(text: string) {
      for (const { text: file, effects } of filesOfPatch(text)) {
        added |= effects;
        for (const place of placesOf(file, folders))
          paths.push({ text: place, source: 'arguments', effects, exact: true });
      }
    },
    key: () => {},
    object: () => {},
    array: () => {},
    isText: () => false,
  };
  walkValue(args, visitor);
  return added;
}
