// Reports problems with the way a server is started: unpinned code, shells, and unencrypted connections.

import { addressOf, type Server } from '../../clients/servers.js';
import { fetchedName } from '../../wrap/program/fetched-package.js';
import { programName } from '../../wrap/program/program-name.js';
import { hostOf, ownWords } from './capabilities.js';
import type { ScanFinding } from './risk.js';

export function findLaunchProblems(server: Server): ScanFinding[] {
  const address = addressOf(server);
  if (address !== undefined) return [...plainHttp(address), ...otherName(server)];
  const { runner, rest } = runnerOf(server);
  return [...unpinned(runner, rest), ...shell(runner, rest), ...otherName(server)];
}

/** Returns the runner that downloads a server before starting it, if any. */
export function installerOf(server: Server): string | undefined {
  if (addressOf(server) !== undefined) return undefined;
  const { runner, rest } = runnerOf(server);
  return fetchedName(runner, rest) === undefined ? undefined : runner;
}

function runnerOf(server: Server): { readonly runner: string; readonly rest: readonly string[] } {
  const words = ownWords(server);
  const [command = ''] = words;
  const start = programName(command) === 'cmd' && /^\/c$/i.test(words[1] ?? '') ? 2 : 0;
  return { runner: programName(words[start] ?? ''), rest: words.slice(start + 1) };
}

function unpinned(runner: string, rest: readonly string[]): ScanFinding[] {
  const name = fetchedName(runner, rest);
  if (name === undefined || isPinned(runner, name)) return [];
  const example =
    runner === 'docker' || runner === 'podman'
      ? `${name.replace(/:.*$/, '')}@sha256:…`
      : exampleOf(runner, name);
  return [
    {
      rule: 'unpinned',
      severity: 'medium',
      message: `\`${name}\` has no pinned version; a new release could change what runs`,
      fix: `pin the version: \`${example}\``,
    },
  ];
}

const exampleOf = (runner: string, name: string) =>
  runner.startsWith('uv') || runner === 'pipx'
    ? `${name.replace(/(?<=.)@.*$/, '')}==1.2.3`
    : `${name.replace(/(?<=.)@[^/]*$/, '')}@1.2.3`;

function isPinned(runner: string, name: string): boolean {
  if (runner === 'docker' || runner === 'podman')
    return /@sha256:/.test(name) || /:(?!latest$)[^/]+$/.test(name);
  if (/^git\+|^https?:|^github:/.test(name)) return /[@#][0-9a-f]{40}$/.test(name);
  return /(?<=.)(?:@|==)v?\d+\.\d+(?:\.\d+)?[\w.+-]*$/.test(name);
}

function shell(runner: string, rest: readonly string[]): ScanFinding[] {
  const isShell = ['sh', 'bash', 'zsh', 'dash', 'fish', 'powershell', 'pwsh'].includes(runner);
  if (!isShell || !rest.some((word) => /^-\w*c$|^-command$/i.test(word))) return [];
  const fetches = /\b(?:curl|wget|iwr|irm)\b.*[|;&]/s.test(rest.join(' '));
  return [
    {
      rule: 'shell',
      severity: fetches ? 'critical' : 'low',
      message: fetches
        ? 'its command downloads and runs code'
        : 'it is started by a shell, which can also run other commands',
      fix: 'use the program itself as `command`',
    },
  ];
}

function plainHttp(address: string): ScanFinding[] {
  const host = hostOf(address);
  if (!/^http:/i.test(address) || host === undefined || /^(?:localhost|127\..*|\[::1\])$/.test(host))
    return [];
  return [
    {
      rule: 'plain-http',
      severity: 'high',
      message: `the connection to \`${host}\` is not encrypted; others on the network can read and change messages`,
      fix: 'use an `https://` URL',
    },
  ];
}

/**
 * Reports a wrapped server that has another name in `--server`. Rules can refer to a server by name, so such a server
 * gets the permissions of that name.
 */
function otherName({ state, entry }: Server): ScanFinding[] {
  if (state.kind !== 'wrapped') return [];
  const { options } = state.launch;
  const at = options.indexOf('--server');
  const name =
    at >= 0
      ? options[at + 1]
      : /^--server=(.*)$/.exec(options.find((word) => word.startsWith('--server=')) ?? '')?.[1];
  if (name === undefined || name === entry.name) return [];
  return [
    {
      rule: 'other-name',
      severity: 'high',
      message: `it runs under the name \`${name}\`, so the rules for that name apply`,
      fix: `unwrap it and wrap it again`,
    },
  ];
}
