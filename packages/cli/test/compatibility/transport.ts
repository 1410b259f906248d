// Defines what the stdio transports of both SDKs have in common, and what tests need to observe.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Command } from './command.js';
import type { Wire } from './session.js';

interface Transport {
  onmessage?: (message: Wire) => void;
  /** This member is private in both SDKs, but shows how the server process ended. */
  readonly _process?: ChildProcess;
}
export type TransportClass = new (options: object) => Transport;

export function createTransport(
  kind: TransportClass,
  { command, args, env }: Command,
  hear: (message: Wire) => void,
): Transport {
  const transport = new kind({ command, args, env, stderr: 'ignore' });
  // Both SDKs call an existing handler before they call their own handler.
  transport.onmessage = hear;
  return transport;
}

/** Runs `close` and returns how the server process ended. */
export async function closeAndWait(transport: Transport, close: () => Promise<unknown>): Promise<number> {
  const server = transport._process;
  if (!server) throw new Error('the server is already gone');
  const ended = once(server, 'exit');
  await close();
  const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null];
  return signal ? 128 + constants.signals[signal] : (code ?? -1);
}
