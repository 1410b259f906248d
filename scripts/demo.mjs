// Implements `npm run demo`: a real client communicates with a real server through the firewall, then attacks follow.
// The demo exits by itself, keeps only the audit log whose path it prints, and exits with 1 if a result is not the
// expected one.

import { existsSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { bootstrap, root } from './bootstrap.mjs';
import { buildProgram } from './build-program.mjs';
import { createHome, createServedFolder } from './demo/folders.mjs';
import { bold, cyan, dim, endWithReader, green, red, say, seconds } from './terminal.mjs';

const [word] = process.argv.slice(2);
if (word === '--help' || word === '-h') {
  say(
    'npm run demo: installs, builds, and shows the firewall between a real client and a real server: allowed calls,',
  );
  say(
    'attacks, malformed messages and a server that exits. It has no options and needs no input. Exit code 1: a check failed',
  );
  process.exit(0);
}
if (word !== undefined) {
  process.stderr.write(
    `demo: Unknown option \`${word}\`: the demo has no options. See \`npm run demo -- --help\`.\n`,
  );
  process.exit(2);
}

endWithReader(0);
await bootstrap();
await buildProgram();
const started = performance.now();
// These files import packages that `bootstrap` has just installed.
const { attacks, bait } = await import('./demo/attacks.mjs');
const { converse } = await import('./demo/conversation.mjs');
const { hostileLines, refusalCode } = await import('./demo/hostile-lines.mjs');
const { runProgram, startProgram } = await import('./demo/program.mjs');

const program = join(root, 'packages/cli/dist/main.cjs');
const proxy = [process.execPath, program, 'proxy', '--'];
const fileServer = join(root, 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js');

const checks = [];

/** Prints one check: the attempt, the result, and whether the result was expected. */
function check(what, seen, expected) {
  checks.push({ what, seen, expected });
  say(`  ${expected ? green('✓') : red('✗')} ${what}: ${seen}`);
}

const headline = (text, explanation) => say(`\n${bold(cyan(text))}\n${dim(explanation)}`);

async function showConversation(folder) {
  headline(
    '1. A client and a server with the firewall between them',
    'The official SDK connects, lists the tools, writes a file and reads it: once directly, once through the firewall.',
  );
  const server = [process.execPath, fileServer, folder];
  const direct = await converse(server, folder);
  const through = await converse([...proxy, ...server], folder);
  check(
    'the server responds to `initialize`',
    `${through.server.name} ${through.server.version}`,
    through.code === 0,
  );
  check(
    'the tools are listed',
    `${through.tools.length} tools`,
    through.tools.length === direct.tools.length,
  );
  check('the file is read', JSON.stringify(through.text), through.text === direct.text);
  const same = direct.bytes.equals(through.bytes);
  check(
    'the bytes are the same as without the firewall',
    `${through.bytes.length} bytes ${same ? 'equal' : 'differ'}`,
    same,
  );
}

async function showAttacks(folder) {
  headline(
    '2. An agent that follows instructions from an attacker',
    'The built-in preset `balanced` is used. Allowed calls go to the same file server.',
  );
  for (const [name, text] of Object.entries(bait)) writeFileSync(join(folder, name), text);
  const running = startProgram(proxy[0], [...proxy.slice(1), process.execPath, fileServer, folder]);
  await running.ask(
    line({ id: 'hello', method: 'initialize', params: initialization }),
    ({ id }) => id === 'hello',
  );
  running.send(line({ method: 'notifications/initialized' }));
  for (const [index, { name, call, expected, seen }] of attacks(folder).entries()) {
    const asked = line({ id: index, method: 'tools/call', params: call });
    const answer = await running.ask(asked, ({ id }) => id === index);
    check(name, seen(answer), Boolean(expected(answer)));
  }
  await running.end();
}

const line = (message) => Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const initialization = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'demo', version: '1.0.0' },
};

async function showHostileLines(folder) {
  headline(
    '3. Malformed messages',
    'Each line tries to write a file without a readable `tools/call`. After each one, the server must still respond to a `ping`.',
  );
  const canary = join(folder, 'canary.txt');
  const running = startProgram(proxy[0], [...proxy.slice(1), process.execPath, fileServer, folder]);
  for (const [index, { name, why, line, code }] of hostileLines(canary).entries()) {
    const answer = await running.ask(line, (message) => refusalCode(message) !== undefined);
    const ping = Buffer.from(`{"jsonrpc":"2.0","id":${index},"method":"ping"}\n`);
    const alive = await running.ask(ping, ({ id, result }) => id === index && result !== undefined);
    check(
      `${name} (${why})`,
      `refused with ${refusalCode(answer)}`,
      refusalCode(answer) === code && Boolean(alive),
    );
  }
  check(
    'no line reached the server',
    existsSync(canary) ? 'a file was written' : 'no file was written',
    !existsSync(canary),
  );
  const code = await running.end();
  check('the firewall exits with the code of the server', `exit code ${code}`, code === 0);
}

async function showDyingServer() {
  headline(
    '4. A server that exits during a request',
    'The client gets an error for its open request, and the firewall exits with the code of the server.',
  );
  const dying = 'process.stdin.once("data", () => process.exit(3))';
  const running = startProgram(proxy[0], [...proxy.slice(1), process.execPath, '-e', dying]);
  const answer = await running.ask(
    Buffer.from('{"jsonrpc":"2.0","id":7,"method":"tools/list"}\n'),
    ({ id }) => id === 7,
  );
  check(
    'the open request gets an error',
    `${answer.error?.code} ${answer.error?.message}`,
    answer.error?.code === -32003,
  );
  const code = await running.closed();
  check('the exit code is the one of the server', `exit code ${code}`, code === 3);
}

async function showAuditLog() {
  headline(
    '5. The audit log',
    'Every decision is an entry of a log whose entries are chained by hashes. It is verified here and stays on disk.',
  );
  const audit = (...words) => runProgram([process.execPath, program, 'audit', ...words]);
  const verified = await audit('verify');
  check('the log is intact', verified.stdout.trim().split('\n').at(-1), verified.code === 0);
  const { stdout } = await audit('query', '--decision', 'deny', '--json');
  const { items } = JSON.parse(stdout);
  check('every denial is logged', `${items.length} denials`, items.length >= 10);
  const log = join(process.env.CLAWDEFENDER_HOME, 'audit');
  say(`  ${dim(`Read it: node ${relative(process.cwd(), program)} audit query "${log}"`)}`);
}

function showSummary() {
  const failed = checks.filter(({ expected }) => !expected);
  for (const { what, seen } of failed) say(`  ${red('failed')}  ${what}: ${dim(seen)}`);
  const passed = `${checks.length - failed.length} of ${checks.length} checks passed`;
  say(`\n${failed.length === 0 ? green(passed) : red(passed)} (${seconds(started)})`);
  return failed.length === 0 ? 0 : 1;
}

const folder = createServedFolder();
process.env.CLAWDEFENDER_HOME = createHome();
// The programs that the demo started exit when their pipes close.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, (_, number) => process.exit(128 + number));
try {
  writeFileSync(join(folder, 'readme.txt'), 'a folder for a demonstration\n');
  await showConversation(folder);
  await showAttacks(folder);
  await showHostileLines(folder);
  await showDyingServer();
  await showAuditLog();
  process.exitCode = showSummary();
} catch (error) {
  say(`\n${red('The demo stopped')}: ${error.message}`);
  process.exitCode = 1;
}
