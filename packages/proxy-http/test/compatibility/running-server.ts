// Runs third-party servers in separate processes that listen on a port.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** Returns a port that is currently free, because these servers cannot report the port that they chose. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const isUp = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, 'localhost');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

export interface RunningServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts a script that reads its port from an environment variable, and waits until it accepts connections. */
export async function runServer(
  file: string,
  args: readonly string[],
  variable: string,
): Promise<RunningServer> {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env['PATH'], [variable]: String(port) },
    stdio: 'ignore',
  });
  const gone = once(child, 'exit');
  while (!(await isUp(port))) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    port,
    async stop() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
