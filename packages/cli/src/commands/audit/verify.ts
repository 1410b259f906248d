// `audit verify`: does the log still say what was written? Also for a folder that was copied elsewhere.

import { type SessionReport, type VerifyReport, verifyAudit } from '@claw/audit';
import type { Colour } from '../../colour.js';
import { defineCommand, exitCode } from '../../command.js';
import { counted } from '../../counted.js';
import { printable } from '../../printable.js';
import { readFolder } from './filter-options.js';

export const verify = defineCommand({
  name: 'audit verify',
  summary: 'check that nothing was changed or taken away',
  usage: ['[DIR] [--json]'],
  options: { json: { kind: 'flag', summary: 'print the report as JSON' } },
  operands: 'some',
  passthrough: false,
  examples: [
    { command: 'audit verify', note: 'exit 1 names what is wrong' },
    { command: 'audit verify backup/audit', note: 'a copied folder' },
  ],
  async run({ operands, output }) {
    const folder = readFolder(operands, output);
    if (folder === undefined) return exitCode.wrongCall;
    const report = await verifyAudit(folder, { key: process.env['CLAWDEFENDER_AUDIT_KEY'] });
    output.result({ json: report, text: (colour, fold) => fold(showReport(report, folder, colour)) });
    return report.ok ? exitCode.success : exitCode.negative;
  },
});

function showReport({ ok, sessions, problems }: VerifyReport, folder: string, colour: Colour): string {
  if (sessions.length === 0 && ok) return `nothing was recorded yet in ${folder}`;
  const records = sessions.reduce((sum, session) => sum + session.records, 0);
  return [
    ...sessions.flatMap((session) => showSession(session, colour)),
    ...problems.map(({ message }) => `${colour.bold('BROKEN')} ${printable(message)}`),
    ok
      ? `${counted(sessions.length, 'session')}, ${counted(records, 'record')}: every chain holds`
      : colour.bold('the log was tampered with, or part of it is lost'),
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
      : `, ${counted(counts.client_to_server, 'message')} from the client, ${counts.server_to_client} from the server`;
  return [
    `${word} ${session}: ${counted(records, 'record')}${messages}`,
    ...problems.map(({ file, line, message }) =>
      printable(`         ${line === undefined ? file : `${file}:${line}`} ${message}`),
    ),
    ...notes.map((note) => `         ${colour.dim(note)}`),
  ];
}
