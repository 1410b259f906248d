// Finds patches in tool arguments: `apply_patch {"patch"}`, `apply_diff {"diff"}`. A patch changes the files
// in its headers, although no argument names these files.

import { isRecord } from '../is-record.js';
import { foldersOf, placesOf } from '../named-folders.js';
import type { ValueFacts } from '../value-facts.js';
import { walkValue } from '../walk-value.js';
import { filesOfPatch } from './patch-files.js';

/**
 * Tests whether an argument is a patch. A tool that writes then applies it, whatever the name of the tool is.
 */
export const hasPatch = (args: unknown): boolean =>
  isRecord(args) && (typeof args['patch'] === 'string' || typeof args['diff'] === 'string');

/** Adds the files that the patches in the arguments change. Returns the effects. */
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
