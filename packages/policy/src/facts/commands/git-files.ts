// Finds the files in the words of a git command: `HEAD:FILE`, `:0:FILE`, `HEAD^{tree}:FILE`, `-L1,9:FILE`.

const LONGEST = 1024;
const BRACES = /\{[^{}]*\}/g;
/** Magic words before a pathspec: `:(icase).env`, `:/.env`. Those of `:!x` and `:^x` exclude files. */
const PATHSPEC = /^:(?:\((?!exclude)[a-z,:=]*\)|\/)(.*)$/s;
const STAGE = /^:(?:[0-3]:)?(?![!^(/])(.+)$/s;
const LINES = /^-L/;
/** Subcommands that read files of a revision. Others name remote repositories with a colon: `git fetch host:path`. */
const READERS = new Set(
  'show log cat-file diff blame annotate checkout restore archive ls-tree grep difftool rev-parse format-patch range-diff diff-tree diff-index whatchanged show-branch reset switch'.split(
    ' ',
  ),
);

export const readsRevisions = (verb: string): boolean => READERS.has(verb);

/** Returns the file that a revision or a pathspec names, or undefined. */
export function fileOfRevision(word: string): string | undefined {
  if (word.length > LONGEST || !word.includes(':') || /^[a-z+]+:\/\//i.test(word)) return undefined;
  const text = word.replace(LINES, '');
  const magic = PATHSPEC.exec(text) ?? STAGE.exec(text);
  // `:name:file` is a function in a file.
  const plain = (magic?.[1] ?? text).replace(BRACES, '');
  const colon = plain.indexOf(':');
  if (colon === -1) return magic === null ? undefined : plain || undefined;
  return plain.slice(colon + 1) || undefined;
}
