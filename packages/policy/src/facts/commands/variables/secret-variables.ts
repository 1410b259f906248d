// Detects commands that print an environment variable with the name of a secret. The value then becomes part
// of the response. Passing such a variable to a program is common and is not detected.
import type { ShellCommand } from '../shell/shell-syntax.js';

// Matches `GITHUB_TOKEN`, `AWS_SECRET_ACCESS_KEY`, `DB_PASSWORD`; not `MAX_TOKENS`, `PUBLIC_KEY`,
// `CACHE_KEY`, `PASSWORD_FILE`.
const SECRET = String.raw`(?:[A-Z][A-Z0-9]{0,30}_){0,6}(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|APIKEY|CREDENTIALS?|(?:API|SECRET|PRIVATE|ACCESS|AUTH|ENCRYPTION|SIGNING|MASTER|DEPLOY|SERVICE_ROLE)_KEY|SECRET_KEY_BASE)(?:_?\d{1,2})?|(?:[A-Z][A-Z0-9]{0,30}_){1,6}(?:PASS|PWD|PAT)`;
const IS_SECRET = new RegExp(`^(?:${SECRET})$`);

// Matches `$X` and `${X}`, also with substrings and default values; not the length, and not `${X:+text}`.
const USED = /\$(?:([A-Z][A-Z0-9_]*)|\{([A-Z][A-Z0-9_]*)(?![A-Z0-9_]|:?\+))/g;
const USED_OR_NESTED = new RegExp(`${USED.source}|\\$\\(|[)\`]`, 'g');
const PRINTERS: ReadonlySet<string> = new Set(['echo', 'printf', 'print']);
const DECLARES: ReadonlySet<string> = new Set(['declare', 'typeset', 'export', 'readonly', 'local']);
const SHOWN_FILE = /^\/dev\/(?:stdout|stderr|tty|fd\/[12])$/;

/** Tests whether a command prints the value of a secret variable. `whole` is the complete shell text. */
export function printsSecret(program: string, command: ShellCommand, whole: string): boolean {
  const { words, redirects } = command;
  if (PRINTERS.has(program)) {
    const texts = words.filter(({ exact }) => !exact).map(({ text }) => text);
    if (texts.length === 0 || redirects.some(isFile)) return false;
    if (whole === '') return namesIn(texts.join(' ')).some(isSecret);
    const { shown, isStoodIn } = placesIn(whole);
    return isStoodIn || namesIn(texts.join(' ')).some((name) => shown.has(name));
  }
  const named = () => words.slice(1).some(({ text }) => isSecret(text));
  if (program === 'printenv') return named();
  return DECLARES.has(program) && words.some(({ text }) => /^-[a-z]*p/.test(text)) && named();
}

// Redirecting only the errors does not hide the printed text.
const isFile = ({ kind, target, stream = 1 }: ShellCommand['redirects'][number]): boolean =>
  kind === 'write' && stream === 1 && !SHOWN_FILE.test(target.text);

const isSecret = (name: string): boolean => IS_SECRET.test(name);
const nameOf = ([, bare, braced]: RegExpMatchArray): string => bare ?? braced ?? '';
const namesIn = (text: string): string[] => [...text.matchAll(USED)].map(nameOf);

// Programs that read a secret from their input, or that print only a number, such as the length of their
// input.
const TAKES =
  /^[^;&\n]{0,200}?\|\s*(?:sudo\s+)?(?:docker|podman|buildah|skopeo|gh|glab|helm|npm|vault|az|gcloud|aws|kubectl|wrangler|vercel|heroku|gpg|ssh-add|passwd|chpasswd|sudo\s+-S|sha\d*sum|shasum|md5sum|wc|grep\s+-\w*q)\b/;
const MAX_PIPELINE_LENGTH = 300;
const STANDS_IN = /^\$\{\w+:?[-=?]/;
const PRINTING = /\b(?:echo|printf|print)\b[^;&|\n]*$/;

interface Places {
  /** Secrets that are neither passed to another program nor used in a command substitution. */
  readonly shown: ReadonlySet<string>;
  /** True if a secret with a replacement value is printed. The words then contain the replacement value. */
  readonly isStoodIn: boolean;
}

// The last result is kept, because one text can contain thousands of commands.
let last: { readonly text: string; readonly places: Places } | undefined;

function placesIn(text: string): Places {
  if (last?.text !== text) last = { text, places: findPlaces(text) };
  return last.places;
}

function findPlaces(text: string): Places {
  const shown = new Set<string>();
  let [depth, isQuoted, isStoodIn] = [0, false, false];
  for (const found of text.matchAll(USED_OR_NESTED)) {
    const { 0: sign, index } = found;
    if (sign === '`') isQuoted = !isQuoted;
    else if (sign === '$(') depth += 1;
    else if (sign === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0 && !isQuoted && isSecret(nameOf(found))) {
      const behind = text.slice(index, index + MAX_PIPELINE_LENGTH);
      if (TAKES.test(behind)) continue;
      shown.add(nameOf(found));
      isStoodIn ||= STANDS_IN.test(behind) && PRINTING.test(text.slice(Math.max(0, index - 200), index));
    }
  }
  return { shown, isStoodIn };
}

// The syntax of reading an environment variable in several languages.
const ACCESS = String.raw`(?:(?:os\.)?environ(?:\.get\(|\[)\s*['"]|(?:os\.)?getenv\(\s*['"]|(?:process|Bun)\.env(?:\.|\[\s*['"])|Deno\.env\.get\(\s*['"]|ENV(?:\[|\.fetch\()\s*['"]|ENVIRON\[\s*['"]|\$_ENV\[\s*['"]|\$ENV(?:\.|\{)|(?<![\w.])env\.)(?:${SECRET})\b`;
const PRINT = String.raw`\b(?:print|printf|pprint|puts|echo|say|console\.\w{1,10}|System\.out\.print(?:ln)?)\b\s{0,20}\(?[^();\n]{0,120}(?<!!|typeof\s{1,4})`;
// The syntax of using only the length of a secret, or whether it is set. This does not reveal the secret.
const TOLD_ABOUT = String.raw`(?!\w*['"]?\s*[\])}]{0,2}\s*(?:is\b|in\b|[!=]=|\?|and\b|&&|\.length|\.size))`;
const PRINTED = new RegExp(`${PRINT}${ACCESS}${TOLD_ABOUT}`);
/** Notebooks and \`node -p\` print the value of an expression statement. */
const ALONE = new RegExp(
  String.raw`(?:^|\n)[ \t]{0,80}${ACCESS}['"]?[ \t]{0,8}[\])}]{0,2}[ \t]{0,8};?[ \t\r]{0,8}(?:\n|$)`,
);

/** Tests whether inline code prints a secret variable. */
export const codePrintsSecret = (code: string): boolean =>
  /env/i.test(code) && (PRINTED.test(code) || ALONE.test(code));
