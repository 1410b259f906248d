// The program that `main.ts` starts. It runs once for every MCP server of every client, so it imports as little as
// possible; each command loads what it needs.

import { exitCode } from './command-line/command.js';
import { dispatch } from './command-line/dispatch.js';
import { UserError } from './command-line/user-error.js';
import { version } from './command-line/version.js';
import { commands } from './commands/index.js';
import { privateStderr } from './diagnostics/stderr.js';
import { describeIgnoredHome } from './files/paths.js';
import { createOutput, type ProgramStreams } from './terminal/output.js';

let writeError: NodeJS.ErrnoException | undefined;

/** The standard streams. Node opens stdout slowly, so it is opened on first use. */
const streams: ProgramStreams & { readonly stdout: NodeJS.WriteStream } = {
  env: process.env,
  get stderr() {
    return privateStderr();
  },
  get stdout() {
    const { stdout } = process;
    if (stdout.listenerCount('error') === 0) stdout.on('error', keepFirstError);
    return stdout;
  },
};

const keepFirstError = (error: NodeJS.ErrnoException) => {
  writeError ??= error;
};

const output = (json: boolean) => createOutput(streams, json);

async function main(): Promise<void> {
  const ignored = describeIgnoredHome(process.env);
  if (ignored !== undefined) output(false).error(ignored);
  const code = await dispatch(process.argv.slice(2), { commands, version, createOutput: output });
  // If the process exited before the pipe has accepted all output, the output would be truncated. The callback receives
  // a write error before the listeners do.
  streams.stdout.write('', (error) => {
    const cause = writeError ?? error;
    process.exit(cause ? exitCodeAfterWriteError(cause, code) : code);
  });
}

const CLOSED_BY_READER = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED']);

/**
 * Returns the exit code after a write error. A reader that closes early (`clawdefender help | head -1`) is not a
 * failure; a full disk is.
 */
function exitCodeAfterWriteError({ code: cause = '', message }: NodeJS.ErrnoException, code: number): number {
  if (CLOSED_BY_READER.has(cause)) return code;
  output(false).error(`Cannot write the output: ${message}`);
  return code || exitCode.failure;
}

main().catch((error: unknown) => {
  if (error instanceof UserError) {
    output(false).error(error.message);
    process.exit(exitCode.usageError);
  }
  output(false).error(
    `Internal error, please report this bug: ${error instanceof Error ? error.stack : error}`,
  );
  process.exit(70);
});
