// Lists the effects of tools, according to their names and arguments, and of well-known programs. Effects are bit
// sets in the order of `EFFECTS`.
import { EFFECTS, type Effect } from '../model.js';
import { splitWords } from './argument-keys.js';
import { gitVerb } from './commands/harmless/git-verb.js';

export const READ = 1;
export const WRITE = 2;
export const DELETE = 4;
export const MOVE = 8;
export const EXEC = 16;
export const CONNECT = 32;
export const EVERY_EFFECT = 63;
/**
 * The effect on a file of which a command uses only the name: it lists the file, or tests whether it exists. A call
 * never has this effect as a whole.
 */
export const NAME = 64;
/** A program with unknown effects is given the file. Not an effect of the call. */
export const UNKNOWN_PROGRAM = 128;

const TOOL_WORDS = table([
  [
    READ,
    'read get list search find view cat open show load glob grep stat tree info describe inspect browse head tail query lookup',
  ],
  [
    WRITE,
    'write create edit update append save put insert modify patch replace mkdir touch set add upload overwrite apply commit push',
  ],
  [DELETE, 'delete remove rm unlink drop erase purge truncate destroy wipe rmdir trash'],
  [MOVE, 'move rename mv'],
  [WRITE | READ, 'copy cp duplicate'],
  [
    EXEC,
    'shell exec execute run bash terminal command spawn sh zsh powershell pwsh cmd console subprocess process repl interpreter ipython eval osascript',
  ],
  [
    CONNECT,
    'fetch http https request download upload curl wget browse navigate url webhook send post web scrape crawl ssh ping socket dns whois traceroute',
  ],
]);

export const EFFECTS_OF_PROGRAMS = table([
  [
    READ,
    'cat tac head tail less more most bat grep egrep fgrep rg ag ack awk gawk mawk sed sort uniq wc cut diff cmp comm file stat strings xxd hexdump od base64 base32 openssl gpg ls dir tree du find fd locate jq yq tar zip gzip gunzip bzip2 xz zcat nl fold fmt pr paste join split md5sum sha1sum sha256sum cksum readlink realpath type get-content gc vi vim nano emacs view git',
  ],
  [
    WRITE,
    'tee cp install bzip2 xz dd truncate touch mkdir ln chmod chown chgrp patch sponge tar unzip gunzip bunzip2 vi vim nano emacs ed ex mkfifo mknod crontab rsync copy xcopy robocopy set-content out-file add-content sqlite3 split gzip',
  ],
  [DELETE, 'rm rmdir unlink shred wipe srm del erase rd remove-item truncate'],
  [MOVE, 'mv rename move ren move-item'],
  [
    CONNECT,
    'curl wget nc ncat netcat socat ssh scp sftp ftp rsync telnet ping ping6 fping mtr arping dig nslookup host drill kdig delv resolvectl systemd-resolve avahi-resolve avahi-resolve-host-name dns-sd ssh-keyscan resolve-dnsname test-connection test-netconnection whois aria2c http https httpie xh lynx w3m links rclone aws gcloud az gsutil s3cmd smbclient mosh nmap traceroute traceroute6 tracepath tracepath6 invoke-webrequest iwr invoke-restmethod irm certutil bitsadmin ftps tftp kubectl docker podman gh glab mail sendmail mutt',
  ],
  [WRITE | CONNECT, 'wget scp sftp aria2c'],
]);

// Words that mean writing if the call names a file. A word for reading before them takes precedence:
// `download_file` writes, `get_download_url` does not. The words of the second list are often nouns, so their
// position does not matter (`zip_list`).
const WRITING_WORDS = new Set(
  `download export clone checkout unzip untar unpack decompress compress restore chmod chown chgrp symlink hardlink ln touch persist
   tee scaffold prepend`.split(/\s+/),
);
const OUTPUT_NOUNS = new Set('zip tar tarball archive screenshot snapshot backup link'.split(' '));
const READING_WORDS = new Set(
  'analyze analyse check count compare diff validate verify is has parse preview summarize explain detect scan lint test'.split(
    ' ',
  ),
);
/** Matches a verb that is joined with its object: `writefile`, `mkdirs`. */
const WITH_OBJECT = /^(.+?)(?:_?(?:files?|dirs?|directory|folder|text|path))$/;

