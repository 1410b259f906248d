// Pagination of lists.

import * as z from 'zod';
import { countParameter } from '../http/parameters.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;

export const pageQuery = z.object({
  page: countParameter(1_000_000).optional(),
  limit: countParameter(MAX_LIMIT).optional(),
});

export const pageOf = (item: z.ZodType) =>
  z.object({ items: z.array(item), page: z.number(), limit: z.number(), total: z.number() });

/** Returns one page of a list; the oldest record comes first. */
export function takePage<Item extends { readonly createdAt: string; readonly id: string }, View>(
  items: readonly Item[],
  { page = 1, limit = DEFAULT_LIMIT }: z.output<typeof pageQuery>,
  view: (item: Item) => View,
): { items: View[]; page: number; limit: number; total: number } {
  const sorted = [...items].sort(
    (left, right) => compare(left.createdAt, right.createdAt) || compare(left.id, right.id),
  );
  const shown = sorted.slice((page - 1) * limit, page * limit);
  return { items: shown.map(view), page, limit, total: items.length };
}

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
