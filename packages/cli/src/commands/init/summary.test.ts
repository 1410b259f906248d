import { expect, test } from 'vitest';
import { nextSteps } from './summary.js';

const cases = [
  { name: 'no server is protected', counts: [8, 8, 6], says: '(protects 6 of 8 servers)' },
  { name: 'some servers are protected', counts: [8, 6, 6], says: '(protects 6 more, then 8 of 8 servers)' },
  { name: 'all servers are protected', counts: [8, 0, 0], says: 'all 8 servers are behind the firewall' },
] satisfies readonly { name: string; counts: [number, number, number]; says: string }[];
for (const { name, counts, says } of cases)
  test(`the next steps say what \`wrap --all\` would protect if ${name}`, () => {
    expect(nextSteps(...counts, false)[0]).toContain(says);
  });
