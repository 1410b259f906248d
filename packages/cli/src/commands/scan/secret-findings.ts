// Finds secrets in a configuration file: in variables, arguments, headers and URLs. Findings contain the location,
// never the secret.

import { createEngine, findStrings } from '@claw/detectors';
import type { Server } from '../../clients/servers.js';
import type { ScanFinding } from './risk.js';

/** `Authorization=CLAWDEFENDER_HEADER_1` names the variable of a header, not its value. */
const isOwnWord = /^[\w-]+=CLAWDEFENDER_HEADER_\d+$/;

/** Searches entries for secrets; creating it takes some milliseconds. */
export function createSecretSearch(): (server: Server) => ScanFinding[] {
  const engine = createEngine({ kinds: ['secrets'] });
  return ({ entry }) => {
    const places = new Map<string, string>();
    for (const { text, path } of findStrings(entry.value)) {
      const name = path.map(String).join('.');
      // The client resolves a reference; the file does not contain its value.
      if (/^\$\{.*\}$|^\$\w+$|^\{env:\w+\}$/.test(text) || isOwnWord.test(text)) continue;
      // Many keys can be recognized only by the name of their variable.
      const key = String(path.at(-1) ?? '');
      const [found] = [...engine.detect(text), ...engine.detect(`${key}=${text}`)];
      if (found && !places.has(name)) places.set(name, found.detector);
    }
    return [...places].map(([place, detector]) => ({
      rule: 'secret',
      severity: 'high' as const,
      message: `\`${place}\` contains a secret (${detector})`,
      fix: 'move it to an input or variable of the client or to a secret store, then replace it',
    }));
  };
}
