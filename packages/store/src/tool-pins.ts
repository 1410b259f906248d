// Stores accepted tool definitions, and the differences that a user has not accepted yet: changed definitions, added
// tools and removed tools.

import type { Pin, Pins } from '@claw/pipeline';
import { CachedPins } from './cached-pins.js';
import type { Awaitable, KeyValueTable } from './key-value-table.js';
import { acceptedPin, listPins, parseNames, parsePin, pinKey, serverPrefix } from './pin-records.js';
import { whenReady } from './when-ready.js';

/** A tool with its accepted definition, and with the current definition of the server if it differs. */
export interface PinState {
  readonly accepted: Pin;
  readonly reported: Pin | undefined;
  /**
   * `new`: the server added the tool after its first tool list. `changed`: the definition in `reported` differs.
   * `removed`: the last complete tool list does not contain the tool.
   */
  readonly state: 'accepted' | 'new' | 'changed' | 'removed';
}

/** Implements the port `Pins` of `@claw/pipeline`; in addition, tools can be listed and accepted. */
export interface ToolPins extends Pins {
  /** Returns all tools except those whose removal was accepted. */
  list(server?: string): Promise<readonly PinState[]>;
  /**
   * Accepts the current definition, or the removal of the tool, if the digest still matches what the user saw.
   * Returns true if something was accepted.
   */
  accept(server: string, tool: string, digest: string): Promise<boolean>;
}

export function createToolPins(table: KeyValueTable): ToolPins {
  // Each call to a tool that was not listed on the connection reads this, synchronously if the table allows it.
  const read = (namespace: 'pin' | 'reported_pin', key: string): Awaitable<Pin | undefined> =>
    whenReady(table.get(namespace, key), parsePin);
  const cached = new CachedPins(table);
  const readToolList = async (server: string) => parseNames(await table.get('tool_list', server));
  return {
    get(server, tool) {
      const known = cached.of(server, tool);
      if (known?.pin !== undefined) return known.pin.value;
      return whenReady(read('pin', pinKey(server, tool)), (pin) => {
        if (known !== undefined) known.pin = { value: pin };
        return pin;
      });
    },
    async add(pin) {
      await table.add('pin', pinKey(pin.server, pin.tool), JSON.stringify(pin));
    },
    async report(pin) {
      const [key, text] = [pinKey(pin.server, pin.tool), JSON.stringify(pin)];
      const known = await table.get('reported_pin', key);
      const accepted = await read('pin', key);
      if (accepted?.digest === pin.digest) {
        if (known !== undefined) await table.remove('reported_pin', key);
        return;
      }
      // A server reports the same definition at each start. Writing it again would notify watchers unnecessarily.
      if (known !== text) await table.put('reported_pin', key, text);
    },
    openChange(server, tool) {
      const known = cached.of(server, tool);
      if (known?.change !== undefined) return known.change.value;
      const key = pinKey(server, tool);
      return whenReady(read('reported_pin', key), (reported) =>
        whenReady(reported && read('pin', key), (pin) => {
          const change = unlessSame(pin, reported);
          if (known !== undefined) known.change = { value: change };
          return change;
        }),
      );
    },
    async others(server) {
      return (await listPins(table, 'pin')).filter((pin) => pin.server !== server);
    },
    knows: async (server) => (await table.get('tool_list', server)) !== undefined,
    async listed(server, tools) {
      const [known, text] = [await table.get('tool_list', server), JSON.stringify([...tools].sort())];
      // Some servers list no tools before a login, so their first tool list is the first one that is not empty.
      if (known === text || (known === undefined && tools.length === 0)) return;
      await table.put('tool_list', server, text);
      const listed = new Set(tools);
      for (const { key, value } of await table.list('pin', serverPrefix(server))) {
        const pin = JSON.parse(value) as Pin;
        // A tool that was removed and is listed again counts as new, because the user accepted only its removal.
        if (pin.standing === 'gone' && listed.has(pin.tool))
          await table.put('pin', key, JSON.stringify({ ...pin, standing: 'new' } satisfies Pin));
      }
    },
    async list(server) {
      const accepted = (await listPins(table, 'pin')).filter(
        (pin) => server === undefined || pin.server === server,
      );
      const reported = new Map(
        (await listPins(table, 'reported_pin')).map((pin) => [pinKey(pin.server, pin.tool), pin]),
      );
      const toolLists = new Map(
        (await table.list('tool_list')).map(({ key, value }) => [key, parseNames(value)]),
      );
      return accepted
        .map((pin) => pinState(pin, reported.get(pinKey(pin.server, pin.tool)), toolLists.get(pin.server)))
        .filter(({ accepted: { standing }, state }) => state !== 'removed' || standing !== 'gone');
    },
    async accept(server, tool, digest) {
      const key = pinKey(server, tool);
      const pin = await read('pin', key);
      if (pin === undefined) return false;
      const { state, reported } = pinState(pin, await read('reported_pin', key), await readToolList(server));
      // The server may have changed the definition again since the user read it.
      const offered = state === 'changed' ? (reported as Pin) : pin;
      if ((state === 'accepted' && pin.standing === 'reviewed') || offered.digest !== digest) return false;
      // A removed tool stays pinned, so that a different definition under its name is reported as a change.
      const next = state === 'removed' ? JSON.stringify({ ...pin, standing: 'gone' }) : acceptedPin(offered);
      await table.put('pin', key, next);
      await table.remove('reported_pin', key);
      return true;
    },
  };
}

function pinState(
  accepted: Pin,
  offered: Pin | undefined,
  toolList: ReadonlySet<string> | undefined,
): PinState {
  const reported = unlessSame(accepted, offered);
  // A change is checked first, because the user has to see a changed definition even if the tool was removed
  // afterwards.
  if (reported !== undefined) return { accepted, reported, state: 'changed' };
  if (toolList !== undefined && !toolList.has(accepted.tool)) return { accepted, reported, state: 'removed' };
  return { accepted, reported, state: accepted.standing === 'new' ? 'new' : 'accepted' };
}

const unlessSame = (accepted: Pin | undefined, reported: Pin | undefined) =>
  reported?.digest === accepted?.digest ? undefined : reported;
