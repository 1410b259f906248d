// What can change in a definition, and how much it matters.

import type { Engine } from '../../engine/engine.js';

/** How much a change matters: not at all, worth knowing, or a reason to ask before the tool is used again. */
export type ChangeWeight = 'cosmetic' | 'notable' | 'dangerous';

/** What kind of change it is. */
export type ChangeKind =
  | 'cosmetic'
  | 'text'
  | 'instruction'
  | 'url'
  | 'invisible'
  | 'hint'
  | 'name'
  | 'parameter-added'
  | 'parameter-removed'
  | 'required-added'
  | 'required-removed'
  | 'widened'
  | 'narrowed'
  | 'schema'
  | 'other';

/** One change between the definition that was accepted and the one that is seen now. */
export interface ToolChange {
  readonly kind: ChangeKind;
  readonly weight: ChangeWeight;
  /** `description`, `inputSchema.properties.path`, `annotations.readOnlyHint` */
  readonly where: string;
  /** For a person: invisible characters are written out, long texts are cut. */
  readonly text: string;
}

const WEIGHTS: Readonly<Record<ChangeKind, ChangeWeight>> = {
  cosmetic: 'cosmetic',
  text: 'notable',
  instruction: 'dangerous',
  url: 'dangerous',
  invisible: 'dangerous',
  hint: 'dangerous',
  name: 'dangerous',
  'parameter-added': 'notable',
  'parameter-removed': 'notable',
  'required-added': 'notable',
  'required-removed': 'notable',
  widened: 'notable',
  narrowed: 'notable',
  schema: 'notable',
  other: 'notable',
};

const MAX_CHANGES = 200;

/** Collects changes, up to a bound. */
export interface ChangeList {
  readonly engine: Pick<Engine, 'detect'>;
  readonly changes: ToolChange[];
}

/** Adds a change; after two hundred, those that matter least are no longer added. */
export function addChange(list: ChangeList, kind: ChangeKind, where: string, text: string): void {
  const weight = WEIGHTS[kind];
  if (list.changes.length >= (weight === 'dangerous' ? 2 * MAX_CHANGES : MAX_CHANGES)) return;
  list.changes.push({ kind, weight, where, text });
}
