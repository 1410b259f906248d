// Tool definitions that were accepted, and what differs from them and waits for somebody to accept it: another definition,
// a tool that its server has added, one that it has no more.

import type { Pin, Pins } from '@claw/pipeline';
import type { Cells } from './cells.js';

/** A tool with its accepted definition, and the one that its server has offered since, if it differs. */
export interface PinState {
  readonly accepted: Pin;
  readonly reported: Pin | undefined;
  /** `new`: the server was known without it. `changed`: it was `reported`. `removed`: the last whole list was without it. */
  readonly state: 'accepted' | 'new' | 'changed' | 'removed';
}

/** The pins of `@claw/pipeline`, and what a person does with them. */
export interface KeptPins extends Pins {
  /** All tools but those that are gone and were accepted as such. */
  list(server?: string): Promise<readonly PinState[]>;
  /** Accepts what is offered now, if it is still the definition with this digest, or that this one is gone; whether it was accepted. */
  accept(server: string, tool: string, digest: string): Promise<boolean>;
}

export function createPins(cells: Cells): KeptPins {
  const read = async (space: 'pin' | 'reported_pin', key: string) => parse(await cells.get(space, key));
  const readList = async (server: string) => parseNames(await cells.get('tool_list', server));
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
    knows: async (server) => (await cells.get('tool_list', server)) !== undefined,
    async listed(server, tools) {
      const [known, text] = [await cells.get('tool_list', server), JSON.stringify([...tools].sort())];
      // A server that has no tools before somebody logs in is not known yet.
      if (known === text || (known === undefined && tools.length === 0)) return;
      await cells.put('tool_list', server, text);
      const listed = new Set(tools);
      for (const { key, value } of await cells.list('pin', prefixOf(server))) {
        const pin = JSON.parse(value) as Pin;
        // It is back, which is as good as new: nobody has accepted more than that it was gone.
        if (pin.standing === 'gone' && listed.has(pin.tool))
          await cells.put('pin', key, JSON.stringify({ ...pin, standing: 'new' } satisfies Pin));
      }
    },
    async list(server) {
      const accepted = (await all(cells, 'pin')).filter(
        (pin) => server === undefined || pin.server === server,
      );
      const reported = new Map(
        (await all(cells, 'reported_pin')).map((pin) => [keyOf(pin.server, pin.tool), pin]),
      );
      const lists = new Map(
        (await cells.list('tool_list')).map(({ key, value }) => [key, parseNames(value)]),
      );
      return accepted
        .map((pin) => stateOf(pin, reported.get(keyOf(pin.server, pin.tool)), lists.get(pin.server)))
        .filter(({ accepted: { standing }, state }) => state !== 'removed' || standing !== 'gone');
    },
    async accept(server, tool, digest) {
      const key = keyOf(server, tool);
      const pin = await read('pin', key);
      if (pin === undefined) return false;
      const { state, reported } = stateOf(pin, await read('reported_pin', key), await readList(server));
      // A server may offer yet another one while somebody reads what it offered before.
      const offered = state === 'changed' ? (reported as Pin) : pin;
      if (state === 'accepted' || offered.digest !== digest) return false;
      // What is gone stays pinned: should it come back as something else, that is a change.
      const next = state === 'removed' ? JSON.stringify({ ...pin, standing: 'gone' }) : settled(offered);
      await cells.put('pin', key, next);
      await cells.remove('reported_pin', key);
      return true;
    },
  };
}

function stateOf(accepted: Pin, offered: Pin | undefined, listed: ReadonlySet<string> | undefined): PinState {
  const reported = differing(accepted, offered);
  // First, because a person has to see what was offered, wherever it is now.
  if (reported !== undefined) return { accepted, reported, state: 'changed' };
  if (listed !== undefined && !listed.has(accepted.tool)) return { accepted, reported, state: 'removed' };
  return { accepted, reported, state: accepted.standing === 'new' ? 'new' : 'accepted' };
}

/** A pin as text, as one that a person has accepted. */
const settled = ({ server, tool, digest, definition }: Pin): string =>
  JSON.stringify({ server, tool, digest, definition } satisfies Pin);

/** A pair as one text; a name that holds the separator must not become another pair. */
const keyOf = (server: string, tool: string) => JSON.stringify([server, tool]);

/** How the keys of one server's tools begin. */
const prefixOf = (server: string) => `[${JSON.stringify(server)},`;

const parse = (text: string | undefined): Pin | undefined =>
  text === undefined ? undefined : (JSON.parse(text) as Pin);

const parseNames = (text: string | undefined): ReadonlySet<string> | undefined =>
  text === undefined ? undefined : new Set(JSON.parse(text) as string[]);

const all = async (cells: Cells, space: 'pin' | 'reported_pin'): Promise<readonly Pin[]> =>
  (await cells.list(space)).map(({ value }) => JSON.parse(value) as Pin);

const differing = (accepted: Pin | undefined, reported: Pin | undefined) =>
  reported?.digest === accepted?.digest ? undefined : reported;
