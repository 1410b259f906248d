// Opens a link in a browser, if there is a desktop.

import { spawn } from 'node:child_process';

/** The command that opens a link; undefined without a desktop. */
function openerFor(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): readonly string[] | undefined {
  if (env['CI'] !== undefined || env['SSH_CONNECTION'] !== undefined) return undefined;
  // Not through a shell, in which the ampersands of a link are operators.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  if (platform === 'darwin') return ['open'];
  return env['DISPLAY'] === undefined && env['WAYLAND_DISPLAY'] === undefined ? undefined : ['xdg-open'];
}

/** True if a browser was started. The link is printed in any case, because the browser may fail. */
export function openBrowser(link: string): boolean {
  const [command, ...words] = openerFor(process.platform, process.env) ?? [];
  if (command === undefined || process.stderr.isTTY !== true) return false;
  const child = spawn(command, [...words, link], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
  return true;
}
