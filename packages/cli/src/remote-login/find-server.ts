// The URL that a person means: written out, or by the name of a server in the configuration of a client.

import { ownProgram } from '../clients/own-program.js';
import { addressOf, type Server } from '../clients/servers.js';
import {
  currentMachine,
  describeKnownServers,
  readAllSources,
  serversIn,
} from '../commands/wrap/selection.js';

/** The URL, or what is wrong with the word. */
export async function findServer(word: string): Promise<URL | { readonly problem: string }> {
  if (/^https?:\/\//i.test(word))
    return URL.canParse(word) ? new URL(word) : { problem: `\`${word}\` is no URL` };
  const servers = serversIn(await readAllSources(currentMachine(), ownProgram()));
  const named = servers.filter(({ entry }) => entry.name === word);
  if (named.length === 0) {
    const remote = servers.filter((server) => addressOf(server) !== undefined);
    return { problem: `no server \`${word}\`; ${describeKnownServers(word, remote)} A URL does, too` };
  }
  // The file of a repository may name its server like yours; a login there has to be meant.
  const own = named.filter(({ scope }) => scope !== 'project');
  if (own.length === 0)
    return {
      problem: `\`${word}\` stands in ${fileOf(named)}, which belongs to a project; give its URL instead`,
    };
  const addresses = [...new Set(own.flatMap((server) => addressOf(server) ?? []))];
  const [address] = addresses;
  if (address === undefined)
    return { problem: `\`${word}\` in ${fileOf(own)} is started on this machine; there is no login for it` };
  if (addresses.length > 1)
    return {
      problem: `\`${word}\` has several addresses (${addresses.map(withoutQuery).join(', ')}); give the URL`,
    };
  return URL.canParse(address)
    ? new URL(address)
    : { problem: `the address of \`${word}\` in ${fileOf(own)} is not written out; give the URL` };
}

const fileOf = (servers: readonly Server[]): string => servers[0]?.source.file ?? '';

const withoutQuery = (address: string): string => address.replace(/[?#].*$/s, '');
