// Defines a command with its arguments, and wraps it with the firewall.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Returns the command that starts the server behind the built `clawdefender proxy`, with the given options. */
export function throughProxy(server: Command, options: readonly string[] = []): Command {
  return { ...server, ...proxyOf([...options, '--', server.command, ...server.args]) };
}

/** Returns the command of the built `clawdefender proxy` with these options. */
export const proxyOf = (options: readonly string[]): Command => ({
  command: process.execPath,
  args: [programFile(), 'proxy', ...options],
});

/** Returns the path of the built program. */
export function programFile(): string {
  const folder = new URL('../../', import.meta.url);
  const { bin } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  const path = fileURLToPath(new URL(bin.clawdefender, folder));
  if (!existsSync(path)) throw new Error(`${bin.clawdefender} is not built; run \`pnpm build\` first`);
  return path;
}

/** Returns the command of a proxy over stdio that forwards to a URL. */
export const inFrontOf = (url: string, options: readonly string[] = []): Command => ({
  command: process.execPath,
  args: [programFile(), 'proxy', ...options, '--url', url],
});
