// Finds the session that precedes a new one. The new session refers to it, so that its removal can be detected.

import { readdirSync } from 'node:fs';
import { isLog, sessionOf } from '../format/file-names.js';
import { joinOrder } from './session-order.js';

/**
 * Adds `own` to the list of sessions and returns the session before it. If the list is empty, the file names are
 * used.
 */
export function previousSession(folder: string, own: string): string | undefined {
  const there = new Set<string>();
  for (const file of readdirSync(folder)) {
    const session = sessionOf(file);
    if (session !== undefined && session !== own && isLog(file)) there.add(session);
  }
  const before = joinOrder(folder, own).find((session) => there.has(session));
  return before ?? [...there].sort().at(-1);
}
