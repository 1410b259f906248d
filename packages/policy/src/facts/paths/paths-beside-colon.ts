// Finds paths that a colon joins to other text: `HEAD:.env` is a file in a commit, and `/home/ada/.ssh:/keys`
// mounts a folder in a container.

const LONGEST = 512;
/** A Git revision, a colon, and a file name that contains a dot or a slash. */
const FILE_OF_REVISION = /^(?![/~.])[\w./@^~{}-]{1,100}:(?!\/)([^\s:]*[./][^\s:]*)$/;
const BOUND_FOLDER = /^([/~][^\s:]*):\/[^\s:]*(?::[a-zA-Z,]{1,12})?$/;

/** Returns the path, or undefined. Texts with a scheme are URLs and not paths. */
export function pathBesideColon(text: string): string | undefined {
  const colon = text.length > LONGEST ? -1 : text.indexOf(':');
  if (colon < 1 || text.startsWith('//', colon + 1)) return undefined;
  return FILE_OF_REVISION.exec(text)?.[1] ?? BOUND_FOLDER.exec(text)?.[1];
}
