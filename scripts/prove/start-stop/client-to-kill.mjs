// Starts the proxy as a client would, prints `ready` after the first response, and runs until it is killed.
// usage: client-to-kill.mjs COMMAND [ARG…]
import { spawn } from 'node:child_process';

const [command, ...args] = process.argv.slice(2);
const proxy = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
proxy.stdout.once('data', () => process.stdout.write('ready\n'));
const clientInfo = { name: 'prove', version: '1.0.0' };
const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
proxy.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params })}\n`);
