// Determines whether a server is protected, and if not, whether `wrap` can protect it.

import { dangerousVariables } from '../wrap/entry-state.js';
import { remotePartsOf } from '../wrap/remote/remote-parts.js';
import type { Server } from './servers.js';

export type Coverage =
  | { readonly kind: 'protected' }
  /** `wrap` can protect it. */
  | { readonly kind: 'wrappable' }
  /** Another firewall is configured; `wrap --convert` replaces it. */
  | { readonly kind: 'convertible'; readonly reason: string }
  /** It cannot be protected by editing this file. */
  | { readonly kind: 'uncovered'; readonly reason: string }
  /** This firewall's own server, which needs no protection. */
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

/** Environment variables of a server's entry also apply to the firewall, so dangerous ones prevent wrapping. */
function unlessVariables({ entry, shape, scope }: Server): Coverage {
  const [variable] = dangerousVariables(entry, shape, scope === 'project');
  return variable === undefined
    ? { kind: 'wrappable' }
    : { kind: 'uncovered', reason: `it sets \`${variable}\`, which would also change clawdefender` };
}

/** Returns the reason why a server is unprotected; undefined if it is protected. */
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
