// Sorts in steps. A long text may have hundreds of thousands of matches, and sorting them at once would delay
// other messages. A radix sort by start needs no comparisons; only items with the same start are compared.

const run = 2_048;
/** The work for one item, in units of text. */
const price = 8;
const bitsOfDigit = 11;
const digits = 2 ** bitsOfDigit;

/**
 * Sorts the items; the sort is stable. Yields the amount of work done since the previous yield. INVARIANT:
 * `compare` compares starts first, and all starts are non-negative integers.
 */
export function* sortIncrementally<Item>(
  items: readonly Item[],
  startOf: (item: Item) => number,
  compare: (one: Item, other: Item) => number,
): Generator<number, readonly Item[]> {
  if (yield* isInOrder(items, compare)) return items;
  if (items.length <= run) {
    yield items.length * price;
    return items.slice().sort(compare);
  }
  const starts = new Int32Array(items.length);
  let last = 0;
  for (let at = 0; at < items.length; at += 1) {
    const start = startOf(items[at] as Item);
    starts[at] = start;
    if (start > last) last = start;
    if (at % run === 0) yield run;
  }
  const order = yield* orderOf(starts, last);
  return yield* gather(items, starts, order, compare);
}

function* isInOrder<Item>(
  items: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Generator<number, boolean> {
  for (let at = 1; at < items.length; at += 1) {
    if (compare(items[at - 1] as Item, items[at] as Item) > 0) return false;
    if (at % run === 0) yield run;
  }
  return true;
}

/** Returns the indexes of the items in order of start. Items with the same start keep their order. */
function* orderOf(starts: Int32Array, last: number): Generator<number, Int32Array> {
  const { length } = starts;
  let order = new Int32Array(length);
  let next = new Int32Array(length);
  for (let at = 0; at < length; at += 1) order[at] = at;
  for (let shift = 0; shift < 31 && last >> shift > 0; shift += bitsOfDigit) {
    const places = placesOfDigits(starts, shift);
    yield run;
    for (let at = 0; at < length; at += 1) {
      const item = order[at] as number;
      const digit = ((starts[item] as number) >> shift) & (digits - 1);
      const place = places[digit] as number;
      places[digit] = place + 1;
      next[place] = item;
      if (at % run === 0) yield run;
    }
    [order, next] = [next, order];
  }
  return order;
}

/** For each digit, the position at which its first item is placed. */
function placesOfDigits(starts: Int32Array, shift: number): Int32Array {
  const places = new Int32Array(digits + 1);
  for (let at = 0; at < starts.length; at += 1) {
    const behind = (((starts[at] as number) >> shift) & (digits - 1)) + 1;
    places[behind] = (places[behind] as number) + 1;
  }
  for (let digit = 1; digit < digits; digit += 1)
    places[digit] = (places[digit] as number) + (places[digit - 1] as number);
  return places;
}

/** Returns the items in that order. Items with the same start are sorted by comparison. */
function* gather<Item>(
  items: readonly Item[],
  starts: Int32Array,
  order: Int32Array,
  compare: (one: Item, other: Item) => number,
): Generator<number, readonly Item[]> {
  const sorted: Item[] = [];
  const { length } = order;
  for (let at = 0; at < length; ) {
    const start = starts[order[at] as number];
    let end = at + 1;
    while (end < length && starts[order[end] as number] === start) end += 1;
    if (end - at > few) yield* gatherMany(items, order.subarray(at, end), compare, sorted);
    else
      for (let each = at; each < end; each += 1)
        insert(sorted, at, items[order[each] as number] as Item, compare);
    if (at >> bitsOfDigit !== end >> bitsOfDigit) yield run * 2;
    at = end;
  }
  return sorted;
}

const few = 32;

/** Inserts an item after all items from `first` on that are not greater. */
function insert<Item>(
  sorted: Item[],
  first: number,
  item: Item,
  compare: (one: Item, other: Item) => number,
): void {
  let at = sorted.length;
  sorted.push(item);
  for (; at > first && compare(sorted[at - 1] as Item, item) > 0; at -= 1)
    sorted[at] = sorted[at - 1] as Item;
  sorted[at] = item;
}

/** Sorts runs and merges them, because decoded texts can have any number of matches at one position. */
function* gatherMany<Item>(
  items: readonly Item[],
  order: Int32Array,
  compare: (one: Item, other: Item) => number,
  sorted: Item[],
): Generator<number> {
  let lists: (readonly Item[])[] = [];
  for (let at = 0; at < order.length; at += run) {
    lists.push(Array.from(order.subarray(at, at + run), (item) => items[item] as Item).sort(compare));
    if (order.length > run) yield run * price;
  }
  while (lists.length > 1) {
    const merged: (readonly Item[])[] = [];
    for (let index = 0; index < lists.length; index += 2)
      merged.push(yield* merge(lists[index] ?? [], lists[index + 1] ?? [], compare));
    lists = merged;
  }
  for (const item of lists[0] ?? []) sorted.push(item);
}

function* merge<Item>(
  one: readonly Item[],
  other: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Generator<number, readonly Item[]> {
  const merged: Item[] = [];
  let left = 0;
  let right = 0;
  while (left < one.length || right < other.length) {
    const takesLeft =
      right === other.length || (left < one.length && compare(one[left] as Item, other[right] as Item) <= 0);
    merged.push((takesLeft ? one[left++] : other[right++]) as Item);
    if (merged.length % run === 0) yield run * price;
  }
  return merged;
}
