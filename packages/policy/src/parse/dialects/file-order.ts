// The names of rules in the order of their file. A JavaScript object lists names that look like whole numbers first,
// whatever the text says; only then is the text read a second time.

/** Names as the file has them. `names` are the keys of the parsed table. */
export async function inFileOrder(names: readonly string[], text: string): Promise<readonly string[]> {
  if (!names.some((name) => /^\d+$/.test(name))) return names;
  const { namesBelow } = await import('../positions.js');
  const known = new Set(names);
  const found = (await namesBelow('rules', text)).filter((name) => known.has(name));
  // Should two readers ever disagree about a name, its rule is still there.
  return [...new Set([...found, ...names])];
}
