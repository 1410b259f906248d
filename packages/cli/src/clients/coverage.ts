// What can be done for a server, in words: whether it is protected, and if not, what stands in the way.

import { dangerousVariables } from '../wrap/entry-state.js';
import { remotePartsOf } from '../wrap/remote-parts.js';
import type { Server } from './servers.js';

export type Coverage =
  | { readonly kind: 'protected' }
  /** `wrap` can protect it. */
  | { readonly kind: 'wrappable' }
  /** Another firewall stands there; `wrap --convert` takes its place. */
  | { readonly kind: 'convertible'; readonly reason: string }
  /** It cannot be protected by editing this file. */
  | { readonly kind: 'uncovered'; readonly reason: string }
  /** Our own server: there is nothing to protect. */
  | { readonly kind: 'ourselves' };

export function coverageOf(server: Server): Coverage {
  const { state, entry, shape } = server;
  switch (state.kind) {
    case 'wrapped':
      return state.weaknesses.length === 0
        ? { kind: 'protected' }
        : { kind: 'uncovered', reason: `it starts clawdefender, but ${state.weaknesses.join(', ')}` };
    case 'ourselves':
      return { kind: 'ourselves' };
    case 'foreign':
      return {
        kind: 'convertible',
        reason: `it runs behind ${state.by}; \`--convert\` replaces that`,
      };
    case 'remote': {
      const parts = remotePartsOf(entry, shape);
      return 'reason' in parts ? { kind: 'uncovered', reason: parts.reason } : unlessVariables(server);
    }
    case 'out-of-reach':
      return { kind: 'uncovered', reason: state.reason };
    case 'bare':
      return unlessVariables(server);
  }
}

/** What an entry sets for its server, it sets for us, too. */
function unlessVariables({ entry, shape }: Server): Coverage {
  const [variable] = dangerousVariables(entry, shape);
  return variable === undefined
    ? { kind: 'wrappable' }
    : { kind: 'uncovered', reason: `it sets \`${variable}\`, which would also change clawdefender` };
}

/** Why a server is unprotected; undefined when it is not. */
export function unprotectedReason(server: Server): string | undefined {
  const coverage = coverageOf(server);
  switch (coverage.kind) {
    case 'protected':
    case 'ourselves':
      return undefined;
    case 'wrappable':
      return 'it is not wrapped';
    default:
      return coverage.reason;
  }
}
