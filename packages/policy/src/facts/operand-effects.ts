// Lists the effects of well-known programs on each of their operands, if they differ: `cp FROM TO`, `sort -o FILE`.

import { gitVerbAt } from './commands/harmless/git-verb.js';
import {
  copiesTemplate,
  gitNamesFiles,
  LISTERS,
  listsOnly,
  usesOnlyNames,
} from './commands/harmless/named-files.js';
import { setsUsualMode } from './commands/harmless/usual-mode.js';
import { movesOperands } from './commands/moved-files.js';
import { namesSubcommand } from './commands/subcommand-words.js';
import { NAME, READ, UNKNOWN_PROGRAM, WRITE } from './effects.js';

// Programs that write to one operand and read the other operands.
const COPIES = ['install', 'ln', 'rsync', 'scp', 'copy', 'xcopy'];
const REPORTS = /^-o$|^--(?:junit|output|output-file|out|outfile|out-file|report|report-file)$/;
// Options whose value is an output file, by program.
const OUTPUTS: Readonly<Record<string, RegExp>> = {
  sort: /^-o$|^--output$/,
  curl: /^-[A-Za-z#]*[oDc]$|^--(?:output|output-dir|dump-header|cookie-jar|trace|trace-ascii|stderr|etag-save|hsts|alt-svc)$/,
  wget: /^-O$|^--output-document$/,
  openssl: /^-(?:out|keyout|writerand|CAserial)$/,
  ...Object.fromEntries(
    ['time', 'strace', 'ltrace', 'perf', 'sdiff'].map((name) => [name, /^-o$|^--output$/]),
  ),
  parallel: /^--(?:joblog|results)$/,
  valgrind: /^--log-file$/,
  less: /^-[oO]$|^--log-file$/i,
  gpg: /^-o$|^--output$/,
  psql: /^-[oL]$|^--(?:output|log-file)$/,
  ...Object.fromEntries(['mysql', 'mariadb'].map((name) => [name, /^--tee$/])),
  tree: /^-o$/,
  find: /^-fprint0?$|^-fprintf$|^-fls$/,
  // The options in `REPORTS` name an output file in these programs.
  ...Object.fromEntries(
    ['clawdefender', 'claw', 'node', 'nodejs', 'bun', 'deno', 'tsx'].map((name) => [name, REPORTS]),
  ),
};

const DOWNLOADERS =
  'kubectl docker podman aws gsutil gcloud az s3cmd rclone gh glab nmap smbclient ftp http https httpie xh lynx w3m doctl hcloud scw linode-cli heroku fly flyctl'.split(
    ' ',
  );
/** A pattern that matches no option. */
const NO_OPTION = /^(?!)/;
const gitOutput = writesTo(/^-o$|^--output$|^--output-directory$/);

/**
 * Returns the effects of a program on each operand. The words are examined once for all operands. `whole` is the
 * complete shell text.
 */
export type OperandEffects = (
  words: readonly string[],
  effects: number,
  whole: string,
) => (index: number) => number;

/** Programs whose effects differ between operands. */
export const OPERANDS: ReadonlyMap<string, OperandEffects> = new Map<string, OperandEffects>([
  ...Object.entries(OUTPUTS).map(([name, option]): [string, OperandEffects] => [name, writesTo(option)]),
  ...LISTERS.map((name): [string, OperandEffects] => [
    name,
    (words, effects, whole) =>
      writesTo(OUTPUTS[name] ?? NO_OPTION)(
        words,
        usesOnlyNames(whole) && listsOnly(words) ? NAME : effects,
        whole,
      ),
  ]),
  ...COPIES.map((name): [string, OperandEffects] => [name, copies]),
  ['cp', copiesWithTemplates],
  // The second operand is the output.
  ...['uniq', 'xxd'].map((name): [string, OperandEffects] => [name, writesLast]),
  // The first operand is an archive or a log.
  ...['zip', 'script', 'logsave'].map((name): [string, OperandEffects] => [
    name,
    (_, effects) => () => effects | WRITE,
  ]),
  // They can copy a file from elsewhere to any of their operands.
  ...DOWNLOADERS.map((name): [string, OperandEffects] => [
    name,
    (words, effects) => (index) => (namesSubcommand(words, index) ? NAME : effects | UNKNOWN_PROGRAM),
  ]),
  ...['mv', 'move', 'move-item'].map((name): [string, OperandEffects] => [name, movesOperands]),
  ['chmod', (words, effects) => (setsUsualMode(words) ? () => effects | NAME : () => effects)],
  // Committed files are only read; git writes to the files of the repository.
  [
    'git',
    (words, effects, whole) => {
      const verb = gitVerbAt(words);
      const named = usesOnlyNames(whole) && gitNamesFiles(words);
      const own = /^(?:add|commit)$/.test(words[verb] ?? '') ? effects & ~WRITE : effects;
      const onOperand = gitOutput(words, own, whole);
      return (index) => (named && index > verb ? NAME : onOperand(index));
    },
  ],
]);

function writesTo(option: RegExp): OperandEffects {
  return (words, effects) => (index) => {
    const before = words[index - 1] ?? '';
    const word = words[index] ?? '';
    return isOption(before, option) || isOption(optionOf(word), option) ? effects | WRITE : effects;
  };
}

const isOption = (word: string, option: RegExp) => word.charCodeAt(0) === 45 && option.test(word);

/** Returns the option, if a word contains an option with its value: `--output=FILE`, `-oFILE`. */
function optionOf(word: string): string {
  if (word.charCodeAt(0) !== 45) return '';
  const end = word.charCodeAt(1) === 45 ? word.indexOf('=') : 2;
  return end < word.length ? word.slice(0, Math.max(end, 0)) : '';
}

// If an option names the target folder (`-t DIR`), any operand may be written.
function copies(words: readonly string[], effects: number): (index: number) => number {
  const unclear = words.some((word) => /^-[A-Za-z]*t|^--t/.test(word));
  return (index) => (unclear || index === words.length - 1 ? effects : (effects & ~WRITE) | READ);
}

function writesLast(words: readonly string[], effects: number): (index: number) => number {
  const operands = words.flatMap((word, at) => (at > 0 && word.charCodeAt(0) !== 45 ? [at] : []));
  return (index) => (operands.length > 1 && index === operands.at(-1) ? effects | WRITE : effects);
}

function copiesWithTemplates(words: readonly string[], effects: number): (index: number) => number {
  if (!copiesTemplate(words)) return copies(words, effects);
  return (index) => (index === words.length - 1 ? NAME : READ);
}
