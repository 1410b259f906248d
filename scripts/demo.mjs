// `npm run demo`: a real client talks through the firewall to a real server, and then somebody else tries to.
// Ends by itself, leaves nothing behind but the log that it names, and fails when something is not as promised.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { bootstrap, root } from './bootstrap.mjs';
import { buildProgram } from './build-program.mjs';
import { bold, cyan, dim, endWithReader, green, red, say, seconds } from './terminal.mjs';

const [word] = process.argv.slice(2);
if (word === '--help' || word === '-h') {
  say(
    'npm run demo: installs, builds, and shows the firewall between a real client and a real server, then attacks,',
  );
  say(
    'hostile lines and a server that dies; takes no options, asks nothing, ends by itself, exit code 1 if a promise is broken',
  );
  process.exit(0);
}
if (word !== undefined) {
  process.stderr.write(
    `demo: it takes no options, and \`${word}\` is one too many; see \`npm run demo -- --help\`\n`,
  );
  process.exit(2);
}

endWithReader(0);
await bootstrap();
await buildProgram();
const started = performance.now();
// What the lines below import is there only now.
const { attacks, bait } = await import('./demo/attacks.mjs');
const { converse } = await import('./demo/conversation.mjs');
const { hostileLines, refusalCode } = await import('./demo/hostile-lines.mjs');
const { runProgram, startProgram } = await import('./demo/program.mjs');

const program = join(root, 'packages/cli/dist/main.cjs');
const proxy = [process.execPath, program, 'proxy', '--'];
const fileServer = join(root, 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js');

const promises = [];

/** Notes one promise and whether it was kept. */
function promise(what, seen, kept) {
  promises.push({ what, seen, kept });
  say(`  ${kept ? green('✓') : red('✗')} ${what}: ${seen}`);
}

const headline = (text, explanation) => say(`\n${bold(cyan(text))}\n${dim(explanation)}`);

async function showConversation(folder) {
  headline(
    '1. A client and a server, with us in the middle',
    'The official SDK initialises, lists the tools, writes a file and reads it: once directly, once through the firewall.',
  );
  const server = [process.execPath, fileServer, folder];
  const direct = await converse(server, folder);
  const through = await converse([...proxy, ...server], folder);
  promise(
    'the server introduces itself',
    `${through.server.name} ${through.server.version}`,
    through.code === 0,
  );
  promise('its tools arrive', `${through.tools.length} tools`, through.tools.length === direct.tools.length);
  promise('the file comes back', JSON.stringify(through.text), through.text === direct.text);
  const same = direct.bytes.equals(through.bytes);
  promise('every byte is the same', `${through.bytes.length} bytes ${same ? 'equal' : 'differ'}`, same);
}

async function showAttacks(folder) {
  headline(
    '2. An agent that was talked into something',
    'The built-in policy `balanced` holds. Each call goes to the same file server, if it gets there.',
  );
  for (const [name, text] of Object.entries(bait)) writeFileSync(join(folder, name), text);
  const running = startProgram(proxy[0], [...proxy.slice(1), process.execPath, fileServer, folder]);
  await running.ask(
    line({ id: 'hello', method: 'initialize', params: initialization }),
    ({ id }) => id === 'hello',
  );
  running.send(line({ method: 'notifications/initialized' }));
  for (const [index, { name, call, kept, seen }] of attacks(folder).entries()) {
    const asked = line({ id: index, method: 'tools/call', params: call });
    const answer = await running.ask(asked, ({ id }) => id === index);
    promise(name, seen(answer), Boolean(kept(answer)));
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
    '3. Somebody who is no friend',
    'Raw lines, each trying to write a file behind our back. After each one an honest `ping` must still be answered.',
  );
  const canary = join(folder, 'canary.txt');
  const running = startProgram(proxy[0], [...proxy.slice(1), process.execPath, fileServer, folder]);
  for (const [index, { name, why, line, code }] of hostileLines(canary).entries()) {
    const answer = await running.ask(line, (message) => refusalCode(message) !== undefined);
    const ping = Buffer.from(`{"jsonrpc":"2.0","id":${index},"method":"ping"}\n`);
    const alive = await running.ask(ping, ({ id, result }) => id === index && result !== undefined);
    promise(
      `${name} (${why})`,
      `refused with ${refusalCode(answer)}`,
      refusalCode(answer) === code && Boolean(alive),
    );
  }
  promise(
    'none of it reached the server',
    existsSync(canary) ? 'a file was written' : 'no file was written',
    !existsSync(canary),
  );
  const code = await running.end();
  promise('the firewall leaves with the server', `exit code ${code}`, code === 0);
}

async function showDyingServer() {
  headline(
    '4. A server that dies in the middle of a call',
    'The client is not left waiting: its open request is answered, and the exit code is handed on.',
  );
  const dying = 'process.stdin.once("data", () => process.exit(3))';
  const running = startProgram(proxy[0], [...proxy.slice(1), process.execPath, '-e', dying]);
  const answer = await running.ask(
    Buffer.from('{"jsonrpc":"2.0","id":7,"method":"tools/list"}\n'),
    ({ id }) => id === 7,
  );
  promise(
    'the open request is answered',
    `${answer.error?.code} ${answer.error?.message}`,
    answer.error?.code === -32003,
  );
  const code = await running.closed();
  promise('the exit code is the server’s', `exit code ${code}`, code === 3);
}

async function showRecord() {
  headline(
    '5. What was written down',
    'Every decision is a line in a log whose lines are chained by hashes. It is checked here, and stays for you to read.',
  );
  const audit = (...words) => runProgram([process.execPath, program, 'audit', ...words]);
  const verified = await audit('verify');
  promise('the log holds', verified.stdout.trim().split('\n').at(-1), verified.code === 0);
  const { stdout } = await audit('query', '--decision', 'deny', '--json');
  const { items } = JSON.parse(stdout);
  promise('every refusal is in it', `${items.length} refusals`, items.length >= 10);
  const log = join(process.env.CLAWDEFENDER_HOME, 'audit');
  say(`  ${dim(`read it: node ${relative(process.cwd(), program)} audit query "${log}"`)}`);
}

function showSummary() {
  say(`\n${bold('Summary')}`);
  for (const { what, seen, kept } of promises) {
    say(`  ${kept ? green('kept  ') : red('broken')}  ${what}`);
    // What was seen of the others stands above, each beside its promise.
    if (!kept) say(`          ${dim(seen)}`);
  }
  const broken = promises.filter(({ kept }) => !kept).length;
  say(
    broken === 0
      ? `\n${green('everything as promised')} (${seconds(started)})`
      : `\n${red(`${broken} promises broken`)}`,
  );
  return broken === 0 ? 0 : 1;
}

const folder = mkdtempSync(join(tmpdir(), 'clawdefender demo '));
// A configuration of its own: the demonstration neither reads nor changes the user's.
const home = mkdtempSync(join(tmpdir(), 'clawdefender home '));
process.env.CLAWDEFENDER_HOME = home;
process.on('exit', () => {
  for (const own of [folder, home]) rmSync(own, { recursive: true, force: true });
});
// The programs that we started end when their pipes close.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, (_, number) => process.exit(128 + number));
try {
  writeFileSync(join(folder, 'readme.txt'), 'a folder for a demonstration\n');
  await showConversation(folder);
  await showAttacks(folder);
  await showHostileLines(folder);
  await showDyingServer();
  await showRecord();
  process.exitCode = showSummary();
} catch (error) {
  say(`\n${red('the demonstration could not go on')}: ${error.message}`);
  process.exitCode = 1;
}
