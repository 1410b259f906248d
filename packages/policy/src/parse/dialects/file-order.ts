// Returns the names of rules in file order. JavaScript objects list integer-like keys first; only if there are such
// keys is the text parsed a second time.

/** Returns the names in file order. `names` are the keys of the parsed table. */
export async function inFileOrder(names: readonly string[], text: string): Promise<readonly string[]> {
  if (!names.some((name) => /^\d+$/.test(name))) return names;
  const { namesBelow } = await import('../positions.js');
  const known = new Set(names);
  const found = (await namesBelow('rules', text)).filter((name) => known.has(name));
  // If the two parsers disagree about a name, its rule is still included.
  return [...new Set([...found, ...names])];
}
