// Paths that are joined to something else by a colon: `HEAD:.env` is a file of a commit, `/home/ada/.ssh:/keys` a
// folder that a container gets.

const LONGEST = 512;
/** A revision, and a file with a dot or a folder in its name. */
const FILE_OF_REVISION = /^(?![/~.])[\w./@^~{}-]{1,100}:(?!\/)([^\s:]*[./][^\s:]*)$/;
const BOUND_FOLDER = /^([/~][^\s:]*):\/[^\s:]*(?::[a-zA-Z,]{1,12})?$/;

/** The path, or undefined. Texts with a scheme are URLs. */
export function pathBesideColon(text: string): string | undefined {
  const colon = text.length > LONGEST ? -1 : text.indexOf(':');
  if (colon < 1 || text.startsWith('//', colon + 1)) return undefined;
  return FILE_OF_REVISION.exec(text)?.[1] ?? BOUND_FOLDER.exec(text)?.[1];
}
