// Builds the arguments with which `proxy` starts a server for inspection, without other firewalls in its entry, and the
// environment variables of the server.

import { addressOf, type Server } from '../../clients/servers.js';
import { environmentOf } from '../../wrap/entry-shape.js';
import { dangerousVariables } from '../../wrap/entry-state.js';
import { headerOptions, headerVariable, remotePartsOf } from '../../wrap/remote/remote-parts.js';
import { nameWords } from '../../wrap/wrap-entry.js';
import { ownWords } from './capabilities.js';

export interface LaunchCommand {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Returns the command for a server, or the reason why only its client can start it. */
export function launchCommandOf(server: Server): LaunchCommand | { readonly problem: string } {
  const way = findWay(server);
  if ('problem' in way) return way;
  const unresolved = [...way.words, ...Object.values(way.env)].find((word) => /\$\{|\{env:|^\$\w/.test(word));
  return unresolved === undefined
    ? way
    : { problem: `only the client can resolve the variable \`${unresolved}\`` };
}

function findWay(server: Server): LaunchCommand | { readonly problem: string } {
  const { entry, shape, state, scope } = server;
  const [variable] = dangerousVariables(entry, shape, scope === 'project');
  if (variable !== undefined)
    return { problem: `not started: it sets \`${variable}\`, which would also change clawdefender` };
  const name = nameWords(entry.name);
  const env = Object.fromEntries(
    Object.entries(environmentOf(entry, shape)).map(([key, value]) => [key, String(value)]),
  );
  const address = addressOf(server);
  if (state.kind === 'wrapped' && address !== undefined)
    return { words: [...name, '--url', address, ...headersAmong(state.launch.options)], env };
  if (address !== undefined) {
    const parts = remotePartsOf(entry, shape);
    if ('reason' in parts) return { problem: `not started: ${parts.reason}` };
    const members = parts.headers?.members ?? [];
    return {
      words: [...name, '--url', address, ...headerOptions(parts)],
      env: Object.fromEntries(members.map(({ data }, index) => [headerVariable(index), String(data)])),
    };
  }
  const words = ownWords(server);
  return words.length === 0 ? { problem: 'it has no command' } : { words: [...name, '--', ...words], env };
}

const headerOption = /^--(?:header|header-env|bearer-env)(?:=|$)/;

/** Returns the headers of a wrapped entry; other options do not matter for an inspection. */
const headersAmong = (options: readonly string[]): readonly string[] =>
  options.filter(
    (word, index) =>
      headerOption.test(word) ||
      (headerOption.test(options[index - 1] ?? '') && !options[index - 1]?.includes('=')),
  );
