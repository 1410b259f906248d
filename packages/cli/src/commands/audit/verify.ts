// Implements `audit verify`: verifies the hash chain of the audit log, including a copy in another folder.

import { type SessionReport, type VerifyReport, verifyAudit } from '@claw/audit';
import { defineCommand, exitCode } from '../../command-line/command.js';
import type { Colour } from '../../terminal/colour.js';
import { pluralize } from '../../terminal/pluralize.js';
import { printable } from '../../terminal/printable.js';
import { parseFolder } from './filter-options.js';

export const verify = defineCommand({
  name: 'audit verify',
  summary: 'check that no entry was changed or removed',
  usage: ['[DIR] [--json]'],
  options: { json: { kind: 'flag', summary: 'print the report as JSON' } },
  operands: 'some',
  passthrough: false,
  examples: [
    { command: 'audit verify', note: 'exits with 1 and lists the problems if the log was changed' },
    { command: 'audit verify backup/audit', note: 'verify a copied folder' },
  ],
  async run({ operands, output }) {
    const folder = parseFolder(operands, output);
    if (folder === undefined) return exitCode.usageError;
    const report = await verifyAudit(folder, { key: process.env['CLAWDEFENDER_AUDIT_KEY'] });
    output.result({ json: report, text: (colour, wrap) => wrap(formatReport(report, folder, colour)) });
    return report.ok ? exitCode.success : exitCode.failure;
  },
});

function formatReport({ ok, sessions, problems }: VerifyReport, folder: string, colour: Colour): string {
  if (sessions.length === 0 && ok) return `The audit log in ${folder} is empty.`;
  const records = sessions.reduce((sum, session) => sum + session.records, 0);
  return [
    ...sessions.flatMap((session) => showSession(session, colour)),
    ...problems.map(({ message }) => `${colour.bold('BROKEN')} ${printable(message)}`),
    ok
      ? `Verified ${pluralize(sessions.length, 'session')} with ${pluralize(records, 'entry', 'entries')}: no problems found.`
      : colour.bold('The audit log was changed, or a part of it is missing.'),
  ].join('\n');
}

function showSession(
  { session, state, records, counts, notes, problems }: SessionReport,
  colour: Colour,
): string[] {
  const word = state === 'broken' ? colour.bold('BROKEN') : state.padEnd(6);
  const messages =
    counts === undefined
      ? ''
      : `, ${pluralize(counts.client_to_server, 'message')} from the client, ${counts.server_to_client} from the server`;
  return [
    `${word} ${session}: ${pluralize(records, 'entry', 'entries')}${messages}`,
    ...problems.map(({ file, line, message }) =>
      printable(`         ${line === undefined ? file : `${file}:${line}`} ${message}`),
    ),
    ...notes.map((note) => `         ${colour.dim(note)}`),
  ];
}
