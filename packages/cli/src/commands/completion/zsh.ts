// Generates the completion script for zsh.

import { singleQuote as quote } from '../../terminal/shell-quote.js';
import type { CommandWords, Wanted } from './collect.js';

export function zshCompletion(commands: readonly CommandWords[]): string {
  return `#compdef clawdefender claw
# clawdefender completion for zsh: eval "$(clawdefender completion zsh)"
_clawdefender() {
  local path_words="" word index
  for ((index = 2; index < CURRENT; index++)); do
    word="\${words[index]}"
    [[ "$word" == "--" ]] && { _files; return }
    case "$path_words $word" in
${commands
  .filter(({ path }) => path.length > 0)
  .map(({ path }) => `      ${quote(` ${path.join(' ')}`)}) path_words=${quote(` ${path.join(' ')}`)} ;;`)
  .join('\n')}
    esac
  done
  case "$path_words:\${words[CURRENT-1]}" in
${commands.flatMap(({ path, options }) => options.flatMap(({ name, wanted }) => valueCase(path, name, wanted))).join('\n')}
  esac
  local -a candidates
  case "$path_words" in
${commands.map((command) => `    ${quote(command.path.length > 0 ? ` ${command.path.join(' ')}` : '')}) candidates=(${candidatesOf(command)}) ;;`).join('\n')}
  esac
  _describe 'clawdefender' candidates
}
compdef _clawdefender clawdefender claw`;
}

const candidatesOf = ({ words, options }: CommandWords): string =>
  [
    ...words.map(({ name, summary }) => described(name, summary)),
    ...options.map(({ name, summary }) => described(`--${name}`, summary)),
  ].join(' ');

const described = (name: string, summary: string) =>
  quote(`${name.replaceAll(':', '\\:')}${summary ? `:${summary}` : ''}`);

function valueCase(path: readonly string[], name: string, wanted: Wanted): string[] {
  const action = {
    nothing: undefined,
    anything: 'return',
    file: '_files; return',
    folder: '_files -/; return',
    'one-of': `compadd -- ${wanted.kind === 'one-of' ? wanted.words.join(' ') : ''}; return`,
  }[wanted.kind];
  if (action === undefined) return [];
  return [`    ${quote(`${path.length > 0 ? ` ${path.join(' ')}` : ''}:--${name}`)}) ${action} ;;`];
}
