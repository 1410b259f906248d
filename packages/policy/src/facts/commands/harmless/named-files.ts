// Recognizes commands that use only the names of files: they list the files, test whether they exist, or query git
// about them. The contents are not read: `ls -la .env`, `test -f .env`, `git check-ignore .env`, `git rm --cached
// .env`.

import { gitVerb, gitVerbAt } from './git-verb.js';

/** Programs that print or test names and attributes. */
export const LISTERS = [
  'ls',
  'dir',
  'stat',
  'test',
  '[',
  'realpath',
  'readlink',
  'basename',
  'dirname',
  'du',
  'tree',
];

/** Options that read names from a file and thereby print its content. */
const READS_NAMES = /^--(?:from|files0|infofile|gitfile|pathspec)/;

/** Tests whether a listing reads none of the files in its arguments. */
export const listsOnly = (words: readonly string[]): boolean => !words.some((word) => READS_NAMES.test(word));

/**
 * Syntax that passes a printed name to another program, and the variable that contains the last word of a command.
 */
const PASSED_ON =
  /\b(?:xargs|parallel|while|until|for|select|cpio|tar|zip|rsync|read|mapfile|readarray|exec|eval|files0)\b|\$\(|`|[<>]\(|\$\{?_\b/;
/** Programs that may read the list, because they only shorten it. */
const SHORTENS = /^\s*(?:head|tail|grep|egrep|wc|uniq|cat|cut|column|nl)\b/;

// The last result is kept, because one text can contain thousands of commands.
let lastText = '';
let lastResult = true;

/** Tests whether no part of the shell text uses the names that another part prints. */
export function usesOnlyNames(whole: string): boolean {
  if (whole !== lastText) {
    lastText = whole;
    const behindPipes = whole.split(/(?<!\|)\|&?(?!\|)/).slice(1);
    lastResult = !PASSED_ON.test(whole) && behindPipes.every((part) => SHORTENS.test(part));
  }
  return lastResult;
}

/** For each subcommand, the options with which it only names files. */
const GIT_OPTIONS: ReadonlyMap<string, RegExp> = new Map([
  ['check-ignore', /^(?:-[vqn]+|--(?:verbose|quiet|no-index|non-matching))$/],
  ['check-attr', /^(?:-a|--all)$/],
  [
    'ls-files',
    /^(?:-[cdiomstuz]+|--(?:cached|deleted|error-unmatch|exclude-standard|full-name|ignored|modified|others|stage))$/,
  ],
  ['status', /^(?:-[sbz]+|-u\w*|--(?:short|branch|long|ignored|porcelain|untracked-files)(?:=\w+)?)$/],
  ['rm', /^(?:-[rfnq]+|--(?:cached|dry-run|force|ignore-unmatch|quiet))$/],
  [
    'log',
    /^(?:-\d+|-n\d*|--(?:all|oneline|stat|shortstat|numstat|name-only|name-status|follow|full-history|graph|decorate|no-merges|reverse|diff-filter=\w+|format=.*|pretty=.*|since=.*|until=.*|author=.*|max-count=\d+))$/s,
  ],
]);

/** Tests whether a git command only names files: `git check-ignore`, `git rm --cached`. */
export function gitNamesFiles(words: readonly string[]): boolean {
  const verb = gitVerb(words);
  const options = GIT_OPTIONS.get(verb);
  if (options === undefined || (verb === 'rm' && !words.includes('--cached'))) return false;
  const before = words.slice(1, gitVerbAt(words)).filter((word) => word.charCodeAt(0) === 45);
  const end = words.indexOf('--');
  const behind = words.slice(gitVerbAt(words) + 1, end === -1 ? words.length : end);
  return (
    before.every((word) => word === '-C' || word === '--no-pager') &&
    behind.every((word) => word.charCodeAt(0) !== 45 || options.test(word))
  );
}

const TEMPLATE = /^\.?env(?:[._-][\w-]+)*[._-](?:example|sample|template|dist|tpl|defaults?)$/;
const MADE_OF_TEMPLATE = /^\.env(?:\.[\w-]+)?$/;
const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Tests for `cp .env.example .env`, which creates the file from a template without secrets. */
export function copiesTemplate(words: readonly string[]): boolean {
  const [source, target, more] = words.slice(1).filter((word) => !/^-[nivfp]+$/.test(word));
  return (
    source !== undefined &&
    target !== undefined &&
    more === undefined &&
    TEMPLATE.test(baseOf(source)) &&
    MADE_OF_TEMPLATE.test(baseOf(target))
  );
}
