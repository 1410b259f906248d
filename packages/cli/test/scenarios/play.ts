// Runs one scenario on a connection, step by step, and throws at the first difference.

import { expect } from 'vitest';
import type { Expectation, Scenario } from '../../../../fixtures/scenarios/scenario.js';
import type { End } from './lines.js';

/** The connection that a scenario needs. */
export interface Stageable {
  readonly client: End;
  readonly server: End;
  settle(): Promise<void>;
}

export async function play({ steps }: Scenario, ends: Stageable): Promise<void> {
  for (const [who, what] of steps) {
    const end = who.startsWith('client') ? ends.client : ends.server;
    if (who.endsWith('>')) end.say(what as string);
    else compare(await end.hear(describe(what)), what, who);
  }
  await ends.settle();
}

const describe = (what: string | Expectation): string =>
  typeof what === 'string' ? what.slice(0, 300) : JSON.stringify(what);

function compare(line: string, expected: string | Expectation, who: string): void {
  if (typeof expected === 'string') {
    expect(line, who).toBe(expected);
    return;
  }
  if (expected.kind === 'has') {
    for (const text of expected.all) expect(line, who).toContain(text);
    for (const text of expected.none ?? []) expect(line, who).not.toContain(text);
    if (expected.atMost !== undefined)
      expect(Buffer.byteLength(line), who).toBeLessThanOrEqual(expected.atMost);
    JSON.parse(line);
    return;
  }
  const message = JSON.parse(line);
  if (expected.kind === 'batch') {
    const codes = message.map(({ id, error }: { id: string; error?: { code: number } }) => [id, error?.code]);
    expect(Object.fromEntries(codes), who).toEqual(expected.errors);
  } else if (expected.kind === 'error') {
    expect(message, who).toMatchObject({ id: expected.id, error: { code: expected.code } });
    if (expected.says !== undefined) expect(line, who).toContain(expected.says);
  } else {
    const { id, rule, action } = expected;
    expect(message, who).toMatchObject({ id, error: { code: -32001, data: { rule } } });
    if (action !== undefined) expect(message.error.data.action).toBe(action);
  }
}
