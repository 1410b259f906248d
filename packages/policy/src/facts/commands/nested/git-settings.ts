// Decides which settings of git may be changed without approval. Others can name programs, remote repositories or files.

const HARMLESS =
  /^(?:user\.(?:name|email|signingkey|useconfigonly)|author\..*|committer\..*|core\.(?:autocrlf|eol|safecrlf|filemode|ignorecase|quotepath|longpaths|symlinks|precomposeunicode|compression|preloadindex|untrackedcache|abbrev|whitespace|commentchar|bare|logallrefupdates|sharedrepository|bigfilethreshold|excludesfile|sparsecheckout\w*|checkstat|trustctime|splitindex|deltabasecachelimit|packedgit\w*)|init\.defaultbranch|pull\.(?:rebase|ff|twohead)|push\.(?:default|autosetupremote|followtags|gpgsign)|fetch\.\w+|merge\.(?:ff|conflictstyle|renames|renamelimit|stat|log|verbosity|autostash)|rebase\.(?!instructionformat)\w+|rerere\.\w+|color\..*|column\..*|branch\.(?:sort|autosetupmerge|autosetuprebase|.*\.(?:merge|rebase|remote|description))|tag\.(?:sort|gpgsign|forcesignannotated)|diff\.(?:algorithm|renames|renamelimit|colormoved\w*|mnemonicprefix|noprefix|context|submodule|wserrorhighlight|indentheuristic)|log\.\w+|status\.\w+|advice\.\w+|help\.autocorrect|commit\.(?:verbose|gpgsign|status|cleanup)|gc\..*|pack\.\w+|feature\.\w+|index\.\w+|submodule\.recurse|blame\.\w+|stash\.\w+|remote\.[^.]*\.(?:fetch|prune|tagopt)|safe\.directory|format\.(?:pretty|signoff|numbered|suffix|subjectprefix)|http\.(?:postbuffer|lowspeed\w+|version|maxrequests)|protocol\.version|versionsort\..*|apply\.\w+|worktree\.\w+|maintenance\..*|checkout\.\w+|i18n\.\w+|grep\.\w+|clean\.requireforce|interactive\.singlekey|am\.\w+|transfer\.\w+|receive\.(?:denycurrentbranch|denynonfastforwards)|extensions\.\w+|lfs\.(?:locksverify|fetchinclude|fetchexclude)|github\.user|gitflow\..*)$/i;
/** Programs that only show text. */
const SHOWS = /^core\.(?:pager|editor)=(?:|cat|less(?: -[A-Za-z]+)?|more|true|vim?|nano|code --wait)$/i;
const KEY = /^[A-Za-z][\w-]*\..+$/;

/** Tests whether a setting (`KEY=VALUE` or `KEY`) changes neither programs nor addresses. */
export function isHarmlessSetting(setting: string): boolean {
  const end = setting.indexOf('=');
  const key = end === -1 ? setting : setting.slice(0, end);
  return HARMLESS.test(key) || SHOWS.test(setting);
}

/** Tests whether the words after `git config` change a setting that is not known to be harmless. */
export function changesSetting(words: readonly string[]): boolean {
  const reads = words.some((word) =>
    /^(?:-l|--list|--get.*|--unset.*|--remove-section|--name-only|--show-.*)$/.test(word),
  );
  const operands = words.filter(
    (word, at) =>
      word.charCodeAt(0) !== 45 && !/^(?:-f|--file|--type|--blob|--default)$/.test(words[at - 1] ?? ''),
  );
  if (words.some((word) => /^(?:-e|--edit)$/.test(word)) || operands[0] === 'edit') return true;
  if (reads || /^(?:get|list|unset|remove-section)$/.test(operands[0] ?? '')) return false;
  const [key = '', ...values] = operands[0] === 'set' ? operands.slice(1) : operands;
  return values.length > 0 && KEY.test(key) && !isHarmlessSetting(`${key}=${values.join(' ')}`);
}
