// Protects the folders of the firewall and the configuration files of clients. The paths are indexed, so that the
// cost of a call with many files does not depend on the number of clients.
import { compileOverlap, type GlobWord, parseGlobWord } from '../../match/glob-overlap.js';

/** Tests whether a path of a call would change a protected file. */
export interface ProtectedPaths {
  isChanged(
    candidates: readonly string[],
    globs: readonly string[],
    deletes: boolean,
    writes?: boolean,
  ): boolean;
}

/**
 * Indexes canonical paths. An existing file can be changed directly or by deleting a parent folder. A file that does
 * not exist yet cannot be deleted, so only its creation counts.
 */
export function createProtectedPaths(
  present: readonly string[],
  absent: readonly string[],
  programs: readonly string[] = [],
): ProtectedPaths {
  const packages = new Set(programs.flatMap(packageFolder));
  const own = new Set([...present, ...absent, ...programs]);
  const around = new Set([...present, ...programs].flatMap((path) => [...parentFolders(path)]));
  // The patterns are parsed on first use, because parsing takes most of the time and few calls contain wildcards.
  let inside: Overlap[] | undefined;
  let uncertain: Overlap[] | undefined;
  const meets = (text: string, deletes: boolean): boolean => {
    inside ??= [...present, ...programs].map((path) => compileOverlap(`${path}/**`));
    const word = parseGlobWord(text);
    if (inside.some((meeting) => meeting(word))) return true;
    // `find` passes each file as a path that ends with `/*`, so such a path does not count as the folder itself. A
    // name with a wildcard, such as `.conf*`, does.
    if (!deletes || text.endsWith('/*')) return false;
    uncertain ??= [...around].map((folder) => compileOverlap(folder));
    return uncertain.some((meeting) => meeting(word));
  };
  return {
    isChanged: (candidates, globs, deletes, writes = deletes) =>
      candidates.some(
        (path) =>
          isInside(path, own) || (packages.has(path) ? !deletes || writes : deletes && around.has(path)),
      ) || globs.some((text) => meets(text, deletes)),
  };
}

/**
 * Returns the `node_modules` folder that contains the program. Deleting it is allowed, because `rm -rf node_modules`
 * before an installation is common and no server starts without the program. Creating another folder in its place is
 * not allowed.
 */
function packageFolder(program: string): readonly string[] {
  const [, folder] = /^(.*?\/node_modules)\//.exec(program) ?? [];
  return folder === undefined || /\/(?:lib|npm|_npx\/[^/]*)\/node_modules$/i.test(folder) ? [] : [folder];
}

type Overlap = (word: GlobWord) => boolean;

function isInside(path: string, own: ReadonlySet<string>): boolean {
  if (own.has(path)) return true;
  for (const folder of parentFolders(path)) if (own.has(folder)) return true;
  return false;
}

/** Returns the parent folders, from the nearest folder to the root. */
function* parentFolders(path: string): Generator<string> {
  for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1))
    yield path.slice(0, cut);
  yield '/';
}
