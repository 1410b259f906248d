// `kill on`, `kill off`, `kill status`: the file `KILL` in the state folder. Its existence counts, whatever is in it.

import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { defineCommand, exitCode } from '../../command.js';
import type { Output } from '../../output.js';
import { killFile } from '../../places.js';

interface Status {
  readonly enabled: boolean;
  readonly since: string | null;
  readonly by: string | null;
}

const json = { kind: 'flag', summary: 'print the state as JSON' } as const;

export const on = defineCommand({
  name: 'kill on',
  summary: 'refuse every reviewed call from now on',
  usage: ['[--json]'],
  options: { json },
  operands: 'none',
  passthrough: false,
  examples: [{ command: 'kill on', note: 'every running proxy obeys within a second' }],
  run: ({ output }) => change(output, switchOn),
});

export const off = defineCommand({
  name: 'kill off',
  summary: 'let the policy decide again',
  usage: ['[--json]'],
  options: { json },
  operands: 'none',
  passthrough: false,
  examples: [{ command: 'kill off', note: 'a proxy that got SIGUSR2 stays switched on until it ends' }],
  run: ({ output }) => change(output, () => rm(killFile(process.env), { recursive: true, force: true })),
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
    const now = await readStatus();
    output.result({
      json: now,
      text: (colour) =>
        now.enabled
          ? `the kill switch is ${colour.bold('ON')} since ${now.since}, by ${now.by}: every reviewed call is refused`
          : 'the kill switch is off',
    });
    return exitCode.success;
  } catch (error) {
    output.complain(`\`${killFile(process.env)}\` cannot be changed: ${(error as Error).message}`);
    return exitCode.wrongCall;
  }
}

/** Whoever was first stays in the file. */
async function switchOn(): Promise<void> {
  const file = killFile(process.env);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const text = JSON.stringify({ since: new Date().toISOString(), by: userName() });
  await writeFile(file, `${text}\n`, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

async function readStatus(): Promise<Status> {
  const file = killFile(process.env);
  const found = await lstat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (found === undefined) return { enabled: false, since: null, by: null };
  return { enabled: true, since: found.mtime.toISOString(), by: 'a file', ...(await readNote(file)) };
}

/** What `kill on` wrote; a file that somebody else made says nothing. */
async function readNote(file: string): Promise<Partial<Status>> {
  try {
    const { since, by } = JSON.parse(await readFile(file, 'utf8')) as { since?: unknown; by?: unknown };
    return typeof since === 'string' && typeof by === 'string' ? { since, by } : {};
  } catch {
    return {};
  }
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'somebody';
  }
}
