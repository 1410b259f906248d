// Sorting that can be interrupted: a long text may have hundreds of thousands of matches, and sorting them at once would
// hold everybody up.

const run = 2_048;
/** Work done between two interruptions, counted as units of text. */
const price = 8;

/** The items in order, equal ones in the order in which they came; yields the units of work done since the last time. */
export function* sortInSlices<Item>(
  items: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Generator<number, readonly Item[]> {
  let lists: (readonly Item[])[] = [];
  for (let start = 0; start < items.length; start += run) {
    lists.push(items.slice(start, start + run).sort(compare));
    yield run * price;
  }
  while (lists.length > 1) {
    const merged: (readonly Item[])[] = [];
    for (let index = 0; index < lists.length; index += 2)
      merged.push(yield* merge(lists[index] ?? [], lists[index + 1] ?? [], compare));
    lists = merged;
  }
  return lists[0] ?? [];
}

function* merge<Item>(
  one: readonly Item[],
  other: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Generator<number, readonly Item[]> {
  if (other.length === 0) return one;
  // Matches of one reading come in order, or all the other way round: most lists only have to be put behind each other.
  if (compare(one[one.length - 1] as Item, other[0] as Item) <= 0) return one.concat(other);
  if (compare(other[other.length - 1] as Item, one[0] as Item) < 0) return other.concat(one);
  const merged: Item[] = [];
  let left = 0;
  let right = 0;
  while (left < one.length && right < other.length) {
    const takesLeft = compare(one[left] as Item, other[right] as Item) <= 0;
    merged.push((takesLeft ? one[left++] : other[right++]) as Item);
    if (merged.length % run === 0) yield run * price;
  }
  for (; left < one.length; left += 1) merged.push(one[left] as Item);
  for (; right < other.length; right += 1) merged.push(other[right] as Item);
  yield run;
  return merged;
}
