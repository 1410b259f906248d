// Defines the checks of `doctor`. Each check examines one thing and returns the problem and its fix.

import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { checkPolicy, type Diagnostic, formatDiagnostic } from '@claw/policy';
import { coverageOf, unprotectedReason } from '../../clients/coverage.js';
import { describeUnusable } from '../../clients/describe-unusable.js';
import { isPackageRunnerFolder, type OwnProgram } from '../../clients/own-program.js';
import type { ReadSource, Server } from '../../clients/servers.js';
import { describeFileError } from '../../files/describe-file-error.js';
import { configFolder, killFile } from '../../files/paths.js';
import { writableByOthers } from '../../files/writable-by-others.js';
import { pluralize } from '../../terminal/pluralize.js';
import { shellQuote } from '../../terminal/shell-quote.js';
import { thisMachine } from '../policy/policy-file.js';
import { fixOrRemove } from '../scan/scan-item.js';
import { serversIn } from '../wrap/selection.js';
import { targetOf, wrapCommand } from '../wrap/wrap-command.js';

/** The result of a check. */
export interface CheckResult {
  readonly check: string;
  readonly ok: boolean;
  readonly message: string;
  /** The command or step that fixes the problem. */
  readonly fix?: string;
}

export const good = (check: string, message: string): CheckResult => ({ check, ok: true, message });
export const bad = (check: string, message: string, fix: string): CheckResult => ({
  check,
  ok: false,
  message,
  fix,
});

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

export async function checkPolicyFile(env: NodeJS.ProcessEnv): Promise<CheckResult[]> {
  const file = join(configFolder(env), 'policy.toml');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => error);
  if (typeof text !== 'string') {
    if (text.code === 'ENOENT')
      return [
        {
          ...good('policy', 'no policy file; the built-in preset `balanced` is used'),
          fix: 'clawdefender init',
        },
      ];
    const fix =
      text.code === 'ENOTDIR'
        ? 'use a folder, or remove the file'
        : 'make it readable, or run `clawdefender init --force`';
    return [bad('policy', `the policy cannot be read: ${describeFileError(file, text)}`, fix)];
  }
  const diagnostics = await checkPolicy(text, file, { environment: thisMachine(), now: Date.now() });
  return [loadsOf(diagnostics, file), ...checkModes('policy file', [file, dirname(file)])];
}

function loadsOf(diagnostics: readonly Diagnostic[], file: string): CheckResult {
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (error)
    return bad('policy', `the policy is invalid: ${formatDiagnostic(error)}`, 'clawdefender policy check');
  // An explicit `default` shows that denying everything is intended. An empty policy file is probably a mistake, and
  // makes every server unusable.
  const empty = diagnostics.find(({ code }) => code === 'no-rules');
  if (empty)
    return bad(
      'policy',
      `${file}: ${empty.message}`,
      'clawdefender init --force     (replaces it with a preset; to deny everything, add `default = "deny"`)',
    );
  if (diagnostics.length === 0) return good('policy', file);
  return good(
    'policy',
    `${file} (${pluralize(diagnostics.length, 'warning')}: \`clawdefender policy check\`)`,
  );
}

/** Returns the problem with the policy, and its fix; undefined if proxies can use the policy. */
export async function findPolicyProblem(
  env: NodeJS.ProcessEnv,
): Promise<{ readonly message: string; readonly words: string } | undefined> {
  const [checked] = await checkPolicyFile(env);
  if (checked === undefined || checked.ok) return undefined;
  const { message, fix } = checked;
  return { message, words: `wrapped servers do not work until this is fixed: ${fix}` };
}

export const checkModes = (check: string, paths: readonly string[]): CheckResult[] =>
  writableByOthers(paths).map((path) =>
    bad(check, `other users can change \`${path}\``, `chmod go-w ${shellQuote(path)}`),
  );

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
