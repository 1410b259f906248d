// Implements `init`: writes an initial policy, describes it, shows how the configuration of the clients would change,
// and offers to change it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkPolicy, formatDiagnostic, loadPolicy, PRESETS } from '@claw/policy';
import { backUp, readConfigFile } from '../../clients/config-file.js';
import { unprotectedReason } from '../../clients/coverage.js';
import { describeUnusable } from '../../clients/describe-unusable.js';
import { ownProgram } from '../../clients/own-program.js';
import { currentMachine, readAllSources, serversIn } from '../../clients/selection.js';
import { projectsNamedIn } from '../../clients/servers.js';
import { defineCommand, exitCode } from '../../command-line/command.js';
import { describeFileError } from '../../files/describe-file-error.js';
import { describePathVariables } from '../../files/path-variables.js';
import { configFolder } from '../../files/paths.js';
import { writePrivateFile } from '../../files/private-file.js';
import { thisMachine } from '../../firewall/this-machine.js';
import { confirm, isInteractive } from '../../terminal/confirm.js';
import type { Output } from '../../terminal/output.js';
import { countWrappable } from '../wrap/preview.js';
import { adaptPolicy } from './adapt-preset.js';
import { chooseInitialPolicy } from './initial-policy.js';
import { presetSummaries } from './presets.js';
import { describeRules, nextSteps } from './summary.js';

export const init = defineCommand({
  name: 'init',
  summary: 'create a policy, then offer to wrap the servers of your clients',
  usage: ['[--preset NAME | --from FILE] [--force] [--json]'],
  options: {
    preset: { kind: 'value', value: 'NAME', summary: `${PRESETS.join(', ')}; default: balanced` },
    from: { kind: 'value', value: 'FILE', summary: 'use the policy in FILE instead of a preset' },
    force: { kind: 'flag', summary: 'replace the existing policy, after making a copy of it' },
    json: { kind: 'flag', summary: 'print the result as JSON' },
  },
  operands: 'none',
  passthrough: false,
  forUsers: true,
  examples: [
    { command: 'init', note: 'use the preset `balanced`, and offer to wrap the servers of your clients' },
    { command: 'init --preset strict --force', note: 'deny everything that no rule allows' },
  ],
  async run({ options, output }) {
    const file = join(configFolder(process.env), 'policy.toml');
    const isThere = existsSync(file) && !options.force;
    // Without these options, an existing policy is kept without asking. Otherwise invalid options are reported first.
    if (isThere && options.preset === undefined && options.from === undefined)
      return refuseToReplace(file, output);
    const start = await chooseInitialPolicy(options, output);
    if (start === undefined) return exitCode.usageError;
    if (isThere) return refuseToReplace(file, output);
    const machine = currentMachine();
    const own = ownProgram();
    const sources = await readAllSources(machine, own);
    const text = start.preset
      ? adaptPolicy(start.text, start.preset, {
          home: machine.home,
          clientFiles: sources
            .filter((read) => read.kind === 'unusable' || read.servers.length > 0)
            .map(({ source }) => source.file),
          projects: projectsNamedIn(sources),
        })
      : start.text;
    const problems = await checkPolicy(text, start.file ?? file, {
      environment: thisMachine(),
      now: Date.now(),
    });
    const errors = problems.filter(({ severity }) => severity === 'error');
    for (const diagnostic of errors) output.error(formatDiagnostic(diagnostic));
    if (errors.length > 0) return exitCode.usageError;
    const old = await readConfigFile(file);
    const written = await write(old, file, text, !options.force);
    if ('problem' in written) {
      output.error(`Cannot write the policy: ${written.problem}. Nothing was changed.`);
      return exitCode.failure;
    }
    const { copy } = written;

    const servers = serversIn(sources);
    const unprotected = servers.filter((server) => unprotectedReason(server) !== undefined);
    const wrappable = unprotected.length === 0 ? 0 : await countWrappable(sources, machine, own);
    const unusable = sources.flatMap((read) => (read.kind === 'unusable' ? [read] : []));
    for (const { source, problem } of unusable)
      output.error(
        `${describeUnusable({ source, problem })}. Its servers are not counted; fix the file, then run \`clawdefender scan\`.`,
      );
    const policy = await loadPolicy(text, file);
    output.result({
      json: {
        file,
        preset: start.preset ?? null,
        copy: copy ?? null,
        rules: policy.rules.map(({ name }) => name),
        servers: servers.length,
        unprotected: unprotected.length,
        unusable: unusable.map(({ source, problem }) => ({ file: source.file, problem })),
      },
      text: (colour, wrap) =>
        wrap(
          [
            `Created ${file} (${start.preset ?? start.file})`,
            ...(copy ? [`Backup: ${copy}`] : []),
            ...(start.preset ? ['', colour.bold(presetSummaries[start.preset])] : []),
            ...describeRules(policy).map((line) => `  ${line}`),
            '',
            'try it:     clawdefender policy explain --tool read_file --args \'{"path":"~/.ssh/id_rsa"}\'',
            ...nextSteps(servers.length, unprotected.length, wrappable, unusable.length > 0),
          ].join('\n'),
        ),
    });
    if (wrappable > 0 && !options.json && isInteractive()) {
      output.result({ json: undefined, text: () => '' });
      await wrapAll(output, { preview: true });
      if (await confirm('\nMake these changes now?')) return wrapAll(output, { preview: false });
      output.result({
        json: undefined,
        text: () =>
          'Your clients were not changed. To wrap their servers later, run `clawdefender wrap --all`.',
      });
    }
    const moved = servers.length > 0 ? describePathVariables(process.env) : undefined;
    if (moved) output.error(`${moved.message}; ${moved.fix}`);
    return exitCode.success;
  },
});

function refuseToReplace(file: string, output: Output): number {
  output.error(
    `A policy already exists: ${file}. Use \`--force\` to replace it after making a copy, or run \`clawdefender wrap --all\` to wrap your servers.`,
  );
  return exitCode.failure;
}

/** Makes a backup and writes the new policy. Returns the reason if it cannot. */
async function write(
  old: Awaited<ReturnType<typeof readConfigFile>>,
  file: string,
  text: string,
  keep: boolean,
): Promise<{ readonly copy?: string } | { readonly problem: string }> {
  if ('problem' in old && !old.missing) return { problem: `${file}: ${old.problem}` };
  try {
    const copy = 'problem' in old ? undefined : await backUp(old);
    await writePrivateFile(file, text, keep);
    return copy === undefined ? {} : { copy };
  } catch (error) {
    return { problem: describeFileError(file, error) };
  }
}

async function wrapAll(output: Output, { preview }: { readonly preview: boolean }): Promise<number> {
  const { wrap } = await import('../wrap/wrap.js');
  const options = {
    all: true,
    client: undefined,
    config: undefined,
    project: undefined,
    convert: false,
    'dry-run': preview,
    check: false,
    json: false,
  };
  return wrap.run({ options, operands: [], passthrough: undefined, output });
}
