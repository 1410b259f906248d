// Where the firewall lives: its folders, and the files in which clients name what they start. Looked up by path, so that a
// call that names many files costs no more for many clients.
import { compileOverlap, type GlobWord, parseGlobWord } from '../../match/glob-overlap.js';

/** Tells whether one path of a call would change something of ours. */
export interface ProtectedPaths {
  isChanged(candidates: readonly string[], globs: readonly string[], deletes: boolean): boolean;
}

/**
 * Indexes canonical paths. What is there is touched from inside, and by deleting a folder around it; of a file that is not
 * there yet nothing can be deleted, so only making it counts.
 */
export function createProtectedPaths(present: readonly string[], absent: readonly string[]): ProtectedPaths {
  const own = new Set([...present, ...absent]);
  const around = new Set(present.flatMap((path) => [...parentFolders(path)]));
  // Few calls have wildcards, and taking the patterns apart is most of the work.
  let inside: Overlap[] | undefined;
  let uncertain: Overlap[] | undefined;
  const meets = (text: string, deletes: boolean): boolean => {
    inside ??= present.map((path) => compileOverlap(`${path}/**`));
    const word = parseGlobWord(text);
    if (inside.some((meeting) => meeting(word))) return true;
    // `/*` at the end is also what `find` hands on, file by file: only a name that is spelt in part means the folder.
    if (!deletes || text.endsWith('/*')) return false;
    uncertain ??= [...around].map((folder) => compileOverlap(folder));
    return uncertain.some((meeting) => meeting(word));
  };
  return {
    isChanged: (candidates, globs, deletes) =>
      candidates.some((path) => isInside(path, own) || (deletes && around.has(path))) ||
      globs.some((text) => meets(text, deletes)),
  };
}

type Overlap = (word: GlobWord) => boolean;

function isInside(path: string, own: ReadonlySet<string>): boolean {
  if (own.has(path)) return true;
  for (const folder of parentFolders(path)) if (own.has(folder)) return true;
  return false;
}

/** From the nearest to the root. */
function* parentFolders(path: string): Generator<string> {
  for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1))
    yield path.slice(0, cut);
  yield '/';
}
