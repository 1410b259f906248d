// Runs the whole table of scenarios over HTTP with the built program and a real remote server: the result for a message
// must not depend on the transport.

import { afterAll, beforeAll, describe, test } from 'vitest';
import { policies } from '../../../../fixtures/scenarios/policies.js';
import type { Scenario } from '../../../../fixtures/scenarios/scenario.js';
import { scenarios } from '../../../../fixtures/scenarios/table.js';
import type { Carrier } from '../../../../fixtures/servers/http-puppet.js';
import { HttpProxy, HttpSession } from './http-session.js';
import { play } from './play.js';

const carriers: Readonly<Record<Carrier, string>> = {
  json: 'answers as JSON',
  post: 'answers as events of the post',
  get: 'answers on the stream of the session',
};
const proxies = new Map<string, Promise<HttpProxy>>();

beforeAll(() => {
  for (const [name, text] of Object.entries(policies)) proxies.set(name, HttpProxy.start(text));
});
afterAll(async () => {
  for (const proxy of proxies.values()) await proxy.then((one) => one.end());
});

for (const [carrier, road] of Object.entries(carriers) as [Carrier, string][])
  describe(road, () => {
    for (const policy of Object.keys(policies))
      describe(`policy ${policy}`, () => {
        for (const scenario of scenarios.filter((one) => one.policy === policy)) {
          const { row, name, gap } = scenario;
          const check = gap === undefined ? test : test.fails;
          check(`row ${row}: ${name}`, { timeout: 30_000 }, () => run(scenario, carrier));
        }
      });
  });

async function run(scenario: Scenario, carrier: Carrier): Promise<void> {
  const proxy = await (proxies.get(scenario.policy) as Promise<HttpProxy>);
  const session = await HttpSession.start(proxy, carrier);
  if (scenario.gap !== undefined) session.patience = 500;
  try {
    await play(scenario, session);
  } finally {
    session.end();
  }
}
