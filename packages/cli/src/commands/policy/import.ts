// Implements `policy import`: converts the policy of another firewall, and lists the parts that have no equivalent.

import { readFile } from 'node:fs/promises';
import { convertPolicy, formatDiagnostic, importPolicy, parsePolicy } from '@claw/policy';
import { defineCommand, exitCode } from '../../command-line/command.js';
import { describeFileError } from '../../files/describe-file-error.js';

export const importCommand = defineCommand({
  name: 'policy import',
  summary: 'convert the policy of another firewall',
  usage: ['FILE [--json]'],
  options: { json: { kind: 'flag', summary: 'print the policy and the notes as JSON' } },
  operands: 'some',
  passthrough: false,
  examples: [
    {
      command: 'policy import agent-wall.yaml > policy.toml',
      note: 'rules without an equivalent are listed on stderr',
    },
  ],
  async run({ operands, output }) {
    const [file] = operands;
    if (file === undefined || operands.length > 1) {
      output.error('No file given. Name one file: `clawdefender policy import agent-wall.yaml`.');
      return exitCode.usageError;
    }
    const given = await readFile(file, 'utf8').catch((error: Error) => error);
    if (given instanceof Error) {
      output.error(`Cannot read the policy: ${describeFileError(file, given)}`);
      return exitCode.usageError;
    }
    const imported = await translate(given, file);
    if ('reason' in imported) {
      output.error(`${file}: ${imported.reason}`);
      return exitCode.usageError;
    }
    // Positions in the diagnostics refer to the converted text, not to the input file.
    const parsed = await parsePolicy(imported.text, 'the imported policy');
    for (const note of imported.notes) output.error(note);
    for (const diagnostic of parsed.ok ? [] : parsed.diagnostics) output.error(formatDiagnostic(diagnostic));
    output.result({
      json: { text: imported.text, notes: imported.notes },
      text: () => imported.text.trimEnd(),
    });
    return parsed.ok ? exitCode.success : exitCode.failure;
  },
});

async function translate(
  text: string,
  file: string,
): Promise<{ text: string; notes: readonly string[] } | { reason: string }> {
  if (!file.endsWith('.toml')) {
    const imported = await importPolicy(text);
    return imported.ok ? imported : { reason: imported.reason };
  }
  const parsed = await parsePolicy(text, file);
  return parsed.ok
    ? convertPolicy(parsed.policy)
    : { reason: parsed.diagnostics.map(formatDiagnostic).join('\n') };
}
