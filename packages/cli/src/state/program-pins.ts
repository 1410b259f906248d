// Separates the tool pins of servers that share a name. The pins of the first program with a name are stored under the
// name alone, and the pins of every other program under `name (program)`. So if two clients have different servers with
// the same name, the tools of one server do not appear as changed or removed tools of the other.

import type { Awaitable } from '@claw/jsonrpc-stream';
import type { Pins } from '@claw/pipeline';
import type { KeyValueTable } from '@claw/store';

type Table = Pick<KeyValueTable, 'get' | 'add'>;

/** Returns the pins of one program for the pipeline, which identifies the server by its name. */
export function pinsOfProgram(pins: Pins, table: Table, server: string, program: string): Pins {
  let name: string | undefined;
  // Each call may read pins, so a known name is returned synchronously.
  const withName = <T>(next: (name: string) => Awaitable<T>): Awaitable<T> =>
    name !== undefined
      ? next(name)
      : claimName(table, server, program).then((claimed) => {
          name = claimed;
          return next(claimed);
        });
  return {
    get: (_, tool) => withName((own) => pins.get(own, tool)),
    add: (pin) => withName((own) => pins.add({ ...pin, server: own })),
    report: (pin) => withName((own) => pins.report({ ...pin, server: own })),
    openChange: (_, tool) => withName((own) => pins.openChange(own, tool)),
    // Servers with the same name belong to different clients, so none of them imitates another.
    others: () =>
      withName(async (own) => (await pins.others(own)).filter((pin) => baseName(pin.server) !== server)),
    knows: () => withName((own) => pins.knows(own)),
    listed: (_, tools) => withName((own) => pins.listed(own, tools)),
  };
}

/** Returns the name under which the pins of a program are stored, or would be stored. The name is not reserved. */
export async function pinName(table: Table, server: string, program: string): Promise<string> {
  const first = await table.get('pin_program', server);
  return first === undefined || first === program ? server : `${server} (${program})`;
}

/** Returns the configured name of a server from the name of its pins. */
export const baseName = (name: string): string => name.replace(/ \(.*$/s, '');

async function claimName(table: Table, server: string, program: string): Promise<string> {
  await table.add('pin_program', server, program);
  return pinName(table, server, program);
}
