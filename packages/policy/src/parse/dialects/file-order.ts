// Returns the names of rules in the order of the file. JavaScript objects list integer-like keys first; only in
// that case is the text read a second time.

/** The names in file order. `names` are the keys of the parsed table. */
export async function inFileOrder(names: readonly string[], text: string): Promise<readonly string[]> {
  if (!names.some((name) => /^\d+$/.test(name))) return names;
  const { namesBelow } = await import('../positions.js');
  const known = new Set(names);
  const found = (await namesBelow('rules', text)).filter((name) => known.has(name));
  // If the two readers disagree about a name, its rule is still included.
  return [...new Set([...found, ...names])];
}
