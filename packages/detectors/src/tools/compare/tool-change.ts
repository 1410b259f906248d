// Defines the kinds of changes of a definition, and their severity.

import type { Engine } from '../../engine/engine.js';

/**
 * The severity of a change: cosmetic, notable, or dangerous. After a dangerous change, approval is required before
 * the tool is used again.
 */
export type ChangeWeight = 'cosmetic' | 'notable' | 'dangerous';

/** The kind of a change. */
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

/** One change between the accepted and the current definition. */
export interface ToolChange {
  readonly kind: ChangeKind;
  readonly weight: ChangeWeight;
  /** The location of the change: `description`, `inputSchema.properties.path`, `annotations.readOnlyHint`. */
  readonly where: string;
  /** The description for users. Invisible characters are escaped, and long texts are truncated. */
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

/** Collects changes, up to a limit. */
export interface ChangeList {
  readonly engine: Pick<Engine, 'detect'>;
  readonly changes: ToolChange[];
}

/** Adds a change. If there are more than two hundred changes, the least severe changes are dropped. */
export function addChange(list: ChangeList, kind: ChangeKind, where: string, text: string): void {
  const weight = WEIGHTS[kind];
  if (list.changes.length >= (weight === 'dangerous' ? 2 * MAX_CHANGES : MAX_CHANGES)) return;
  list.changes.push({ kind, weight, where, text });
}
