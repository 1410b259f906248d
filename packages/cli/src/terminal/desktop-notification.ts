// Shows desktop notifications about pending approvals. The text is passed as an argument or in the environment, without
// a shell, and with markup and invisible characters escaped.

import { spawn } from 'node:child_process';
import { toPrintable } from '@claw/detectors';

interface Notice {
  readonly title: string;
  readonly body: string;
}

interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  /** Variables that are added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
}

const maxBodyLength = 200;
/** The minimum time between two notifications; approvals in between are only listed. */
const minMilliseconds = 3000;

const appleScript = 'on run argv\ndisplay notification (item 2 of argv) with title (item 1 of argv)\nend run';

const powerShell = [
  'Add-Type -AssemblyName System.Windows.Forms, System.Drawing',
  '$icon = New-Object System.Windows.Forms.NotifyIcon',
  '$icon.Icon = [System.Drawing.SystemIcons]::Shield',
  '$icon.Visible = $true',
  "$icon.ShowBalloonTip(10000, $env:CLAW_NOTICE_TITLE, $env:CLAW_NOTICE_BODY, 'Warning')",
  'Start-Sleep -Seconds 10',
  '$icon.Dispose()',
].join('; ');

/** Escapes markup, which `notify-send` would interpret in the body. */
const withoutMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns the command that shows a notification; undefined without a desktop. */
export function notifierFor(
  { title, body: text }: Notice,
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): Launch | undefined {
  if (env['CI'] !== undefined || env['SSH_CONNECTION'] !== undefined) return undefined;
  const body = toPrintable(text, maxBodyLength);
  if (platform === 'darwin') return { command: 'osascript', args: ['-e', appleScript, title, body] };
  if (platform === 'win32')
    return {
      command: 'powershell.exe',
      args: ['-NoProfile', '-NonInteractive', '-WindowStyle', 'Hidden', '-Command', powerShell],
      env: { CLAW_NOTICE_TITLE: title, CLAW_NOTICE_BODY: body },
    };
  if (env['DISPLAY'] === undefined && env['WAYLAND_DISPLAY'] === undefined) return undefined;
  const args = ['--app-name=ClawDefender', '--urgency=critical', '--', title, withoutMarkup(body)];
  return { command: 'notify-send', args };
}

/**
 * Creates a function that shows notifications, at most one in three seconds. Errors are ignored, for example if the
 * command does not exist.
 */
export function createDesktopNotifier(): (notice: Notice) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (notice) => {
    const launch = notifierFor(notice, process.platform, process.env);
    if (launch === undefined || performance.now() - last < minMilliseconds) return;
    last = performance.now();
    const { command, args, env = {} } = launch;
    spawn(command, args, {
      stdio: 'ignore',
      detached: true,
      windowsHide: true,
      env: { ...process.env, ...env },
    })
      .on('error', () => {})
      .unref();
  };
}
