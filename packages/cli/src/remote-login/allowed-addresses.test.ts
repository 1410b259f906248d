// Tests which addresses a login may use, depending on the address of its server.

import { describe, expect, test } from 'vitest';
import { networkFor } from './allowed-addresses.js';

const cases = [
  {
    server: 'https://93.184.216.34/mcp',
    yes: ['1.1.1.1', '2606:4700::1'],
    no: ['127.0.0.1', '10.0.0.1', '::1', '169.254.169.254', '::ffff:10.0.0.1'],
  },
  {
    server: 'http://127.0.0.1:3000/mcp',
    yes: ['127.0.0.1', '10.0.0.1', '1.1.1.1', '::1'],
    no: [
      '169.254.169.254',
      '0.0.0.0',
      '::ffff:169.254.169.254',
      'fe80::1',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      'fd00:ec2::254',
    ],
  },
  { server: 'https://[::1]/mcp', yes: ['::1', '127.0.0.1'], no: ['169.254.169.254', '::'] },
  { server: 'http://localhost/mcp', yes: ['127.0.0.1'], no: ['169.254.169.254'] },
];

for (const { server, yes, no } of cases) {
  describe(`from ${server}`, () => {
    for (const address of yes)
      test(`${address} is allowed`, async () => {
        expect((await networkFor(new URL(server))).addressAllowed?.(address)).toBe(true);
      });
    for (const address of no)
      test(`${address} is not allowed`, async () => {
        expect((await networkFor(new URL(server))).addressAllowed?.(address)).toBe(false);
      });
  });
}
