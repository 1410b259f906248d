// Implements `policy test`: tests a policy with fixtures, for users and CI.

import { writeFile } from 'node:fs/promises';
import { type Action, type FixtureResult, readAction } from '@claw/policy';
import { defineCommand, exitCode } from '../../command-line/command.js';
import { describeFileError } from '../../files/describe-file-error.js';
import { createLinkResolver, longTimeout } from '../../files/resolve-links.js';
import { readPolicy } from '../../firewall/policy-file.js';
import type { Colour } from '../../terminal/colour.js';
import type { Output } from '../../terminal/output.js';
import { pluralize } from '../../terminal/pluralize.js';
import { findFixtures, readFixtureFile } from './fixture-files.js';
import { junitReport } from './junit.js';
import { createReplayDecision } from './replay/replay-decision.js';

type TestResult = FixtureResult & { readonly fixture: string };

export const test = defineCommand({
  name: 'policy test',
  summary: 'test a policy with fixtures',
  usage: [
    '[--policy FILE] (--fixture FILE | --fixture-dir DIR) [--expect DECISION] [--strict] [--follow-links] [--junit FILE] [--json]',
  ],
  options: {
    policy: { kind: 'value', value: 'FILE', summary: 'policy to test (default: the configured policy)' },
    fixture: {
      kind: 'value',
      value: 'FILE',
      summary: 'a fixture: a JSON file with one call and its expected decision',
    },
    'fixture-dir': {
      kind: 'value',
      value: 'DIR',
      summary: 'all `*.json` files in a folder and its subfolders',
    },
    expect: { kind: 'value', value: 'DECISION', summary: 'expected decision for fixtures without one' },
    strict: { kind: 'flag', summary: 'fail fixtures without an expected decision' },
    junit: { kind: 'value', value: 'FILE', summary: 'also write a JUnit report' },
    'follow-links': { kind: 'flag', summary: 'resolve symbolic links on this machine' },
    json: { kind: 'flag', summary: 'print the results as JSON' },
  },
  operands: 'none',
  passthrough: false,
  examples: [
    {
      command: 'policy test --policy policy.toml --fixture-dir fixtures/',
      note: 'exits with 1 if a decision differs',
    },
    {
      command: 'policy test --policy policy.toml --fixture read-ssh-key.json --expect deny',
      note: 'one call',
    },
  ],
  async run({ options, output }) {
    const { fixture, 'fixture-dir': folder, expect } = options;
    const expected: Action | undefined = readAction(expect);
    if (
      (fixture === undefined) === (folder === undefined) ||
      (expect !== undefined && expected === undefined)
    ) {
      output.error(
        expect !== undefined && expected === undefined
          ? `Invalid value for \`--expect\`: \`${expect}\`. Use \`allow\`, \`deny\`, \`prompt\` or \`log\`.`
          : fixture === undefined
            ? 'No fixture given. Use `--fixture FILE` or `--fixture-dir DIR`.'
            : 'Use `--fixture FILE` or `--fixture-dir DIR`, not both.',
      );
      return exitCode.usageError;
    }
    const policy = await readPolicy(options.policy, output);
    const files = fixture === undefined ? await findFixtures(folder ?? '', output) : [fixture];
    if (policy === undefined || files === undefined) return exitCode.usageError;
    const evaluate = createReplayDecision(
      policy,
      options['follow-links'] ? createLinkResolver({ limit: longTimeout }) : undefined,
    );
    const results: TestResult[] = [];
    for (const file of files) {
      const read = await readFixtureFile(file, output);
      if (read === undefined) return exitCode.usageError;
      const result = await evaluate(read.event, read.environment);
      const wanted = read.expected ?? expected;
      const ok = wanted === undefined ? !options.strict : result.decision === wanted;
      results.push({
        fixture: file,
        ...result,
        ...(wanted === undefined ? {} : { expected: wanted }),
        ok,
      });
    }
    const failed = results.filter(({ ok }) => !ok).length;
    const unchecked = results.filter((result) => result.expected === undefined).length;
    if (options.junit !== undefined && !(await writeReport(options.junit, results, output)))
      return exitCode.usageError;
    output.result({
      json: { results, passed: results.length - failed, failed, unchecked },
      text: (colour) => table(results, colour).join('\n'),
    });
    if (unchecked > 0)
      output.error(
        `${pluralize(unchecked, 'fixture')} of ${results.length} without an expected decision. Add \`"expected": "deny"\` (or another decision) to the fixture, or use \`--expect\`${options.strict ? '' : '; `--strict` makes this an error'}.`,
      );
    return failed === 0 ? exitCode.success : exitCode.failure;
  },
});

function table(results: readonly TestResult[], colour: Colour): string[] {
  const width = Math.max(...results.map((result) => result.fixture.length));
  const lines = results.map(({ ok, expected, fixture, decision, rule }) => {
    const word = !ok ? colour.bold('FAIL') : expected === undefined ? '?   ' : 'ok  ';
    const wanted = ok ? '' : ` (expected ${expected ?? 'nothing'})`;
    return `${word} ${fixture.padEnd(width)}  ${decision}${wanted}  ${rule}`;
  });
  const failed = results.filter(({ ok }) => !ok).length;
  const unchecked = results.filter(({ ok, expected }) => ok && expected === undefined).length;
  const rest = unchecked === 0 ? '' : `, ${unchecked} not compared`;
  return [...lines, `${results.length - failed - unchecked} passed, ${failed} failed${rest}`];
}

async function writeReport(file: string, results: readonly TestResult[], output: Output): Promise<boolean> {
  try {
    await writeFile(file, junitReport(results));
    return true;
  } catch (error) {
    output.error(`Cannot write the report: ${describeFileError(file, error)}`);
    return false;
  }
}
