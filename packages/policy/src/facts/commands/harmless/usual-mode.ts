// `chmod +x scripts/build.sh`: a usual mode for files of the project.

/** A path inside the working directory. */
export const INSIDE = /^(?:\.\/)?(?!\.)[\w@+][\w@+.-]*(?:\/(?!\.\.?(?:\/|$))[\w@+.-]+)*$/;

/** A mode that makes files readable or executable, without special bits, for files of the project. */
export function setsUsualMode(words: readonly string[]): boolean {
  const [, mode = '', ...files] = words;
  return (
    /^(?:[ugoa]{0,4}[+=][rwxX]{1,3}|[ugoa]{0,4}-[rwx]{1,3}|0?[4-7][0-7][0-57])$/.test(mode) &&
    files.length > 0 &&
    files.every((file) => INSIDE.test(file))
  );
}
