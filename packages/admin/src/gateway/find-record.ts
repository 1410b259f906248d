// Finds the key or resource that a path names: by its id, or by its name if only one record has that name.

import { Problem } from '../http/problem.js';

interface NamedRecord {
  readonly id: string;
  readonly name: string;
}

/** Throws 404 if there is no match, and 409 with the ids if several records have the name. */
export function findRecord<Found extends NamedRecord>(
  kind: 'key' | 'resource',
  records: readonly Found[],
  idOrName = '',
): Found {
  const byId = records.find(({ id }) => id === idOrName);
  if (byId !== undefined) return byId;
  const [named, ...others] = records.filter(({ name }) => name === idOrName);
  if (named === undefined) throw new Problem(404, `No ${kind} with the id or name \`${idOrName}\`.`);
  if (others.length === 0) return named;
  const ids = [named, ...others].map(({ id }) => `\`${id}\``).join(', ');
  throw new Problem(409, `${others.length + 1} ${kind}s have the name \`${idOrName}\`. Use an id: ${ids}.`);
}
