// The command that wraps one server, for reports.

import { shellQuote } from '../../terminal/shell-quote.js';

/** A name that looks like an option can only be selected with `--all`. */
export function wrapCommand(name: string, file: string, target = `--config ${shellQuote(file)}`): string {
  const isOption = name.startsWith('-') && name !== '-';
  return `clawdefender wrap ${isOption ? '--all' : shellQuote(name)} ${target}`;
}
