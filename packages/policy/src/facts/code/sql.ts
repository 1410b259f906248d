// Finds files and programs in SQL text: `pg_read_file('/x')`, `COPY t FROM '/x'`, `ATTACH '/x'`, `COPY …
// PROGRAM 'x'`. Databases differ in the syntax of strings and comments, and splitting the text incorrectly
// would hide a part of it. So the text is not parsed: quoted text after one of these words counts wherever it
// occurs.
import { startsLikePath } from '../../match/pattern-syntax.js';
import { decodePath } from '../encoding/encoded-path.js';
import { readShellLines } from './database-shell.js';
import { concatenatedStrings } from './string-concatenation.js';

export interface SqlFile {
  readonly path: string;
  readonly writes: boolean;
  /** True if the name may also be a table or a value. */
  readonly guessed: boolean;
}

export interface SqlFacts {
  readonly files: readonly SqlFile[];
  /** Commands that a statement passes to a shell. */
  readonly programs: readonly string[];
  /** True if the statement loads code, decodes a name, or is so long that the rest was not examined. */
  readonly unknown: boolean;
}

const FUNCTIONS =
  'pg_read_file|pg_read_binary_file|pg_ls_dir|pg_stat_file|lo_import|lo_export|load_file|readfile|writefile|fsdir|load_extension|bfilename|openrowset|file|read_csv|read_csv_auto|sniff_csv|read_parquet|parquet_scan|read_text|read_blob|read_json|read_json_auto|read_ndjson|read_ndjson_auto|sqlite_scan|sqlite_attach|glob';
const WORDS =
  'from|to|infile|outfile|dumpfile|attach|database|into|join|disk|bulk|filename|location|program|xp_cmdshell';
const NAMED = new RegExp(
  String.raw`\b(?:(${FUNCTIONS})["\x60\]]?\s{0,20}\(|(${WORDS})\b(?=[\s=(]{0,20}(?:[NEXRB]|U&)?['"$]))`,
  'gi',
);
const WRITES = /^(?:lo_export|writefile|outfile|dumpfile|to|into|disk|attach|database|sqlite_attach)$/i;
const FILES_ONLY = /^(?:infile|outfile|dumpfile|attach|filename)$/i;
const RUNS = /^(?:program|xp_cmdshell)$/i;
const LOADS = /^load_extension$/i;
const DECODES =
  /^[^);]{0,200}\b(?:char|nchar|chr|unhex|from_base64|decode|convert_from|reverse|replace|translate|overlay|regexp_replace)\s{0,20}\(/i;
const RUNS_TEXT = /\b(?:execute|exec|prepare|dblink\w*|query_to_xml)\b/i;

const QUOTED = /'((?:[^']|''){0,1024})'|"([^"]{0,1024})"|\$\$([^$]{0,1024})\$\$|\b(0x[0-9a-f]{4,2048})\b/gi;
const MAX_ARGUMENT_LENGTH = 1024;
const MAX_LOOKS = 2000;
/**
 * The limit covers all arguments together. If calls are not closed, each is an argument of the previous one,
 * so the same text would be scanned repeatedly.
 */
const MAX_ARGUMENTS_LENGTH = 128 * 1024;
const MAX_JOINED = 100;

/** Statements that define functions in languages without restrictions, or settings and procedures that start programs. */
const STARTS_CODE =
  /\blanguage\s{1,9}['"]?(?:pl(?:python|perl|tcl|v8|rust)?u?\d?u|plpython\w{0,2}|plsh|c)\b['"]?|\bcreate\s{1,9}(?:or\s{1,9}replace\s{1,9})?(?:extension|language)\s[^;]{0,60}\bpl(?:python\d?|perl|tcl|sh)u?\b|\breturns\s{1,9}\w{1,20}\s{1,9}soname\b|\balter\s{1,9}system\s{1,9}set\s{1,9}\w*(?:_command|_libraries|library_path)\b|\b(?:xp_dirtree|xp_fileexist|xp_subdirs|xp_regread|xp_regwrite|sp_oacreate|sp_execute_external_script)\b|\bsp_configure\s{1,9}['"]xp_cmdshell|\bedit\s{0,9}\([^)]{0,200},\s{0,9}'/i;

const NOTHING: SqlFacts = { files: [], programs: [], unknown: false };

/** Returns the files and programs outside the database that SQL text reads, writes or starts. */
export function readSql(sql: string): SqlFacts {
  const lines = readShellLines(sql);
  const statements = readStatements(sql);
  return {
    files: [...lines.files.map((file) => ({ ...file, guessed: false })), ...statements.files],
    programs: [...lines.programs, ...statements.programs],
    unknown: lines.loads || statements.unknown || STARTS_CODE.test(sql),
  };
}

