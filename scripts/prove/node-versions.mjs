// Runs the whole test suite on newer Node versions. Child processes of the tests use the same version: tests start
// `process.execPath`, and the folder of this binary comes first in the PATH.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { root } from '../bootstrap.mjs';
import { runChild } from '../run-child.mjs';
import { installTools, nodes } from './tools.mjs';

export const proof = {
  name: 'node-versions',
  summary: 'the test suite passes on Node 22 and 24',
  async run({ say }) {
    await installTools(say);
    const facts = {};
    for (const [version, node] of Object.entries(nodes)) {
      facts[`node ${version}:`] = await runTests(version, node);
      say(`Node ${version}: ${facts[`node ${version}:`]}`);
    }
    return facts;
  },
};

async function runTests(version, node) {
  const folder = await mkdtemp(join(tmpdir(), 'prove-'));
  try {
    const report = join(folder, 'report.json');
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const env = { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) };
    const args = [vitest, 'run', '--reporter=json', `--outputFile=${report}`];
    const { code, output } = await runChild(node, args, { cwd: root, env, quiet: true });
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(await readFile(report, 'utf8'));
    if (code !== 0) {
      const failed = testResults
        .flatMap((file) => file.assertionResults)
        .filter(({ status }) => status === 'failed');
      const list = failed
        .map(({ fullName, failureMessages }) => `  ${fullName}\n${failureMessages.join('\n')}`)
        .join('\n');
      throw new Error(`${numFailedTests} tests fail on Node ${version}\n${list}\n${output}`);
    }
    return `${numPassedTests} tests`;
  } finally {
    await rm(folder, { recursive: true });
  }
}
