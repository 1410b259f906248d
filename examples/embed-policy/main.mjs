// Decides on three calls. All data that a decision depends on is passed as arguments; nothing is read from this
// machine.

import assert from 'node:assert/strict';
import { compilePolicy, loadPolicy } from '@claw/policy';

const policy = await loadPolicy(`
[[rule]]
name = "no_ssh_keys"
action = "deny"
path = "~/.ssh/**"

[[rule]]
action = "allow"
tool = "read_*"
`);
const engine = compilePolicy(policy, {
  environment: { platform: 'linux', home: '/home/user', cwd: '/home/user/project' },
});

for (const [path, expected] of [
  ['notes.txt', 'allow'],
  ['../.ssh/id_rsa', 'deny'],
  ['file:///home/user/%2Essh/id_rsa', 'deny'],
]) {
  const { action, rule, reason } = engine.evaluate({
    method: 'tools/call',
    params: { name: 'read_file', arguments: { path } },
  });
  assert.equal(action, expected);
  console.log(action, rule, reason);
}
