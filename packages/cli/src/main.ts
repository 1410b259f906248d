#!/usr/bin/env node
// The program. It starts once for every MCP server of every client, so whatever is imported here is paid for each
// time: the rest is loaded by the command that needs it.

import { commands } from './commands/index.js';
import { dispatch } from './dispatch.js';
import { createOutput } from './output.js';
import { version } from './version.js';

const output = (json: boolean) =>
  createOutput({ stdout: process.stdout, stderr: process.stderr, env: process.env, json });

async function main(): Promise<void> {
  const code = await dispatch(process.argv.slice(2), { commands, version, createOutput: output });
  // A pipe takes its time; leaving before it has taken everything would cut the last answer short.
  process.stdout.write('', () => process.exit(code));
}

// A reader that has seen enough (`clawdefender help | head -1`) closes the pipe: nothing is wrong with that.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

main().catch((error: unknown) => {
  output(false).complain(`this is a bug, please report it: ${error instanceof Error ? error.stack : error}`);
  process.exit(70);
});
