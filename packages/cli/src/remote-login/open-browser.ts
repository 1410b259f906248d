// Opens a link in a browser, if there is a desktop.

import { spawn } from 'node:child_process';

/**
 * The command that opens a link. It is run without a shell, because a shell interprets the ampersands in a link as
 * operators.
 */
const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  darwin: ['open'],
};

const hasDesktop = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean => {
  if (env['CI'] !== undefined || env['SSH_CONNECTION'] !== undefined) return false;
  return platform in openers || env['DISPLAY'] !== undefined || env['WAYLAND_DISPLAY'] !== undefined;
};

/** Returns true if a browser was started. The link is printed as well, because the browser may fail. */
export function openBrowser(link: string): boolean {
  if (!hasDesktop(process.platform, process.env) || process.stderr.isTTY !== true) return false;
  startOpener(link);
  return true;
}

/** Starts the desktop's program for opening links. Other users can read `link` in the process list. */
export function startOpener(link: string): void {
  const [command, ...words] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...words, link], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
