// `kill on`, `kill off`, `kill status`: the file `KILL` in the state folder. Its existence counts, whatever is in it.

import { defineCommand, exitCode } from '../../command.js';
import type { Output } from '../../output.js';
import { killFile } from '../../places.js';
import { readKillStatus, switchKill } from './kill-file.js';

const json = { kind: 'flag', summary: 'print the state as JSON' } as const;

export const on = defineCommand({
  name: 'kill on',
  summary: 'refuse every reviewed call from now on',
  usage: ['[--json]'],
  options: { json },
  operands: 'none',
  passthrough: false,
  examples: [{ command: 'kill on', note: 'every running proxy obeys within a second' }],
  run: ({ output }) => change(output, () => switchKill(true)),
});

export const off = defineCommand({
  name: 'kill off',
  summary: 'let the policy decide again',
  usage: ['[--json]'],
  options: { json },
  operands: 'none',
  passthrough: false,
  examples: [{ command: 'kill off', note: 'a proxy that got SIGUSR2 stays switched on until it ends' }],
  run: ({ output }) => change(output, () => switchKill(false)),
});

export const status = defineCommand({
  name: 'kill status',
  summary: 'is it on?',
  usage: ['[--json]'],
  options: { json },
  operands: 'none',
  passthrough: false,
  examples: [{ command: 'kill status --json', note: 'for a script' }],
  run: ({ output }) => change(output, async () => {}),
});

async function change(output: Output, act: () => Promise<void>): Promise<number> {
  try {
    await act();
    const now = await readKillStatus();
    output.result({
      json: now,
      text: (colour, fold) =>
        fold(
          now.enabled
            ? `the kill switch is ${colour.bold('ON')} since ${now.since}, by ${now.by}: every reviewed call is refused`
            : 'the kill switch is off',
        ),
    });
    return exitCode.success;
  } catch (error) {
    output.complain(
      `\`${killFile(process.env)}\` cannot be changed: ${(error as Error).message}; \`clawdefender doctor\` helps`,
    );
    return exitCode.wrongCall;
  }
}
