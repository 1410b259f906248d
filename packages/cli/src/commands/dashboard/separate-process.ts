// Starts the dashboard for a proxy in a separate process, so that reading the log for an open page does not delay
// calls.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ownProgram } from '../../clients/own-program.js';

export interface SeparateDashboard {
  readonly link: string;
  close(): Promise<void>;
}

/**
 * Resolves when the dashboard listens. Resolves with undefined if the process has exited; it has then printed the
 * reason. The dashboard also exits when this process exits or is killed.
 */
export async function startSeparateDashboard(port: number): Promise<SeparateDashboard | undefined> {
  const { script } = ownProgram();
  const args = [...process.execArgv, script, 'dashboard', '--port', String(port), '--json'];
  // The IPC channel is closed when one of the two processes exits. Stdin and stdout of this process are reserved for
  // the protocol.
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  const line = await Promise.race([once(child.stdout as NodeJS.EventEmitter, 'data'), ended]);
  if (line === undefined) return undefined;
  child.unref();
  return {
    link: (JSON.parse(String(line)) as { url: string }).url,
    async close() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** True if a proxy has started this process. */
export const isSeparateProcess = (): boolean => process.connected === true;

/** Calls back when the proxy that has started this process exits. */
export const onProxyEnd = (act: () => void): void => {
  process.once('disconnect', act);
};
