// Which session began last before a new one. The new one refers to it, so that its removal is noticed.

import { readdirSync } from 'node:fs';
import { isLog, sessionOf } from '../format/file-names.js';
import { joinOrder } from './session-order.js';

/** Adds `own` to the list of sessions and returns the one before it; by file names where the list names none. */
export function previousSession(folder: string, own: string): string | undefined {
  const there = new Set<string>();
  for (const file of readdirSync(folder)) {
    const session = sessionOf(file);
    if (session !== undefined && session !== own && isLog(file)) there.add(session);
  }
  const before = joinOrder(folder, own).find((session) => there.has(session));
  return before ?? [...there].sort().at(-1);
}
