// Generates the completion script for fish.

import type { CommandWords, Wanted } from './collect.js';

export function fishCompletion(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap(({ path, options, words }) => {
    const here = `-n ${quote(`__clawdefender_at ${path.join(' ')}`.trim())}`;
    return [
      ...words.map(
        ({ name, summary }) => `complete -c clawdefender ${here} -f -a ${quote(name)} -d ${quote(summary)}`,
      ),
      ...options.map(
        ({ name, summary, wanted }) =>
          `complete -c clawdefender ${here} -l ${name} ${valueOptions(wanted)} -d ${quote(summary)}`,
      ),
    ];
  });
  return `# clawdefender completion for fish: clawdefender completion fish | source
function __clawdefender_at
  set -l known ${commands
    .filter(({ path }) => path.length > 0)
    .map(({ path }) => quote(path.join(' ')))
    .join(' ')}
  set -l path
  for word in (commandline -opc)[2..-1]
    contains -- (string join -- ' ' $path $word) $known; and set -a path $word
  end
  test "$path" = "$argv"
end
${lines.join('\n')}
complete -c claw -w clawdefender`;
}

function valueOptions(wanted: Wanted): string {
  switch (wanted.kind) {
    case 'nothing':
      return '-f';
    case 'file':
      return '-r -F';
    case 'folder':
      return `-x -a '(__fish_complete_directories)'`;
    case 'one-of':
      return `-x -a ${quote(wanted.words.join(' '))}`;
    case 'anything':
      return '-x';
  }
}

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
