// Recognizes commands that set a common mode on project files: `chmod +x scripts/build.sh`.

/** Matches a path inside the working directory. */
export const INSIDE = /^(?:\.\/)?(?!\.)[\w@+][\w@+.-]*(?:\/(?!\.\.?(?:\/|$))[\w@+.-]+)*$/;

/** Tests for a mode without special bits that makes project files readable or executable. */
export function setsUsualMode(words: readonly string[]): boolean {
  const [, mode = '', ...files] = words;
  return (
    /^(?:[ugoa]{0,4}[+=][rwxX]{1,3}|[ugoa]{0,4}-[rwx]{1,3}|0?[4-7][0-7][0-57])$/.test(mode) &&
    files.length > 0 &&
    files.every((file) => INSIDE.test(file))
  );
}
