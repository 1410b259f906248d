// Finds the URL of a remote server that the user gives as a URL or as a server name in a client configuration.

import { ownProgram } from '../clients/own-program.js';
import { currentMachine, describeKnownServers, readAllSources, serversIn } from '../clients/selection.js';
import { addressOf, type Server } from '../clients/servers.js';

/** Returns the URL, or the reason why it was not found. */
export async function findServer(word: string): Promise<URL | { readonly problem: string }> {
  if (/^https?:\/\//i.test(word))
    return URL.canParse(word) ? new URL(word) : { problem: `\`${word}\` is not a valid URL` };
  const servers = serversIn(await readAllSources(currentMachine(), ownProgram()));
  const named = servers.filter(({ entry }) => entry.name === word);
  if (named.length === 0) {
    const remote = servers.filter((server) => addressOf(server) !== undefined);
    return {
      problem: `No server \`${word}\`. ${describeKnownServers(word, remote)} A URL is supported as well`,
    };
  }
  // A file in a repository may contain a server with the same name, so a login to such a server requires its URL.
  const own = named.filter(({ scope }) => scope !== 'project');
  if (own.length === 0)
    return {
      problem: `\`${word}\` is configured in ${fileOf(named)}, a project file. Use its URL instead of its name`,
    };
  const addresses = [...new Set(own.flatMap((server) => addressOf(server) ?? []))];
  const [address] = addresses;
  if (address === undefined)
    return { problem: `\`${word}\` in ${fileOf(own)} runs on this machine and needs no login` };
  if (addresses.length > 1)
    return {
      problem: `\`${word}\` has several URLs (${addresses.map(withoutQuery).join(', ')}). Use the URL instead of the name`,
    };
  return URL.canParse(address)
    ? new URL(address)
    : {
        problem: `The URL of \`${word}\` in ${fileOf(own)} contains variables. Use the URL instead of the name`,
      };
}

const fileOf = (servers: readonly Server[]): string => servers[0]?.source.file ?? '';

const withoutQuery = (address: string): string => address.replace(/[?#].*$/s, '');
