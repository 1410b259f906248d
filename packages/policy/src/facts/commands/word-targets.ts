// Finds the paths in shell words, and the hosts that programs connect to.

import { CONNECT } from '../effects.js';
import type { HostFact, PathFact } from '../facts.js';
import { bareHost, isHostAndPort, toHost } from '../hosts.js';
import { profileOf } from './program-profiles.js';
import type { ShellFacts } from './shell/shell-facts.js';

/** Adds the words of commands to the paths and hosts of a call. */
export function addWordTargets(shell: ShellFacts, paths: PathFact[], hosts: HostFact[]): void {
  for (const fact of shell.words) {
    const { text } = fact;
    // A plain name can only be a path. An absolute path may be a shell device such as `/dev/tcp`, which names
    // a host.
    if (fact.plain && fact.name.charCodeAt(0) !== 47) {
      paths.push(fact);
      continue;
    }
    const colon = text.includes(':');
    if (colon && text.includes('://') && !/^file:/i.test(text)) continue;
    paths.push(fact);
    if (!colon && !text.startsWith('/dev/')) continue;
    const device = text.startsWith('/dev/') ? /^\/dev\/(?:tcp|udp)\/([^/]+)(?:\/(\d+))?/.exec(text) : null;
    const host =
      device !== null
        ? toHost(device[2] === undefined ? (device[1] ?? '') : `${device[1]}:${device[2]}`)
        : isHostWord(text)
          ? bareHost(text)
          : undefined;
    if (host !== undefined) hosts.push({ ...host, text, source: 'command' });
  }
  if ((shell.effects & CONNECT) === 0) return;
  // Programs that connect also accept host names without a scheme: `curl example.com`, `ssh user@host`, `nc
  // host 80`.
  for (const { base, words } of shell.invocations) {
    const mayNameHost = namesHosts(base, words);
    for (const word of words.slice(1)) {
      if (!mayNameHost(word)) continue;
      const target = word.replace(/^[\w.-]+@/, '').replace(/^([\w.-]+):(?!\d+(?:\/|$)).*$/, '$1');
      if (
        !/^(?:[a-z0-9-]+\.)+[a-z0-9-]{2,}(?:[:/].*)?$|^localhost(?:[:/].*)?$|^\d{1,3}(?:\.\d{1,3}){1,3}$/i.test(
          target,
        )
      )
        continue;
      const host = bareHost(target);
      if (host === undefined) continue;
      const probed = PROBES.has(base) ? { probed: true as const } : undefined;
      hosts.push({ ...host, text: target, source: 'command', ...probed });
    }
  }
}

const ADDRESS = /^(?:[\w.-]+@)?(?:localhost|\d{1,3}(?:\.\d{1,3}){1,3})(?:[:/].*)?$/i;
/** Programs that do not connect, but pass their words to others. */
const PASSES_ON = new Set(['echo', 'printf', 'xargs', 'parallel']);

/**
 * Returns the test for words that may name a host. In `git add a.txt; git push`, `a.txt` is a file, because only the
 * other command connects. An address may be a host in every program.
 */
function namesHosts(base: string, words: readonly string[]): (word: string) => boolean {
  // For git, a name without a colon is a remote, a branch or a tag.
  if (base === 'git') return (word) => ADDRESS.test(word) || word.includes(':');
  const { effects, refine } = profileOf(base);
  const connects = ((refine?.(effects, words) ?? effects) & CONNECT) !== 0;
  return connects || PASSES_ON.has(base) ? () => true : (word) => ADDRESS.test(word);
}

const PROBES = new Set(['ping', 'ping6', 'fping', 'arping']);

function isHostWord(text: string): boolean {
  return text.length < 262 && isHostAndPort(text);
}
