// Checks that exports conform to their formats: the SARIF output of the built program is validated against the
// published schema. Names and texts in the log contain characters that must be escaped. The schema is downloaded from
// the registry on demand.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '../commands.mjs';
import { loadSarifCheck } from '../sarif/schema.mjs';

const decisions = ['allow', 'log', 'prompt', 'deny'];
const names = ['read_file', '', 'see [this](http://a.example) {0}', '\u202e\u0000"\n', '\ud800', undefined];

export const proof = {
  name: 'audit-formats',
  summary: 'exported SARIF is valid according to the published schema of SARIF 2.1.0',
  async run({ say }) {
    const checkSarif = await loadSarifCheck(say);
    const folder = mkdtempSync(join(tmpdir(), 'claw-formats-'));
    try {
      await write(join(folder, 'audit'));
      const { stdout, status } = spawnSync(
        process.execPath,
        [program, 'audit', 'export', '--format', 'sarif'],
        {
          env: { ...process.env, CLAWDEFENDER_HOME: folder },
          encoding: 'utf8',
          maxBuffer: 64 * 1024 * 1024,
        },
      );
      if (status !== 0) throw new Error('the export failed');
      const log = JSON.parse(stdout);
      const wrong = checkSarif(log);
      if (wrong !== undefined) throw new Error(`not as the schema wants it: ${wrong}`);
      // The validation must also reject an invalid log, because a check that accepts everything would prove nothing.
      log.runs[0].results[0].level = 'fatal';
      if (checkSarif(log) === undefined) throw new Error('the schema takes a level that it does not know');
      return { results: log.runs[0].results.length };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

async function write(folder) {
  const { openAuditLog } = await import('../../../packages/audit/dist/index.js');
  const log = openAuditLog({ folder, server: 'formats' });
  for (const decision of decisions) {
    for (const tool of names) {
      for (const kind of ['decision', 'reply']) {
        log.record({
          kind,
          time: Date.now(),
          direction: kind === 'reply' ? 'server-to-client' : 'client-to-server',
          id: '1',
          method: tool === undefined ? 'resources/read' : 'tools/call',
          tool,
          client: tool,
          identity: tool,
          decision,
          rule: tool ?? 'rule',
          reason: `because of ${tool}`,
          findings: [{ kind: 'injection', detector: 'orders', severity: 'high', where: `params.${tool}` }],
          trail: [],
          decideUs: 1,
          arguments: JSON.stringify({ tool }),
          callSeq: undefined,
          latencyUs: undefined,
          observed: false,
        });
      }
    }
  }
  log.note('approval', { approval: 'a', state: 'approved' });
  log.close();
}
