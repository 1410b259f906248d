// Detects commands that start the firewall: by its name, by its program file, or in code that starts programs.

import { unescaped } from '../../facts/code/string-literals.js';
import { baseName, type Invocation } from '../../facts/commands/invocation.js';
import { decodePrintable } from '../../facts/encoding/encoded-path.js';
import type { EvaluationInput } from '../evaluation-input.js';

const FIREWALL_NAMES = new Set(['clawdefender', 'claw']);
/** Programs that start another program, which their arguments name. */
const RUNNERS = new Set(
  'npx pnpx bunx npm pnpm yarn bun node nodejs deno tsx ts-node electron dlx exec'.split(' '),
);
/** Shells. Package managers start the firewall through a small script, which can also be passed to a shell. */
const SHELLS = new Set('sh bash dash zsh ksh ash source .'.split(' '));
/**
 * The program file, wherever it is installed or built. Other programs can have a file with the same name, so a
 * subcommand of the firewall has to follow.
 */
const MAIN_FILE = /(?:^|[/\\])cli[/\\]dist[/\\]main\.cjs$/i;
const COMMANDS = new Set(
  'init wrap unwrap scan status doctor tools approvals audit policy kill dashboard login logout proxy serve gateway detect completion'.split(
    ' ',
  ),
);

/** Returns a command of the firewall with a subcommand or option that does more than read. */
export function findFirewallCommand(input: EvaluationInput, files: ReadonlySet<string>): string | undefined {
  const { shell } = input.facts;
  if (shell === undefined) return undefined;
  for (const invocation of shell.invocations) {
    const rest = firewallArguments(invocation, input, files);
    if (rest !== undefined && !isReadOnly(rest)) return invocation.words.join(' ');
  }
  return undefined;
}

/** Tests whether shell text that cannot be fully parsed names the firewall and so may start it. */
export function mayStartFirewall({ facts: { shell } }: EvaluationInput, files: ReadonlySet<string>): boolean {
  if (shell?.unknown !== true) return false;
  const texts = shell.words.flatMap(({ text }) => formsOf(text)).filter(mayNameFirewall(files));
  if (texts.some((text) => isFirewallName(text) || files.has(text) || containsFirewallCommand(text, files)))
    return true;
  // An argument vector such as `['/x/cli/dist/main.cjs', 'kill']`.
  return texts.some((text) => MAIN_FILE.test(text)) && shell.words.some(({ text }) => COMMANDS.has(text));
}

/** The text as it is, and decoded: `echo Y2xhd… | base64 -d | sh`, `printf '\\x63law…' | sh`. */
function formsOf(text: string): readonly string[] {
  const decoded = decodePrintable(text);
  const plain = text.includes('\\') ? unescaped(text) : text;
  return [text, ...(decoded === undefined ? [] : [decoded]), ...(plain === text ? [] : [plain])];
}

/** A quick check with a single search, because most texts do not contain the name. */
const mayNameFirewall = (files: ReadonlySet<string>) => {
  const others = [...files].filter((file) => !/claw|main\.cjs/i.test(file));
  return (text: string) => /claw|main\.cjs/i.test(text) || others.some((file) => text.includes(file));
};

/** Tests for a command in one text, as code passes it to a shell: `clawdefender kill off`. */
function containsFirewallCommand(text: string, files: ReadonlySet<string>): boolean {
  const words = text.split(/[\s"'`;|&()<>,=![\]]+/);
  return words.some((word, at) => {
    const rest = words.slice(at + 1, at + 3);
    if (!COMMANDS.has(rest[0] ?? '') || isReadOnly(rest)) return false;
    return isFirewallName(word) || MAIN_FILE.test(word) || files.has(word);
  });
}

/** Returns the arguments of the firewall, if this command starts it. */
function firewallArguments(
  { base, program, words }: Invocation,
  input: EvaluationInput,
  files: ReadonlySet<string>,
): readonly string[] | undefined {
  if (FIREWALL_NAMES.has(base)) return words.slice(1);
  const isOurs = (at: number) =>
    isFirewallName(words[at] ?? '') ||
    resolvesToFirewall(input, words, at, files) ||
    isOptionWithFirewall(words, at, files);
  if (/[/\\]/.test(program) && resolvesToFirewall(input, words, 0, files)) return words.slice(1);
  const at = RUNNERS.has(base.replace(/[\d.]+$/, ''))
    ? words.findIndex((_, index) => index > 0 && isOurs(index))
    : SHELLS.has(base)
      ? words.findIndex((word, index) => index > 0 && !/^[-+]/.test(word))
      : -1;
  return at === -1 || !isOurs(at) ? undefined : words.slice(at + 1);
}

/** Tests for an option that loads the firewall: `node --import=/x/cli/dist/main.cjs - kill off`. */
function isOptionWithFirewall(words: readonly string[], at: number, files: ReadonlySet<string>): boolean {
  const [, value = ''] = /^--?[\w-]{1,40}=(.+)$/s.exec(words[at] ?? '') ?? [];
  if (!isFirewallName(value) && !files.has(value) && !MAIN_FILE.test(value)) return false;
  return words.some((word, index) => index > at && COMMANDS.has(word));
}

/**
 * Tests whether the word is a path to the firewall. Folders that the text changes to and links are taken into
 * account.
 */
function resolvesToFirewall(
  input: EvaluationInput,
  words: readonly string[],
  at: number,
  files: ReadonlySet<string>,
): boolean {
  const { paths } = input.facts;
  for (let index = 0; index < paths.length; index += 1) {
    const { name, source } = paths[index] ?? {};
    if (source !== 'command' || name !== words[at]) continue;
    for (const path of input.path(index).resolved.candidates)
      if (files.has(path) || (MAIN_FILE.test(path) && COMMANDS.has(words[at + 1] ?? ''))) return true;
  }
  return false;
}

function isFirewallName(word: string): boolean {
  // Every form of the name contains this text, and hardly any other word does.
  if (!/claw/i.test(word)) return false;
  return (
    /^@claw\/cli(?:@|$)/.test(word) ||
    FIREWALL_NAMES.has(
      baseName(word)
        .replace(/\.[cm]?js$/, '')
        .replace(/@.*$/, ''),
    ) ||
    /@claw[/\\]cli[/\\]/.test(word)
  );
}

function isReadOnly([verb, what]: readonly string[]): boolean {
  return verb === '--version' || (verb === 'policy' && ['test', 'check', 'explain'].includes(what ?? ''));
}
