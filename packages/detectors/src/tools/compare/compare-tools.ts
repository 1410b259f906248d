// Detects rug pulls: describes the changes between the accepted and the current definition of a tool.

import type { Engine } from '../../engine/engine.js';
import { toPrintable } from '../../text/printable.js';
import { inspectTool, type LocatedFinding } from '../inspect.js';
import { isSchemaKey, type ToolPin } from '../pin.js';
import { isObject, type JsonObject, member } from '../schema/schema-shape.js';
import { compareSchemas } from './compare-schema.js';
import { compareText } from './compare-text.js';
import { compareValues } from './compare-value.js';
import { addChange, type ChangeList, type ToolChange } from './tool-change.js';

/** The tool annotations of the protocol, and their defaults. */
const HINTS: Readonly<Record<string, boolean>> = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

/**
 * Returns the changes between two pins of the same tool or server. The list is empty if the definitions are equal.
 */
export function compareTools(
  pinned: ToolPin,
  seen: ToolPin,
  engine: Pick<Engine, 'detect'>,
): readonly ToolChange[] {
  if (pinned.canonical === seen.canonical) return [];
  const [old, now] = [parse(pinned), parse(seen)];
  const list: ChangeList = { engine, changes: [] };
  if (old === undefined || now === undefined) {
    addChange(list, 'other', '', 'one of the two definitions cannot be read');
    return list.changes;
  }
  for (const key of new Set([...Object.keys(old), ...Object.keys(now)]))
    compareMember(list, key, member(old, key), member(now, key));
  addSplitInstructions(list, old, now);
  // INVARIANT: different definitions never compare as equal, even if the comparison above finds no difference.
  if (list.changes.length === 0)
    addChange(list, 'cosmetic', '', 'formatted differently, with the same meaning');
  return list.changes;
}

/**
 * Compares the joined texts, because a sentence can be split across several texts, so that no single text contains
 * the whole sentence.
 */
function addSplitInstructions(list: ChangeList, old: JsonObject, now: JsonObject): void {
  if (list.changes.some(({ kind }) => kind === 'instruction')) return;
  const isInstruction = ({ kind }: LocatedFinding) => kind === 'injection';
  const found = inspectTool(now, list.engine).find(isInstruction);
  if (found === undefined || inspectTool(old, list.engine).some(isInstruction)) return;
  addChange(
    list,
    'instruction',
    found.where,
    `together the texts now read like an instruction: “${found.excerpt}”`,
  );
}

function compareMember(list: ChangeList, key: string, old: unknown, now: unknown): void {
  if (key === 'name' && old !== now)
    addChange(
      list,
      'name',
      key,
      `was ${toPrintable(String(old), 80)}, is now ${toPrintable(String(now), 80)}`,
    );
  else if (isSchemaKey(key)) compareSchemas(list, key, old, now);
  else if (key === 'annotations') compareAnnotations(list, old, now);
  else if (typeof now === 'string' && (old === undefined || typeof old === 'string'))
    addText(list, key, old, now);
  else compareValues(list, key, old, now);
}

function addText(list: ChangeList, where: string, old: string | undefined, now: string): void {
  if (old === undefined) compareValues(list, where, old, now, 'text');
  else compareText(list, where, old, now);
}

function compareAnnotations(list: ChangeList, old: unknown, now: unknown): void {
  const [before, after] = [isObject(old) ? old : {}, isObject(now) ? now : {}];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const where = `annotations.${toPrintable(key, 60)}`;
    if (Object.hasOwn(HINTS, key)) compareHint(list, key, member(before, key), member(after, key));
    else if (typeof before[key] === 'string' && typeof after[key] === 'string')
      compareText(list, where, before[key], after[key]);
    else compareValues(list, where, member(before, key), member(after, key));
  }
}

/** Clients run read-only tools without approval, so any change of an annotation matters. */
function compareHint(list: ChangeList, key: string, old: unknown, now: unknown): void {
  const [was, is] = [old ?? HINTS[key], now ?? HINTS[key]];
  if (was !== is)
    addChange(list, 'hint', `annotations.${key}`, `was ${hintWord(was)}, is now ${hintWord(is)}`);
}

const hintWord = (hint: unknown): string => (typeof hint === 'boolean' ? String(hint) : 'not a boolean');

function parse({ canonical }: ToolPin): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(canonical);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
