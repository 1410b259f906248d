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
  let lists = yield* cut(items, compare);
  while (lists.length > 1) {
    const merged: (readonly Item[])[] = [];
    for (let index = 0; index < lists.length; index += 2)
      merged.push(yield* merge(lists[index] ?? [], lists[index + 1] ?? [], compare));
    lists = merged;
  }
  return lists[0] ?? [];
}

/** Lists that are in order by themselves: each detector brings its matches so, and there are far fewer detectors than matches. */
function* cut<Item>(
  items: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Generator<number, (readonly Item[])[]> {
  const lists: (readonly Item[])[] = [];
  for (let start = 0; start < items.length; ) {
    let end = start + 1;
    while (end < items.length && compare(items[end - 1] as Item, items[end] as Item) <= 0) {
      end += 1;
      if ((end - start) % run === 0) yield run;
    }
    if (end - start < run) {
      // Nothing to build on: a short list is put in order at once.
      end = Math.min(items.length, start + run);
      lists.push(items.slice(start, end).sort(compare));
      yield run * price;
    } else lists.push(end - start === items.length ? items : items.slice(start, end));
    start = end;
  }
  return lists;
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
  const merged: Item[] = new Array(one.length + other.length);
  let at = 0;
  let left = 0;
  let right = 0;
  while (left < one.length && right < other.length) {
    const takesLeft = compare(one[left] as Item, other[right] as Item) <= 0;
    merged[at] = (takesLeft ? one[left++] : other[right++]) as Item;
    at += 1;
    if (at % run === 0) yield run * price;
  }
  for (; left < one.length; left += 1) merged[at++] = one[left] as Item;
  for (; right < other.length; right += 1) merged[at++] = other[right] as Item;
  yield run;
  return merged;
}
