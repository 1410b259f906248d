// Builds the command that wraps one server, for reports.

import type { ConfigSource } from '../clients/sources.js';
import { shellQuote } from '../terminal/shell-quote.js';

/** The fix for servers that `wrap` cannot protect. */
export const fixOrRemove = 'fix the problem, or remove the server';

/**
 * Returns the project to select with `--project`; undefined if the user named the file, because its client may be
 * unknown.
 */
export const projectOf = ({ scope, project, named }: ConfigSource): string | undefined =>
  scope === 'project' && !named ? project : undefined;

/** Returns the option that selects the servers of a file. `--project` does not follow links out of the project. */
export function targetOf(source: ConfigSource): string {
  const project = projectOf(source);
  return project === undefined ? `--config ${shellQuote(source.file)}` : `--project ${shellQuote(project)}`;
}

/** Returns the command for a server. A name that looks like an option can only be selected with `--all`. */
export function wrapCommand(name: string, file: string, target = `--config ${shellQuote(file)}`): string {
  const isOption = name.startsWith('-') && name !== '-';
  return `clawdefender wrap ${isOption ? '--all' : shellQuote(name)} ${target}`;
}
