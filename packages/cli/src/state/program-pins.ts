// Pins of servers that share a name. The pins of the first program with a name are stored under the name alone,
// those of every other program under `name (program)`, so that two clients with different servers of one name do
// not see each other's tools as changed or removed.

import type { Awaitable } from '@claw/jsonrpc-stream';
import type { Pins } from '@claw/pipeline';
import type { KeyValueTable } from '@claw/store';

type Table = Pick<KeyValueTable, 'get' | 'add'>;

/** The pins of one program, for the pipeline, which knows the server by its name. */
export function pinsOfProgram(pins: Pins, table: Table, server: string, program: string): Pins {
  let name: string | undefined;
  // Each call may read pins, so a known name is returned without waiting.
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
    // Servers with the same name belong to different clients, so none imitates another.
    others: () =>
      withName(async (own) => (await pins.others(own)).filter((pin) => baseName(pin.server) !== server)),
    knows: () => withName((own) => pins.knows(own)),
    listed: (_, tools) => withName((own) => pins.listed(own, tools)),
  };
}

/** The name under which a program has its pins, without claiming it. */
export async function pinName(table: Table, server: string, program: string): Promise<string> {
  const first = await table.get('pin_program', server);
  return first === undefined || first === program ? server : `${server} (${program})`;
}

/** The configured name of a server whose pins have this name. */
export const baseName = (name: string): string => name.replace(/ \(.*$/s, '');

async function claimName(table: Table, server: string, program: string): Promise<string> {
  await table.add('pin_program', server, program);
  return pinName(table, server, program);
}
