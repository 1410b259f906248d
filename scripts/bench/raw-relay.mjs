// A minimal relay in Node: it starts the server and connects the pipes. It inspects nothing, so its cost is
// the baseline.
//
//   node raw-relay.mjs COMMAND [ARG…]

import { spawn } from 'node:child_process';

const [command, ...args] = process.argv.slice(2);
const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
process.stdin.pipe(server.stdin);
server.stdout.pipe(process.stdout);
server.stdin.on('error', () => {}); // the server has exited, which `close` reports
server.on('error', (error) => {
  process.stderr.write(`raw-relay: ${error.message}\n`);
  process.exit(2);
});
server.on('close', (code) => process.exit(code ?? 1));
