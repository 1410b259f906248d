// Implements `kill on`, `kill off` and `kill status`.

import { defineCommand, exitCode } from '../../command-line/command.js';
import { describeFileError } from '../../files/describe-file-error.js';
import { killFile } from '../../files/paths.js';
import { readKillStatus, setKillSwitch } from '../../state/kill-file.js';
import type { Output } from '../../terminal/output.js';

const json = { kind: 'flag', summary: 'print the state as JSON' } as const;

export const on = defineCommand({
  name: 'kill on',
  summary: 'deny every call that is subject to the policy, from now on',
  usage: ['[--json]'],
  options: { json },
  operands: 'none',
  passthrough: false,
  examples: [{ command: 'kill on', note: 'takes effect in every running proxy within a second' }],
  run: ({ output }) => change(output, () => setKillSwitch(true)),
});

export const off = defineCommand({
  name: 'kill off',
  summary: 'turn off the kill switch, so that the policy applies again',
  usage: ['[--json]'],
  options: { json },
  operands: 'none',
  passthrough: false,
  forUsers: true,
  examples: [
    { command: 'kill off', note: 'a proxy that received SIGUSR2 keeps denying calls until it exits' },
  ],
  run: ({ output }) => change(output, () => setKillSwitch(false)),
});

export const status = defineCommand({
  name: 'kill status',
  summary: 'show whether the kill switch is on',
  usage: ['[--json]'],
  options: { json },
  operands: 'none',
  passthrough: false,
  examples: [{ command: 'kill status --json', note: 'for a script' }],
  run: ({ output }) => change(output, async () => undefined),
});

async function change(output: Output, act: () => Promise<string | undefined>): Promise<number> {
  try {
    const warning = await act();
    if (warning !== undefined) output.error(warning);
    const now = await readKillStatus();
    output.result({
      json: now,
      text: (colour, wrap) =>
        wrap(
          now.enabled
            ? `The kill switch has been ${colour.bold('ON')} since ${now.since} (by ${now.by}): every call that is subject to the policy is denied.`
            : 'The kill switch is off.',
        ),
    });
    return exitCode.success;
  } catch (error) {
    output.error(
      `Cannot change the kill switch: ${describeFileError(killFile(process.env), error)}. Run \`clawdefender doctor\` to find the cause.`,
    );
    return exitCode.usageError;
  }
}