function readStatements(sql: string): SqlFacts {
  if (!/['"$(]/.test(sql)) return NOTHING;
  const given = withEscapes(withoutDollarQuotes(sql));
  const bare = withoutComments(given);
  // In a name such as `/etc/s*/x`, the same characters are no end of a comment.
  const written = bare === given ? bare : `${bare}\n${given}`;
  const plain = withCharacters(written);
  // In text that is executed as a statement, quotes are doubled.
  const text =
    plain.includes("''") && RUNS_TEXT.test(plain) ? `${plain}\n${plain.replaceAll("''", "'")}` : plain;
  const files: SqlFile[] = [];
  const programs: string[] = [];
  let looks = 0;
  let left = MAX_ARGUMENTS_LENGTH;
  let unknown = false;
  for (const { 0: found, 1: called, 2: word = '', index } of text.matchAll(NAMED)) {
    looks += 1;
    if (looks > MAX_LOOKS || left < 0) return { files, programs, unknown: true };
    const rest = text.slice(index + found.length, index + found.length + MAX_ARGUMENT_LENGTH);
    unknown ||=
      LOADS.test(called ?? '') || (called !== undefined && (plain !== written || DECODES.test(rest)));
    const list = called === undefined ? rest : argumentsOf(rest);
    if (called !== undefined) left -= list.length;
    const texts = called === undefined ? quotedTexts(list).slice(0, 1) : argumentTexts(list);
    if (RUNS.test(word)) programs.push(...texts);
    else for (const path of texts) addFile(files, path, called ?? word, called !== undefined);
  }
  return { files, programs, unknown };
}

// `FROM "users"` is a table; `FROM '/etc/passwd'` is a file.
function addFile(files: SqlFile[], path: string, word: string, isCalled: boolean): void {
  const isFile = isCalled || FILES_ONLY.test(word) || startsLikePath(path);
  if (isFile || /[./\\]/.test(path)) files.push({ path, writes: WRITES.test(word), guessed: !isFile });
}

// `/**/` can replace a space anywhere, and some databases execute the text in `/*! … */`.
const withoutComments = (sql: string) =>
  sql.includes('*/') ? sql.replace(/\/\*!\d{0,6}/g, ' ').replace(/\/\*[^*]{0,256}\*\/|\*\//g, ' ') : sql;

/** Replaces the quotes of `$tag$text$tag$`, if the text is no code that contains quotes. */
const withoutDollarQuotes = (sql: string) =>
  sql.includes('$') ? sql.replace(/\$(\w{0,30})\$([^$']{0,1024})\$\1\$/g, "'$2'") : sql;

/** Decodes the escapes in `U&'\0073'`. */
const withEscapes = (sql: string) =>
  /u&'/i.test(sql)
    ? sql.replace(/\bu&('(?:[^']|''){0,1024}')/gi, (_, text: string) =>
        text.replace(/\\(?:\+([0-9a-f]{6})|([0-9a-f]{4}))/gi, (found, long?: string, short?: string) => {
          const code = Number.parseInt(long ?? short ?? '', 16);
          return code > 0x10ffff ? found : String.fromCodePoint(code).replace("'", "''");
        }),
      )
    : sql;

/** Decodes `chr(47)` and `char(47, 101)`. */
const withCharacters = (sql: string) =>
  sql.replace(CHARACTERS, (call, codes: string) => {
    const units = codes.split(',').map(Number);
    return units.every((unit) => unit < 65_536)
      ? `'${String.fromCharCode(...units).replaceAll("'", "''")}'`
      : call;
  });
const CHARACTERS = /\bn?cha?r\s{0,9}\(\s{0,9}(\d{1,5}(?:\s{0,9},\s{0,9}\d{1,5}){0,255})\s{0,9}\)/gi;

const quotedTexts = (text: string): string[] =>
  Array.from(text.matchAll(QUOTED), ([, a, b, c, d]) => {
    const inside = a?.replaceAll("''", "'") ?? b ?? c ?? d ?? '';
    return decodePath(inside) ?? inside;
  });

/** Returns the text in the parentheses of a call, as far as the closing parenthesis can be determined. */
function argumentsOf(rest: string): string {
  const end = rest.search(/\)\s{0,20}(?:[^\s)|+.,]|$)|;/);
  return end === -1 ? rest : rest.slice(0, end);
}

/**
 * Returns the strings in the arguments of a call, and their concatenation: `readfile('/etc/' || 'shadow')`.
 */
const argumentTexts = (list: string): string[] => [
  ...quotedTexts(list),
  ...concatenatedStrings(`concat(${list}`, MAX_JOINED).texts,
];

// The words that can begin a statement, after white space and comments.
const STATEMENT =
  /^(?:[\s(;]|--[^\n]*\n|\/\*[^*]*\*\/)*(?:select|with|copy|load|attach|insert|replace|update|delete|create|alter|explain|bulk|import|export|backup|restore|vacuum|call|do|exec|execute|set|from|values|begin|declare)\b/i;

// The characters that SQL can begin with. The check runs for every string of every call, and most strings
// begin with another character.
const BEGINS = new Uint8Array(128);
for (const letter of 'abcdefilrsuvwABCDEFILRSUVW(;-/ \t\r\n') BEGINS[letter.charCodeAt(0)] = 1;

/** Tests whether a text begins like an SQL statement. */
export const startsLikeSql = (text: string): boolean =>
  BEGINS[text.charCodeAt(0)] === 1 && STATEMENT.test(text);
