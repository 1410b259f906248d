// Runs the whole table of scenarios for a stdio client and a remote server with the built program: the result for a
// message must not depend on the transport.

import { afterAll, beforeAll, describe, test } from 'vitest';
import { policies } from '../../../../fixtures/scenarios/policies.js';
import type { Scenario } from '../../../../fixtures/scenarios/scenario.js';
import { scenarios } from '../../../../fixtures/scenarios/table.js';
import type { Carrier } from '../../../../fixtures/servers/http-puppet.js';
import { play } from './play.js';
import { RemoteSession } from './remote-session.js';

const PATIENCE = 30_000;
const carriers: Readonly<Record<Carrier, string>> = {
  json: 'answers as JSON',
  post: 'answers as events of the post',
  get: 'answers on the stream of the session',
};

for (const [carrier, road] of Object.entries(carriers) as [Carrier, string][])
  for (const [policy, text] of Object.entries(policies))
    describe(`${road}, policy ${policy}`, () => {
      let session: RemoteSession | undefined;
      beforeAll(async () => {
        session = await RemoteSession.start(text, carrier);
      });
      afterAll(() => session?.end());

      const run = async (scenario: Scenario): Promise<void> => {
        session ??= await RemoteSession.start(text, carrier);
        session.patience = scenario.gap === undefined ? PATIENCE : 500;
        try {
          await play(scenario, session);
        } catch (error) {
          // Pending messages must not affect the next scenario.
          await session.end();
          session = undefined;
          throw error;
        }
      };
      for (const scenario of scenarios.filter((one) => one.policy === policy)) {
        const { row, name, gap } = scenario;
        const check = gap === undefined ? test : test.fails;
        check(`row ${row}: ${name}`, { timeout: 30_000 }, () => run(scenario));
      }
    });
