// Tables of argument names that mark a string as a path, host or command. Names match in any case, in
// singular and plural, and in snake_case, kebab-case and camelCase.

import { mayAlterExecution } from './commands/variables/execution-variables.js';

export const PATH_KEY = 1;
export const HOST_KEY = 2;
export const COMMAND_KEY = 4;
export const CONTENT_KEY = 8;
export const CODE_KEY = 16;
export const ARGV_KEY = 32;
export const PROSE_KEY = 64;
export const SQL_KEY = 128;
/**
 * The value may be a program or a list that begins with a program. These names have other meanings too, so
 * the value has to look like a program.
 */
export const PROGRAM_KEY = 256;
/** The value is a program and its arguments. */
export const VECTOR_KEY = 512;
/** The value contains addresses that are searched for or excluded, and not connected to. */
export const MENTION_KEY = 1024;
/** The value is a path that is written to. */
export const OUTPUT_KEY = 2048;
/**
 * The value is a path that is written to, if it looks like a file. Other values are possible: a `destination`
 * can be a travel destination.
 */
export const MAYBE_OUTPUT_KEY = 4096;
/** The value is the file name under which the content of a URL is stored, if the call also has a URL. */
export const FILENAME_KEY = 8192;

/** The value is the folder that relative paths in other arguments refer to. */
export const FOLDER_KEY = 16384;
/** The value is the content of a folder. */
export const ENTRY_KEY = 32768;
/** The value is the environment of a command: `LD_PRELOAD=/tmp/x.so`. */
export const ENVIRONMENT_KEY = 65536;
/** The value is the name of an environment variable that can change which program runs. */
export const VARIABLE_KEY = 131072;
/** The value is the standard input of a command. */
export const INPUT_KEY = 262144;
/** The value is text that a tool types into a terminal. */
export const KEYSTROKES_KEY = 524288;
/** The value is the code of a notebook cell, if the tool runs code. In other tools a `source` is a path. */
export const CELL_KEY = 1048576;

/** The value is a pattern of the files whose content a tool searches, packs or reads. */
export const GLOB_KEY = 2097152;

const TABLE: ReadonlyArray<readonly [kind: number, words: string]> = [
  [
    PATH_KEY,
    `path file filename filepath pathname directory dir folder dirname source src destination dest dst target cwd root uri
     workdir workspace basedir rootdir outfile infile attachment repo repository`,
  ],
  [HOST_KEY, 'host hostname domain url endpoint ip webhook proxy href'],
  [COMMAND_KEY, 'command cmd script shell commandline commandlist bash sh cmdline shellcommand powershell'],
  [CONTENT_KEY, 'content text body data contents newtext newstring patch edit diff'],
  [CODE_KEY, 'code input snippet program expression python javascript line step'],
  [
    PROSE_KEY,
    `message comment description title note subject summary explanation thought reason oldtext oldstring oldstr newstr
     markdown html caption observation reasoning rationale detail question answer instruction headline abstract paragraph`,
  ],
  [SQL_KEY, 'sql statement'],
  [
    OUTPUT_KEY,
    `outfile outputfile outputpath outputdir outputdirectory outputfolder outputfilename outputfilepath outpath outdir
     destinationpath destinationfile destpath savepath saveto saveas downloadpath downloaddir exportpath`,
  ],
  [MAYBE_OUTPUT_KEY, 'destination dest dst output out'],
  [FILENAME_KEY, 'filename'],
  [ARGV_KEY, 'argv arg argument parameter param'],
  [PROGRAM_KEY, 'program executable exe binary bin exec execute run entrypoint'],
  [VECTOR_KEY, 'argv'],
  [FOLDER_KEY, 'cwd workdir workingdirectory workingdir directory dir folder root basedir rootdir parent'],
  [ENTRY_KEY, 'name filename file path entry document'],
  [ENVIRONMENT_KEY, 'env environment environ envvar environmentvariable'],
  [INPUT_KEY, 'stdin input standardinput stdintext stdindata'],
  [CELL_KEY, 'source cell cellsource sourcecode celltext cellcontent cellcode'],
  [GLOB_KEY, 'include included includepattern includeglob includefile glob globpattern filepattern fileglob'],
  [KEYSTROKES_KEY, 'key keystroke text data input char character line'],
];

const MENTIONS = new Set(
  'query q search regex regexp keyword find needle term extension ext suffix type exclude ignore omit skip except language selector label tag topic entity library branch head base ref'.split(
    ' ',
  ),
);

const KINDS = new Map<string, number>();
for (const [kind, words] of TABLE)
  for (const word of words.trim().split(/\s+/)) KINDS.set(word, (KINDS.get(word) ?? 0) | kind);

/** Splits a name into words: `filePaths` → `file`, `paths`. */
export function splitWords(name: string): string[] {
  return name
    .slice(0, 256)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** Returns the meaning of a string under this name, as a set of the flags above. */
export function kindOfKey(key: string): number {
  // A trailing number does not matter: `path2` is a path, and `file_1` is a file.
  const words = splitWords(key)
    .map((word) => word.replace(/\d+$/, ''))
    .filter((word) => word !== '');
  const last = words.at(-1) ?? '';
  const joined = words.join('');
  const mentions = words.some((word) => MENTIONS.has(word) || MENTIONS.has(word.replace(/s$/, '')));
  const variable = mayAlterExecution(key) ? VARIABLE_KEY : 0;
  return (
    kindOfWord(last) |
    kindOfWord(joined) |
    outputKind(words[0] ?? '', last) |
    (mentions ? MENTION_KEY : 0) |
    variable
  );
}

/** Detects names of output files: `output_json`, `dest_file`, `export_to`, `report_path`. */
function outputKind(first: string, last: string): number {
  const isOutput = /^(?:out|output|dest|destination)$/.test(first);
  const isFile = /^(?:to|as|path|file|filename|dir|directory|folder)$/.test(last);
  if (isFile && (isOutput || /^(?:export|save|dump|write)$/.test(first))) return OUTPUT_KEY;
  if (isOutput) return MAYBE_OUTPUT_KEY;
  return first === 'report' && last === 'path' ? OUTPUT_KEY : 0;
}

function kindOfWord(word: string): number {
  const singular = word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/s$/, '');
  return KINDS.get(word) ?? KINDS.get(singular) ?? 0;
}
