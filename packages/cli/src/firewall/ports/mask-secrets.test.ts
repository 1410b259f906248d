import { expect, test } from 'vitest';
import { maskText } from './mask-secrets.js';

// The key is split into parts, so that secret scanners do not report this file.
const key = `ghp_${'R4nD0mKeY8'.repeat(4).slice(0, 36)}`;
const secrets = [
  { name: 'a key as a separate word', text: `npx server --with ${key}`, secret: key },
  { name: 'a key in a variable', text: `env GITHUB=${key} npx server`, secret: key },
  { name: 'a password in an option', text: 'server --password=Tr0ub4dor&3x', secret: 'Tr0ub4dor' },
  {
    name: 'a password in a connection URL',
    text: 'server postgres://app:s3cr3t-pw@db/app',
    secret: 's3cr3t-pw',
  },
  { name: 'a password after its name', text: 'fetch -u anna:hunter away', secret: 'hunter' },
  { name: 'a key without digits', text: `server AKIA${'QWERTYUIOPASDFGH'}`, secret: 'QWERTYUIOPASDFGH' },
];
for (const { name, text, secret } of secrets)
  test(`masks ${name}`, () => expect(maskText(text)).not.toContain(secret));

for (const text of [
  'npx -y @modelcontextprotocol/server-filesystem /home/anna/projects',
  '/usr/bin/node /opt/servers/notes/dist/index.js --port 8080',
  'tools/call',
])
  test(`leaves \`${text}\` unchanged`, () => expect(maskText(text)).toBe(text));
