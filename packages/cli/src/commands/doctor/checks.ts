// Defines the checks of `doctor`. Each check examines one thing and returns the problem and its fix.

import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { coverageOf, unprotectedReason } from '../../clients/coverage.js';
import { describeUnusable } from '../../clients/describe-unusable.js';
import { describeMissingCommand } from '../../clients/missing-command.js';
import { isPackageRunnerFolder, type OwnProgram } from '../../clients/own-program.js';
import { currentMachine, serversIn } from '../../clients/selection.js';
import type { ReadSource, Server } from '../../clients/servers.js';
import { bad, type CheckResult, checkModes, good } from '../../diagnostics/check-result.js';
import { killFile } from '../../files/paths.js';
import { fixOrRemove, targetOf, wrapCommand } from '../../wrap/wrap-command.js';

export function checkNode(version = process.versions.node): CheckResult {
  const major = Number(version.split('.')[0]);
  return major >= 20
    ? good('node', `Node ${version}`)
    : bad('node', `Node ${version} is too old`, 'install Node 20 or newer');
}

/** Checks the kill switch, because every server appears broken if it was left on by mistake. */
export const checkKillSwitch = (env: NodeJS.ProcessEnv): CheckResult =>
  existsSync(killFile(env))
    ? bad('kill switch', 'the kill switch is on: every tool call is denied', 'clawdefender kill off')
    : good('kill switch', 'off');

/** Checks that the command name in wrapped entries starts this program. */
export function checkPath({ script }: OwnProgram, env: NodeJS.ProcessEnv): CheckResult {
  const names = process.platform === 'win32' ? ['clawdefender.cmd', 'clawdefender.exe'] : ['clawdefender'];
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter);
  const relative = folders.find((folder) => !isAbsolute(folder));
  if (relative !== undefined)
    return bad(
      'path',
      `the PATH contains the relative folder \`${relative}\`; the current folder decides which programs run`,
      'remove it from the PATH',
    );
  const found = folders
    .filter((folder) => !isPackageRunnerFolder(folder))
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
  // This is not an error, because `wrap` writes the full path in this case.
  if (found === undefined)
    return {
      ...good('path', 'clawdefender is not on the PATH; `wrap` uses its absolute path'),
      fix: 'add the folder of the command `clawdefender` to the PATH',
    };
  if (process.platform !== 'win32' && realpathSync(found) !== script)
    return bad(
      'path',
      `\`${found}\` is a different installation from this one (${script})`,
      'remove one of them',
    );
  return good('path', found);
}

/**
 * Checks that the path of Node in a wrapped entry still exists. After an update or removal of Node, the client cannot
 * start the server.
 */
function checkLaunch({ state, entry, source }: Server): CheckResult[] {
  if (state.kind !== 'wrapped') return [];
  const { runners, program } = state.launch;
  const missing = [...runners, program].find((word) => isAbsolute(word) && !existsSync(word));
  if (missing === undefined) return [];
  const again = wrapCommand(entry.name, source.file, targetOf(source));
  return [
    bad(
      'protection',
      `\`${entry.name}\` in ${source.file}: \`${missing}\` no longer exists, so the server cannot start`,
      `${again.replace(' wrap ', ' unwrap ')} && ${again}`,
    ),
  ];
}

/** A note and not an error, because the PATH of a desktop session is not known. */
export const checkCommands = (sources: readonly ReadSource[], own: OwnProgram): CheckResult[] =>
  describeMissingCommand(sources, currentMachine(), own).map(({ message, fix }) => ({
    ...good('path', message),
    fix,
  }));

export function checkClients(sources: readonly ReadSource[]): CheckResult[] {
  const unusable = sources.flatMap((read) =>
    read.kind === 'unusable'
      ? [bad('client file', describeUnusable(read), 'fix the file; its client cannot read it either')]
      : [],
  );
  const open = sources.flatMap(({ source }) =>
    checkModes('client file', [source.file, dirname(source.file)]),
  );
  const servers = serversIn(sources);
  const unprotected = servers.flatMap((server) => {
    const reason = unprotectedReason(server);
    const launch = checkLaunch(server);
    if (reason === undefined || launch.length > 0) return launch;
    const { kind } = coverageOf(server);
    const command = wrapCommand(server.entry.name, server.source.file, targetOf(server.source));
    const fix =
      kind === 'wrappable' ? command : kind === 'convertible' ? `${command} --convert` : fixOrRemove;
    return [bad('protection', `\`${server.entry.name}\` in ${server.source.file}: ${reason}`, fix)];
  });
  const summary = good('protection', describeProtected(servers.length));
  return [...unusable, ...open, ...(unprotected.length > 0 ? unprotected : [summary])];
}

const describeProtected = (count: number): string => {
  if (count === 0) return 'no MCP servers are configured';
  return count === 1 ? 'the only server is protected' : `all ${count} servers are protected`;
};
