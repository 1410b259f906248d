// Records an ordinary week: ten real MCP servers, 2,000 calls of a developer's agent, and the responses of the servers.
// The result is stored in `fixtures/benign/week`, and a test plays it through the firewall. Recording needs git,
// openssl, Chromium, redis-server, the ports 3000 and 8080, and sqlite3 built in `scripts/tools/servers`. Playing needs
// no other programs.
//
//   node scripts/week/record.mjs [NAME…]

import { installTools, serverTools } from '../prove/tools.mjs';

await installTools((text) => process.stderr.write(`${text}\n`), serverTools);
// This import is not at the top, because it reads texts from the packages that were just installed.
await import('./recording.mjs');
