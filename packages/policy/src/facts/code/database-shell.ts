// Finds the commands of database shells in SQL text: `.shell ls`, `\! ls`, `.read FILE`, `\copy t from FILE`. Servers
// that start `sqlite3` or `psql` pass the text to the shell, which runs such lines itself.

export interface ShellLines {
  readonly files: readonly { readonly path: string; readonly writes: boolean }[];
  readonly programs: readonly string[];
  /** True if a line loads code. */
  readonly loads: boolean;
}

const LINE =
  /^[ \t]*(?:\.([a-z]{1,12})|\\([!a-z_]{1,12})|(system|source|tee|pager)(?=[ \t]))[ \t]*([^\n]*)$/gim;
const MAY_HAVE_LINES = /(?:^|\n)[ \t]*(?:[.\\]|system[ \t]|source[ \t]|tee[ \t]|pager[ \t])/i;
const STARTS = /^(?:shell|system|!|pager)$/i;
const READS = /^(?:read|import|open|restore|i|ir|include|include_relative|lo_import|source)$/i;
const WRITES = /^(?:output|once|backup|save|log|clone|dump|o|out|w|write|g|gx|s|lo_export|tee)$/i;
const LOADS = /^load$/i;
const MOST = 200;
const NOTHING: ShellLines = { files: [], programs: [], loads: false };

/** Returns the files and programs that such lines name. */
export function readShellLines(text: string): ShellLines {
  if (!MAY_HAVE_LINES.test(text)) return NOTHING;
  const files: { path: string; writes: boolean }[] = [];
  const programs: string[] = [];
  let loads = false;
  for (const [, dot, backslash, word, rest = ''] of text.matchAll(LINE)) {
    const command = dot ?? backslash ?? word ?? '';
    const value = rest.trim();
    if (files.length + programs.length > MOST) return { files, programs, loads: true };
    if (LOADS.test(command)) loads = true;
    else if (value === '') continue;
    else if (STARTS.test(command)) programs.push(value);
    else if (READS.test(command) || WRITES.test(command)) {
      // `.once |less` and `\o |less` pass the result to a program.
      if (value.startsWith('|')) programs.push(value.slice(1));
      else for (const path of value.split(/\s+/)) add(path, WRITES.test(command));
    }
  }
  return { files, programs, loads };

  function add(word: string, writes: boolean) {
    const path = word.replace(/^['"]|['";]+$/g, '');
    if (path !== '' && !path.startsWith('-')) files.push({ path, writes });
  }
}
