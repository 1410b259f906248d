// The command that wraps one server, for whoever reads a report: to be copied as it is.

import { shellWord } from '../../shell-word.js';

/** In a file, or where the target says. A name that would be read as an option can only be reached by `--all`. */
export function wrapCommand(name: string, file: string, target = `--config ${shellWord(file)}`): string {
  const isOption = name.startsWith('-') && name !== '-';
  return `clawdefender wrap ${isOption ? '--all' : shellWord(name)} ${target}`;
}
