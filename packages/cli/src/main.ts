#!/usr/bin/env node
// The program. It starts once for every MCP server of every client, so whatever is imported here is paid for each
// time: the rest is loaded by the command that needs it.

import { exitCode } from './command.js';
import { commands } from './commands/index.js';
import { dispatch } from './dispatch.js';
import { createOutput, type Surroundings } from './output.js';
import { ownStderr } from './own-stderr.js';
import { ignoredHome } from './places.js';
import { UserError } from './user-error.js';
import { version } from './version.js';

let broken: NodeJS.ErrnoException | undefined;

/** Our streams. Opening stdout takes Node a while, so it is opened, and watched, when the first word goes there. */
const surroundings: Surroundings & { readonly stdout: NodeJS.WriteStream } = {
  env: process.env,
  get stderr() {
    return ownStderr();
  },
  get stdout() {
    const { stdout } = process;
    if (stdout.listenerCount('error') === 0) stdout.on('error', rememberBroken);
    return stdout;
  },
};

const rememberBroken = (error: NodeJS.ErrnoException) => {
  broken ??= error;
};

const output = (json: boolean) => createOutput(surroundings, json);

async function main(): Promise<void> {
  const ignored = ignoredHome(process.env);
  if (ignored !== undefined) output(false).complain(ignored);
  const code = await dispatch(process.argv.slice(2), { commands, version, createOutput: output });
  // A pipe takes its time; leaving before it has taken everything would cut the last answer short.
  // Whatever went wrong is told to this callback before the stream tells its listeners.
  surroundings.stdout.write('', (error) => {
    const cause = broken ?? error;
    process.exit(cause ? codeWithoutReader(cause, code) : code);
  });
}

const readerGone = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED']);

/** A reader that has seen enough (`clawdefender help | head -1`) is no failure; a full disk is. */
function codeWithoutReader({ code: cause = '', message }: NodeJS.ErrnoException, code: number): number {
  if (readerGone.has(cause)) return code;
  output(false).complain(`the output could not be written: ${message}`);
  return code || exitCode.negative;
}

main().catch((error: unknown) => {
  if (error instanceof UserError) {
    output(false).complain(error.message);
    process.exit(exitCode.wrongCall);
  }
  output(false).complain(`this is a bug, please report it: ${error instanceof Error ? error.stack : error}`);
  process.exit(70);
});
