// Secrets that stand in a configuration file: in variables, arguments, headers and addresses. They are named by their place
// and never printed.

import { createEngine, findStrings } from '@claw/detectors';
import type { Server } from '../../clients/servers.js';
import type { ScanFinding } from './risk.js';

/** `Authorization=CLAWDEFENDER_HEADER_1`: says where a header is kept, not what it holds. */
const isOwnWord = /^[\w-]+=CLAWDEFENDER_HEADER_\d+$/;

/** Looks through entries; building it takes some milliseconds. */
export function createSecretSearch(): (server: Server) => ScanFinding[] {
  const engine = createEngine({ kinds: ['secrets'] });
  return ({ entry }) => {
    const places = new Map<string, string>();
    for (const { text, path } of findStrings(entry.value)) {
      const name = path.map(String).join('.');
      // A reference is resolved by the client; what it leads to does not stand here.
      if (/^\$\{.*\}$|^\$\w+$|^\{env:\w+\}$/.test(text) || isOwnWord.test(text)) continue;
      // Many keys can be told only by the name that they are given to.
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
