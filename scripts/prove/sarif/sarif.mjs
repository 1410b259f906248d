// Validates our SARIF output against the published schema: a scan with findings, a scan without findings, a scan of
// logged calls, and the audit log.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixturesFolder, program, script } from '../commands.mjs';
import { loadSarifCheck } from './schema.mjs';

export const proof = {
  name: 'sarif',
  summary: 'all SARIF output is valid according to the published schema',
  async run({ say }) {
    const validate = await loadSarifCheck(say);
    const home = await mkdtemp(join(tmpdir(), 'prove-sarif-'));
    try {
      return await validateAll(home, validate, say);
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  },
};

async function validateAll(home, validate, say) {
  const run = (words, input = '') => runProgram(home, words, input);
  let results = 0;
  const check = async (what, words, isEmpty = false) => {
    const { stdout } = await run(words);
    const sarif = JSON.parse(stdout);
    const wrong = validate(sarif);
    if (wrong !== undefined) throw new Error(`${what}: ${wrong}`);
    const found = sarif.runs[0].results.length;
    if ((found === 0) !== isEmpty) throw new Error(`${what}: ${found} results`);
    results += found;
    say(`${what}: ${found} results, valid`);
  };
  await check('a machine without servers', ['scan', '--sarif'], true);
  await mkdir(join(home, '.cursor'));
  await copyFile(join(fixturesFolder, 'clients/cursor.json'), join(home, '.cursor/mcp.json'));
  await copyFile(join(fixturesFolder, 'clients/claude-code.json'), join(home, '.claude.json'));
  await check('the servers of two clients', ['scan', '--sarif']);
  const call = { name: 'echo', arguments: { text: 'x' } };
  const line = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })}\n`;
  await run(['proxy', '--server', 'notes', '--', ...script()], line);
  const policy = join(home, 'policy.toml');
  await writeFile(policy, 'version = 1\n[[rule]]\nname = "no_echo"\naction = "deny"\ntool = "echo"\n', {
    mode: 0o600,
  });
  await check('what has passed and would not pass today', ['scan', '--sarif', '--history']);
  await run(['proxy', '--server', 'notes', '--', ...script()], line);
  await check('the record', ['audit', 'export', '--format', 'sarif']);
  return { 'results that are valid': results };
}

/** Runs the program. Findings cause exit code 1, which does not fail the proof. */
function runProgram(home, words, input) {
  const env = { PATH: process.env.PATH, HOME: home, CLAWDEFENDER_HOME: home };
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [program, ...words],
      { env, timeout: 60_000 },
      (error, stdout, stderr) =>
        error && error.code !== 1
          ? reject(new Error(`${words.join(' ')}: ${error.message}\n${stderr}`))
          : resolve({ stdout, stderr }),
    );
    child.stdin.end(input);
  });
}
