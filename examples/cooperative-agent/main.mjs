// An agent that cooperates with the firewall: it reads the rules, checks each action before it acts, requests
// permission where approval is required, and reports what it did. The six steps follow the protocol of
// `clawdefender serve`.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askFirst } from '@claw/mcp-server';
import { createPerson } from './person.mjs';
import { connect } from './serve.mjs';

const folder = await mkdtemp(join(tmpdir(), 'agent-'));
const notes = join(folder, 'notes.txt');
const settings = join(folder, 'settings.toml');
await writeFile(notes, 'buy milk');
await writeFile(settings, 'colour = "blue"');
await writeFile(
  join(folder, 'policy.toml'),
  `default = "deny"
[[rule]]
name = "ask_settings"
action = "prompt"
path = "**/settings.toml"
[[rule]]
name = "notes"
action = "allow"
path = "**/notes.txt"
`,
);

// Steps 1 and 2: initialize, and list the tools.
const client = await connect(folder);
const { tools } = await client.listTools();
console.log('it offers', tools.map(({ name }) => name).join(', '));
assert.equal(tools.length, 4);

const ask = async (name, input) => (await client.callTool({ name, arguments: input })).structuredContent;

// Step 3: read the rules for the planned actions.
const { rules, default_action } = await ask('getPolicy', { resource: settings, action_type: 'file_read' });
console.log('rules for the settings:', rules.map(({ name, action }) => `${name} (${action})`).join(', '));
assert.deepEqual([rules[0].name, default_action], ['ask_settings', 'block']);

// Step 4: check each action before it is performed.
const intent = (target) => ({ description: 'Read a file', action_type: 'file_read', target });
const allowed = await ask('checkIntent', intent(notes));
const blocked = await ask('checkIntent', intent('/home/user/.ssh/id_rsa'));
console.log(allowed.explanation);
console.log(blocked.explanation, blocked.suggestions);
assert.deepEqual([allowed.allowed, blocked.allowed], [true, false]);

// Step 5: request permission if approval is required. (This user approves everything; a real user reads the request.)
const prompt = await ask('checkIntent', intent(settings));
assert.equal(prompt.policy_rule, 'prompt');
const person = createPerson(folder);
const wish = { resource: settings, operation: 'read', justification: 'to know the colour' };
const [permission] = await Promise.all([ask('requestPermission', wish), person.approveNext()]);
console.log('permission:', permission);
assert.deepEqual([permission.granted, permission.scope], [true, 'session']);

// Step 6: perform the action and report it.
assert.equal(await readFile(settings, 'utf8'), 'colour = "blue"');
const report = await ask('reportAction', { ...intent(settings), result: 'success', details: { bytes: 15 } });
console.log('recorded as', report.event_id);
assert.equal(report.recorded, true);

// A wrapper around the handler of a tool performs the same steps.
const readNote = askFirst(
  client,
  ({ path }) => ({ description: 'Read a note', action_type: 'file_read', target: path }),
  async ({ path }) => ({ content: [{ type: 'text', text: await readFile(path, 'utf8') }] }),
);
assert.equal((await readNote({ path: notes })).content[0].text, 'buy milk');
assert.equal((await readNote({ path: '/etc/passwd' })).isError, true);

await client.close();
await rm(folder, { recursive: true });
