// Tool definitions that were accepted, and those that differ and wait for somebody to accept them.

import type { Pin, Pins } from '@claw/pipeline';
import type { Cells } from './cells.js';

/** A tool with its accepted definition, and the one that its server has offered since, if it differs. */
export interface PinState {
  readonly accepted: Pin;
  readonly reported: Pin | undefined;
}

/** The pins of `@claw/pipeline`, and what a person does with them. */
export interface KeptPins extends Pins {
  list(server?: string): Promise<readonly PinState[]>;
  /** Accepts what was reported, if it is still the definition with this digest; whether it was accepted. */
  accept(server: string, tool: string, digest: string): Promise<boolean>;
}

export function createPins(cells: Cells): KeptPins {
  const read = async (space: 'pin' | 'reported_pin', key: string) => parse(await cells.get(space, key));
  return {
    get: (server, tool) => read('pin', keyOf(server, tool)),
    async add(pin) {
      await cells.add('pin', keyOf(pin.server, pin.tool), JSON.stringify(pin));
    },
    async report(pin) {
      const [key, text] = [keyOf(pin.server, pin.tool), JSON.stringify(pin)];
      const known = await cells.get('reported_pin', key);
      const accepted = await read('pin', key);
      if (accepted?.digest === pin.digest) {
        if (known !== undefined) await cells.remove('reported_pin', key);
        return;
      }
      // A server says the same at every start; only news is worth waking others up for.
      if (known !== text) await cells.put('reported_pin', key, text);
    },
    async openChange(server, tool) {
      const key = keyOf(server, tool);
      const reported = await read('reported_pin', key);
      return reported === undefined ? undefined : differing(await read('pin', key), reported);
    },
    async others(server) {
      return (await all(cells, 'pin')).filter((pin) => pin.server !== server);
    },
    async list(server) {
      const accepted = await all(cells, 'pin');
      const reported = new Map(
        (await all(cells, 'reported_pin')).map((pin) => [keyOf(pin.server, pin.tool), pin]),
      );
      return accepted
        .filter((pin) => server === undefined || pin.server === server)
        .map((pin) => ({
          accepted: pin,
          reported: differing(pin, reported.get(keyOf(pin.server, pin.tool))),
        }));
    },
    async accept(server, tool, digest) {
      const key = keyOf(server, tool);
      const text = await cells.get('reported_pin', key);
      // A server may offer yet another one while somebody reads what it offered before.
      if (text === undefined || parse(text)?.digest !== digest) return false;
      await cells.put('pin', key, text);
      await cells.remove('reported_pin', key);
      return true;
    },
  };
}

/** A pair as one text; a name that holds the separator must not become another pair. */
const keyOf = (server: string, tool: string) => JSON.stringify([server, tool]);

const parse = (text: string | undefined): Pin | undefined =>
  text === undefined ? undefined : (JSON.parse(text) as Pin);

const all = async (cells: Cells, space: 'pin' | 'reported_pin'): Promise<readonly Pin[]> =>
  (await cells.list(space)).map(({ value }) => JSON.parse(value) as Pin);

const differing = (accepted: Pin | undefined, reported: Pin | undefined) =>
  reported?.digest === accepted?.digest ? undefined : reported;
