// Finds secrets in the variables, arguments, headers and URLs of a configuration file. A finding contains the location
// of the secret, but not the secret itself.

import { createEngine, findStrings } from '@claw/detectors';
import type { Server } from '../../clients/servers.js';
import type { ScanFinding } from './risk.js';

/**
 * Matches `Authorization=CLAWDEFENDER_HEADER_1`, which names the variable of a header and does not contain its value.
 */
const isOwnWord = /^[\w-]+=CLAWDEFENDER_HEADER_\d+$/;

/** Creates a function that searches entries for secrets. Creating it takes a few milliseconds. */
export function createSecretSearch(): (server: Server) => ScanFinding[] {
  const engine = createEngine({ kinds: ['secrets'] });
  return ({ entry }) => {
    const places = new Map<string, string>();
    for (const { text, path } of findStrings(entry.value)) {
      const name = path.map(String).join('.');
      // The client replaces a reference to a variable; the file does not contain the value.
      if (/^\$\{.*\}$|^\$\w+$|^\{env:\w+\}$/.test(text) || isOwnWord.test(text)) continue;
      // The name of the variable is searched as well, because many keys cannot be recognized without it.
      const key = String(path.at(-1) ?? '');
      const [found] = [...engine.detect(text), ...engine.detect(`${key}=${text}`)];
      if (found && !places.has(name)) places.set(name, found.detector);
    }
    return [...places].map(([place, detector]) => ({
      rule: 'secret',
      severity: 'high' as const,
      message: `\`${place}\` contains a secret (${detector})`,
      fix: 'move it to an input or variable of the client or to a secret store, then rotate it',
    }));
  };
}
