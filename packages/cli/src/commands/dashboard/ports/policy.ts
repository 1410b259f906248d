// Provides the policy file to the dashboard: reads, checks and saves it, previews changes and evaluates calls. Only the
// file in the configuration folder can be used.

import { createHash } from 'node:crypto';
import { readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AdminPorts } from '@claw/admin';
import { checkPolicy, type Diagnostic, type Policy, parsePolicy, presetText } from '@claw/policy';
import { loadShell } from '@claw/policy/shell';
import { configFolder } from '../../../files/paths.js';
import { writePrivateFile } from '../../../files/private-file.js';
import { thisMachine } from '../../../firewall/this-machine.js';
import { explainCall } from '../../policy/explain-call.js';
import { countChanges } from '../../policy/replay/count-changes.js';

const previewMilliseconds = 7 * 24 * 3_600_000;

type PolicyPorts = AdminPorts['policy'];

const policyFile = (): string => join(configFolder(process.env), 'policy.toml');

interface PolicyBytes {
  readonly file: string | null;
  readonly bytes: Buffer;
}

/** Returns the active policy; without a file, the built-in preset. */
async function readBytes(): Promise<PolicyBytes> {
  const file = policyFile();
  try {
    return { file, bytes: await readFile(file) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { file: null, bytes: Buffer.from(presetText('balanced')) };
  }
}

const versionOf = (text: string | Buffer): string => createHash('sha256').update(text).digest('base64url');

async function diagnose(text: string): Promise<readonly Diagnostic[]> {
  const context = { environment: thisMachine(), shell: await loadShell(), now: Date.now() };
  return checkPolicy(text, policyFile(), context);
}

async function parseUsable(text: string): Promise<Policy> {
  const parsed = await parsePolicy(text, policyFile());
  if (parsed.ok) return parsed.policy;
  const [first] = parsed.diagnostics;
  const message = `The policy is not valid: line ${first?.line ?? 1}: ${first?.message ?? 'unknown error'}`;
  throw Object.assign(new Error(message), { code: 'POLICY_INVALID' });
}

export const policyPorts = (auditFolder: string): PolicyPorts => ({
  async read() {
    const { file, bytes } = await readBytes();
    const text = bytes.toString();
    const [parsed, diagnostics] = await Promise.all([parsePolicy(text, policyFile()), diagnose(text)]);
    const rules = parsed.ok ? parsed.policy.rules.map((rule) => viewRule(rule, text, diagnostics)) : [];
    return {
      file,
      text,
      version: versionOf(bytes),
      usable: parsed.ok,
      default: parsed.ok ? parsed.policy.default : null,
      rules,
      diagnostics,
    };
  },
  check: diagnose,
  async explain(call) {
    return explainCall(await parseUsable((await readBytes()).bytes.toString()), call);
  },
  async preview(text) {
    const filter = { since: Date.now() - previewMilliseconds };
    const changes = await countChanges(await parseUsable(text), { folder: auditFolder, filter });
    return { diagnostics: await diagnose(text), ...changes };
  },
  save: (text, version) => inTurn(() => save(text, version)),
});

let last: Promise<unknown> = Promise.resolve();

/** Runs saves one after another: when two pages save the same version, only the first save may succeed. */
function inTurn<Value>(act: () => Promise<Value>): Promise<Value> {
  const result = last.then(act);
  last = result.catch(() => {});
  return result;
}

async function save(
  text: string,
  version: string,
): Promise<{ readonly version: string; readonly backup: string | null } | undefined> {
  const former = await readBytes();
  if (versionOf(former.bytes) !== version) return undefined;
  await parseUsable(text);
  const backup = former.file === null ? null : await backUp(former.file, former.bytes);
  // If the file is a symbolic link, its target is written, so that the link remains.
  const target = former.file === null ? policyFile() : await realpath(former.file);
  const isUnchanged = async () => (await readBytes()).bytes.equals(former.bytes);
  const isSaved = await writePrivateFile(target, text, former.file === null, isUnchanged).catch(
    (error: NodeJS.ErrnoException) => {
      // Another program has created the file in the meantime.
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
  return isSaved ? { version: versionOf(text), backup } : undefined;
}

/** Saves the replaced content next to the file under an unused name: `policy.toml.bak`, `policy.toml.bak.1`, … */
async function backUp(file: string, bytes: Buffer): Promise<string> {
  for (let number = 0; ; number++) {
    const backup = number === 0 ? `${file}.bak` : `${file}.bak.${number}`;
    try {
      await writeFile(backup, bytes, { flag: 'wx', mode: 0o600 });
      return backup;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function viewRule(
  { name, action, enabled, message, description, match }: Policy['rules'][number],
  text: string,
  diagnostics: readonly Diagnostic[],
) {
  const line = lineOf(text, name);
  return {
    name,
    action,
    enabled,
    message: message ?? description,
    match: Object.entries(match).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
    line: line ?? null,
    problems: problemsOf(name, diagnostics),
  };
}

const lineOf = (text: string, name: string): number | undefined => {
  const place = text
    .split('\n')
    .findIndex((line) => line.includes(`"${name}"`) || line.includes(`rules.${name}]`));
  return place < 0 ? undefined : place + 1;
};

/** The problems in a policy, including the warnings of `policy check` about rules without effect. */
const problemsOf = (name: string, diagnostics: readonly Diagnostic[]): readonly string[] => [
  ...new Set(
    diagnostics
      .filter(
        ({ code, message }) => /shadow|unreach|never/i.test(code) && message.startsWith(`rule \`${name}\``),
      )
      .map(({ code }) => code.replaceAll('-', ' ').replaceAll('_', ' ').toLowerCase()),
  ),
];
