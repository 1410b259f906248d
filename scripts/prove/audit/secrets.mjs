// Checks that no secret is logged: every labelled secret of a corpus is sent through the real program, as a whole
// argument and as a part of one. Then all written files are searched for the secret.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../bootstrap.mjs';

const corpus = join(root, '..', 'shared', 'corpora', 'secrets.dev.jsonl');
const program = join(root, 'packages', 'cli', 'dist', 'main.cjs');
const server = join(root, 'scripts', 'bench', 'echo-server.mjs');
/** Labels that are shorter than this are ordinary words. In this case the secret is the value next to the label. */
const shortest = 8;

export const proof = {
  name: 'audit-secrets',
  summary: 'the labelled secrets of the corpus are sent through the program, and none is in its log',
  async run() {
    if (!existsSync(corpus))
      throw new Error('there is no corpus beside the project: shared/corpora/secrets.dev.jsonl');
    const rows = readFileSync(corpus, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ label }) => label === 'secret');
    const home = mkdtempSync(join(tmpdir(), 'claw-secrets-'));
    try {
      writeFileSync(
        join(home, 'policy.toml'),
        'version = 1\ndefault = "allow"\n[injection]\nenabled = false\n[egress]\nenabled = false\n',
      );
      await send(rows, home);
      const written = readdirSync(join(home, 'audit')).map((file) =>
        readFileSync(join(home, 'audit', file), 'utf8'),
      );
      const log = written.join('\n');
      const found = rows.filter(
        ({ secret }) => secret?.length >= shortest && log.includes(JSON.stringify(secret).slice(1, -1)),
      );
      if (found.length > 0) throw new Error(`in the log: ${found.map(({ id }) => id).join(', ')}`);
      return { secrets: rows.filter(({ secret }) => secret?.length >= shortest).length, bytes: log.length };
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  },
};

async function send(rows, home) {
  const child = spawn(process.execPath, [program, 'proxy', '--', process.execPath, server], {
    env: { ...process.env, CLAWDEFENDER_HOME: home },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let waiting = 0;
  const answers = createInterface({ input: child.stdout });
  answers.on('line', () => {
    waiting -= 1;
    if (waiting === 0) child.stdin.end();
  });
  const lines = rows.flatMap(({ text }, index) => [
    {
      jsonrpc: '2.0',
      id: index,
      method: 'tools/call',
      params: { name: 'echo', arguments: { payload: text } },
    },
    {
      jsonrpc: '2.0',
      id: `s${index}`,
      method: 'tools/call',
      params: { name: 'echo', arguments: { nested: { list: [text] } } },
    },
  ]);
  waiting = lines.length;
  child.stdin.write(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  await ended;
  if (waiting > 0) throw new Error(`${waiting} calls were not answered`);
}
