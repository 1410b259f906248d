// Runs the whole table of scenarios over stdio with the built program and a real child process as the server.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { policies } from '../../../../fixtures/scenarios/policies.js';
import type { Scenario } from '../../../../fixtures/scenarios/scenario.js';
import { scenarios } from '../../../../fixtures/scenarios/table.js';
import { play } from './play.js';
import { Session } from './session.js';

/** The time limit is long enough for the slowest machine; an expected line arrives within milliseconds. */
const PATIENCE = 30_000;
const sessions = new Map<string, Promise<Session>>();

beforeAll(() => {
  for (const [name, text] of Object.entries(policies)) sessions.set(name, Session.start(text));
});
afterAll(async () => {
  for (const session of sessions.values()) await session.then((one) => one.end());
});

for (const [policy, text] of Object.entries(policies))
  describe(`policy ${policy}`, () => {
    for (const scenario of scenarios.filter((one) => one.policy === policy)) {
      const { row, name, gap } = scenario;
      const check = gap === undefined ? test : test.fails;
      check(`row ${row}: ${name}`, { timeout: 30_000 }, () => run(scenario, text));
    }
  });

async function run(scenario: Scenario, text: string): Promise<void> {
  const session = await (sessions.get(scenario.policy) as Promise<Session>);
  session.patience = scenario.gap === undefined ? PATIENCE : 500;
  try {
    await play(scenario, session);
  } catch (error) {
    // Pending messages must not affect the next scenario.
    sessions.set(scenario.policy, Session.start(text));
    await session.end();
    throw error;
  }
}

test('every scenario has a policy', () => {
  expect(scenarios.filter(({ policy }) => policies[policy] === undefined)).toEqual([]);
});

// Row 100, the kill switch, is tested in the `pipeline` package.
for (let row = 75; row <= 101; row += 1)
  test.skipIf(row === 100)(`row ${row} has scenarios`, () => {
    expect(scenarios.filter((one) => one.row === row).length).toBeGreaterThanOrEqual(2);
  });
