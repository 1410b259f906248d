// Opens a link in the browser of whoever sits in front of this machine, where somebody does.

import { spawn } from 'node:child_process';

/** The words that open a link; undefined where nobody would see it. */
function openerFor(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): readonly string[] | undefined {
  if (env['CI'] !== undefined || env['SSH_CONNECTION'] !== undefined) return undefined;
  // Not through a shell, which would read a link's ampersands as its own.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  if (platform === 'darwin') return ['open'];
  return env['DISPLAY'] === undefined && env['WAYLAND_DISPLAY'] === undefined ? undefined : ['xdg-open'];
}

/** Whether a browser was asked. The link is printed in any case: a browser that was asked may not come. */
export function openBrowser(link: string): boolean {
  const [command, ...words] = openerFor(process.platform, process.env) ?? [];
  if (command === undefined || process.stderr.isTTY !== true) return false;
  const child = spawn(command, [...words, link], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
  return true;
}