function table(rows: ReadonlyArray<readonly [bits: number, words: string]>): ReadonlyMap<string, number> {
  const map = new Map<string, number>();
  for (const [bits, words] of rows)
    for (const word of words.split(/\s+/)) map.set(word, (map.get(word) ?? 0) | bits);
  return map;
}

// These tools run in the database and not on this machine: `run_query`, `execute_sql`.
const QUERIES = new Set([
  'query',
  'sql',
  'statement',
  'cypher',
  'graphql',
  'workflow',
  'test',
  'tests',
  'search',
]);

// A tool called `python` runs Python; in longer names the word may only describe the topic.
const INTERPRETERS = new Set('python node javascript js typescript ts deno bun ruby php perl lua'.split(' '));

/** Returns the effects of a tool according to its name alone. */
export function effectsOfTool(name: string): number {
  const words = splitWords(name);
  const [only = ''] = words;
  let bits = words.length === 1 && INTERPRETERS.has(only.replace(/\d+$/, '')) ? EXEC : 0;
  for (const word of words) bits |= effectsOfWord(word);
  if ((bits & EXEC) !== 0 && words.some((word) => QUERIES.has(word))) bits &= ~EXEC;
  return bits;
}

const effectsOfWord = (word: string): number =>
  TOOL_WORDS.get(word) ?? TOOL_WORDS.get(WITH_OBJECT.exec(word)?.[1] ?? '') ?? 0;

/** Tests whether the tool writes to the paths in its arguments. Only unambiguous words count. */
export function writesWhatItNames(name: string): boolean {
  const words = splitWords(name);
  const looks = words.findIndex((word) => (effectsOfWord(word) & READ) !== 0 || READING_WORDS.has(word));
  const writes = words.findIndex(
    (word) => WRITING_WORDS.has(word) || WRITING_WORDS.has(WITH_OBJECT.exec(word)?.[1] ?? ''),
  );
  if (writes !== -1) return looks === -1 || writes < looks;
  return looks === -1 && words.some((word) => OUTPUT_NOUNS.has(word));
}

export type Refine = (bits: number, words: readonly string[]) => number;

/** Programs whose effect depends on their arguments. */
export const REFINED: ReadonlyMap<string, Refine> = new Map<string, Refine>([
  ['sed', inPlace],
  ['yq', inPlace],
  ['awk', (bits, words) => (words.includes('inplace') ? bits | WRITE : bits)],
  ['gawk', (bits, words) => (words.includes('inplace') ? bits | WRITE : bits)],
  ['perl', inPlace],
  ['git', (_, words) => gitEffects(words)],
  // A DNS lookup sends the requested name to the name server of its domain.
  ['getent', (bits, words) => (words.some((word) => /^a?hosts/.test(word)) ? bits | CONNECT : bits)],
]);

function inPlace(bits: number, words: readonly string[]): number {
  return words.some((word) => /^-[a-z]*i|^--in-place/.test(word)) ? bits | WRITE | READ : bits;
}

const GIT_VERBS = table([
  [CONNECT | READ, 'push'],
  [CONNECT | WRITE, 'pull fetch clone ls-remote send-email'],
  [DELETE, 'rm clean'],
  [MOVE, 'mv'],
  [READ | WRITE, 'add commit checkout switch reset restore merge rebase stash apply am init bundle worktree'],
]);

function gitEffects(words: readonly string[]): number {
  const verb = gitVerb(words);
  // A remote that is added now can be the destination of a later `push`.
  if (verb === 'config' && words.some((word) => /^(?:-f|--file)/.test(word))) return READ | WRITE;
  if (verb === 'remote' && (words.includes('add') || words.includes('set-url'))) return CONNECT | WRITE;
  return GIT_VERBS.get(verb) ?? READ;
}

/** Adds the effects that a move implies: it writes to one path and deletes another. */
export function impliedEffects(bits: number): number {
  return (bits & MOVE) === 0 ? bits : bits | WRITE | DELETE;
}

export function toEffectBits(effects: readonly string[]): number {
  return effects.reduce((bits, effect) => {
    const index = EFFECTS.indexOf(effect as Effect);
    return index === -1 ? bits : bits | (1 << index);
  }, 0);
}

/** Returns the names of a set of effects, as `Facts` contain them. */
export function effectNames(bits: number): Effect[] {
  return EFFECTS.filter((_, index) => (bits & (1 << index)) !== 0);
}
