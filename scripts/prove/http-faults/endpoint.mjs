// Runs the whole program as an HTTP endpoint with a policy that redacts the word `secret`, so that every response shows
// whether it was checked.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { program } from '../commands.mjs';
import { within } from '../deadline.mjs';

const policy = (number) => `# ${number}
version = 1
default = "allow"

[[responses.pattern]]
name = "the word"
pattern = "secret"
action = "redact"
replacement = "public"
`;

const PATIENCE = 30_000;

export async function startEndpoint(folder, url) {
  const home = await mkdtemp(join(folder, 'home-'));
  const file = join(home, 'policy.toml');
  await writeFile(file, policy(0));
  const env = { ...process.env, CLAWDEFENDER_HOME: home };
  const child = spawn(process.execPath, [program, 'proxy', '--url', url, '--listen', '127.0.0.1:0'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const lastWords = () => said.split('\n').slice(-5).join('\n');
  const listening = () => /Listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1];
  const until = async (condition, what) => {
    const begun = performance.now();
    while (!condition()) {
      if (child.exitCode !== null)
        throw new Error(`the program ended with ${child.exitCode}: ${lastWords()}`);
      if (performance.now() - begun > PATIENCE)
        throw new Error(`it did not happen in time that ${what}: ${lastWords()}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await until(() => listening() !== undefined, 'the program listens');
  return {
    url: new URL('/mcp', listening()).href,
    until,
    /** Returns how often another policy became active. */
    reloads: () => said.split('Reloaded the policy').length - 1,
    /** Saves the policy as editors do: writes a new file and renames it. */
    async writePolicy(number) {
      await writeFile(`${file}.new`, policy(number));
      await rename(`${file}.new`, file);
    },
    sockets: () => socketsOf(child.pid),
    megabytes: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    async stop() {
      if (child.exitCode !== null)
        throw new Error(`the program ended with ${child.exitCode}: ${lastWords()}`);
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await within(PATIENCE, 'the end of the program', gone).catch(async (error) => {
        child.kill('SIGKILL');
        throw error;
      });
    },
  };
}

function socketsOf(pid) {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(join(folder, name)).startsWith('socket:');
    } catch {
      return false;
    }
  }).length;
}
