// Generates the completion script for bash, including version 3.2, which macOS ships.

import { singleQuote as quote } from '../../terminal/shell-quote.js';
import type { CommandWords, Wanted } from './collect.js';

export function bashCompletion(commands: readonly CommandWords[]): string {
  return `# clawdefender completion for bash: eval "$(clawdefender completion bash)"
_clawdefender() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path="" word index
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    [ "$word" = "--" ] && { COMPREPLY=($(compgen -f -- "$current")); return; }
    case "$path $word" in
${commands
  .filter(({ path }) => path.length > 0)
  .map(({ path }) => `      ${quote(` ${path.join(' ')}`)}) path=${quote(` ${path.join(' ')}`)} ;;`)
  .join('\n')}
    esac
  done
  case "$path:$previous" in
${commands.flatMap(({ path, options }) => options.flatMap(({ name, wanted }) => valueCase(path, name, wanted))).join('\n')}
  esac
  case "$path" in
${commands.map(({ path, options, words }) => `    ${quote(path.length > 0 ? ` ${path.join(' ')}` : '')}) COMPREPLY=($(compgen -W ${quote([...words.map(({ name }) => name), ...options.map(({ name }) => `--${name}`)].join(' '))} -- "$current")) ;;`).join('\n')}
  esac
}
complete -o default -F _clawdefender clawdefender claw`;
}

function valueCase(path: readonly string[], name: string, wanted: Wanted): string[] {
  const action = {
    nothing: undefined,
    anything: 'return',
    file: 'COMPREPLY=($(compgen -f -- "$current")); return',
    folder: 'COMPREPLY=($(compgen -d -- "$current")); return',
    'one-of': `COMPREPLY=($(compgen -W ${quote(wanted.kind === 'one-of' ? wanted.words.join(' ') : '')} -- "$current")); return`,
  }[wanted.kind];
  if (action === undefined) return [];
  return [`    ${quote(`${path.length > 0 ? ` ${path.join(' ')}` : ''}:--${name}`)}) ${action} ;;`];
}
