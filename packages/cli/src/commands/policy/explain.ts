// `policy explain`: which rule decides one call, and why each rule before it did not.

import { compilePolicy, foldersToResolve } from '@claw/policy';
import { loadShell } from '@claw/policy/shell';
import { defineCommand, exitCode } from '../../command-line/command.js';
import { createLinkResolver, longTimeout } from '../../files/resolve-links.js';
import { printable } from '../../terminal/printable.js';
import { formatReason } from '../audit/format-entry.js';
import { readPolicy, thisMachine } from './policy-file.js';
import { createReplayDecision } from './replay/replay-decision.js';

export const explain = defineCommand({
  name: 'policy explain',
  summary: 'say which rule decides a call, and why',
  usage: ['--tool TOOL [--args JSON] [--server NAME] [--policy FILE] [--json]'],
  options: {
    tool: { kind: 'value', value: 'TOOL', summary: 'the tool that is called' },
    args: { kind: 'value', value: 'JSON', summary: 'its arguments' },
    server: { kind: 'value', value: 'NAME', summary: 'the server that has the tool' },
    policy: { kind: 'value', value: 'FILE', summary: 'the policy to ask (the configured one by default)' },
    json: { kind: 'flag', summary: 'print the answer as JSON' },
  },
  operands: 'none',
  passthrough: false,
  examples: [
    {
      command: `policy explain --tool read_file --args '{"path":"~/.ssh/id_rsa"}'`,
      note: 'what would happen to one call',
    },
  ],
  async run({ options, output }) {
    if (options.tool === undefined) {
      output.error('no call to explain; name its tool: `--tool read_file`');
      return exitCode.usageError;
    }
    const args = readArguments(options.args ?? '{}');
    if (args === undefined) {
      output.error('`--args` is no JSON object; write `--args \'{"path":"/etc/hosts"}\'`');
      return exitCode.usageError;
    }
    const policy = await readPolicy(options.policy, output);
    if (policy === undefined) return exitCode.usageError;
    // As the proxy judges: with links followed, those of the policy's folders included.
    const environment = thisMachine();
    const resolveLinks = createLinkResolver({ limit: longTimeout });
    const links = await resolveLinks(foldersToResolve(policy, environment));
    const engine = compilePolicy(policy, { environment, shell: await loadShell(), ...(links && { links }) });
    const server = options.server === undefined ? {} : { server: options.server };
    const event = { method: 'tools/call', params: { name: options.tool, arguments: args }, ...server };
    const prepared = engine.prepare(event);
    const answers = await resolveLinks(prepared.pathsToResolve());
    const { ruling, trail: rules } = prepared.explain({ now: Date.now(), links: answers ?? new Map() });
    const { decision, rule, reason } = await createReplayDecision(policy, resolveLinks)(event);
    // A stage beside the rules may have decided; then the rules are still worth seeing.
    const trail = rule === ruling.rule ? rules : [{ rule, matched: true, why: reason }, ...rules];
    const decides = trail.findIndex(({ matched }) => matched);
    const unless = ({ matched }: { readonly matched: boolean }, index: number) =>
      matched && index > decides ? `; it would decide if \`${rule}\` did not` : '';
    output.result({
      json: { decision, rule, reason, trail },
      text: (colour, wrap) =>
        wrap(
          [
            `${colour.bold(decision)} by ${printable(formatReason(rule, reason))}`,
            ...trail.map((step, index) =>
              printable(
                `  ${index === decides ? '=>' : '- '} ${step.rule}: ${step.why}${unless(step, index)}`,
              ),
            ),
          ].join('\n'),
        ),
    });
    return exitCode.success;
  },
});

function readArguments(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
