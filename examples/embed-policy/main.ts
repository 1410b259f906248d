// Decides three calls. Everything that a decision depends on is passed in; nothing is read from this machine.
import { compilePolicy, loadPolicy } from '@claw/policy';

const policy = await loadPolicy(`
[[rule]]
action = "deny"
path = "~/.ssh/**"
message = "SSH keys stay on this machine"

[[rule]]
action = "allow"
tool = "read_*"
`);
const engine = compilePolicy(policy, { environment: { platform: 'linux', home: '/home/user', cwd: '/home/user/project' } });

export const decide = (name: string, args: object) => engine.evaluate({ method: 'tools/call', params: { name, arguments: args } });

for (const path of ['notes.txt', '../.ssh/id_rsa', 'file:///home/user/%2Essh/id_rsa']) {
  const { decision, rule, message = '' } = decide('read_file', { path });
  console.log(`${decision.padEnd(6)} ${rule.padEnd(8)} ${path} ${message}`);
}
