// Provides pinned tool definitions to the dashboard.

import type { AdminPorts } from '@claw/admin';
import type { PinState, Store } from '@claw/store';
import { diffDefinitions } from '../../tools/definition-diff.js';
import { itemsOf } from '../../tools/items.js';

export const toolPorts = ({ pins }: Store): AdminPorts['tools'] => ({
  async list() {
    const known = await pins.list();
    const pinOf = new Map(known.map((state) => [keyOf(state.accepted), state]));
    return itemsOf(known).map(({ before, after, ...item }) => {
      const state = pinOf.get(keyOf(item));
      return {
        ...item,
        digest: state === undefined ? null : (offeredDigest(state) ?? null),
        description: descriptionOf(state),
        diff: item.state === 'accepted' ? [] : diffDefinitions(before, after),
      };
    });
  },
  accept: async (server, tool, digest) => pins.accept(server, tool, digest),
});

const keyOf = ({ server, tool }: { readonly server: string; readonly tool: string }): string =>
  JSON.stringify([server, tool]);

/** Returns the digest of the definition that accepting the tool would pin. */
const offeredDigest = ({ state, accepted, reported }: PinState): string | undefined =>
  state === 'accepted' ? undefined : state === 'changed' ? reported?.digest : accepted.digest;

function descriptionOf(state: PinState | undefined): string | null {
  const definition = (state?.reported ?? state?.accepted)?.definition;
  if (definition === undefined) return null;
  const { description } = JSON.parse(definition) as { description?: unknown };
  return typeof description === 'string' ? description : null;
}
