// Defines the ways in which a proxy is started and stopped. `exit` is the expected exit code of the proxy, if it is
// deterministic.
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { fixturesFolder, script, throughProxy } from '../commands.mjs';
import { Started } from './started.mjs';

const client = (name) => fileURLToPath(new URL(name, import.meta.url));
const start = (server, env) => new Started(throughProxy(server), { env });

/** Starts a server that has started a child process. */
async function startWithGrandchild(server, env, stubborn = false) {
  const proxy = start(server, env);
  await proxy.greet();
  await proxy.call('spawn', { stubborn });
  return proxy;
}

export const scenarios = [
  {
    name: 'the client closes the connection',
    times: 40,
    exit: 0,
    async run(env) {
      const proxy = start(script(), env);
      await proxy.greet();
      proxy.closeInput();
      return proxy.gone();
    },
  },
  {
    name: 'the client closes the connection before the server has started',
    times: 16,
    exit: 0,
    async run(env) {
      const proxy = start(script(), env);
      proxy.closeInput();
      return proxy.gone();
    },
  },
  {
    name: 'the client is killed',
    times: 30,
    exit: 137,
    run: (env) => killClient(env, script()),
  },
  {
    name: 'the client of a server that ignores signals is killed',
    times: 6,
    exit: 137,
    run: (env) => killClient(env, script('--stubborn')),
  },
  {
    name: 'the proxy receives SIGTERM',
    times: 30,
    async run(env) {
      const proxy = start(script(), env);
      await proxy.greet();
      proxy.signal('SIGTERM');
      return proxy.gone();
    },
  },
  {
    name: 'the proxy is interrupted before the server has started',
    times: 10,
    async run(env) {
      const proxy = start(script(), env);
      proxy.signal('SIGINT');
      return proxy.gone();
    },
  },
  {
    name: 'a server that ignores the end of its input',
    times: 6,
    exit: 143,
    async run(env) {
      const proxy = start(script('--linger'), env);
      await proxy.greet();
      proxy.closeInput();
      return proxy.gone();
    },
  },
  {
    name: 'a server that ignores its closed input and all signals',
    times: 6,
    exit: 137,
    async run(env) {
      const proxy = start(script('--stubborn'), env);
      await proxy.greet();
      proxy.closeInput();
      return proxy.gone();
    },
  },
  {
    name: 'a server that exits by itself',
    times: 10,
    exit: 7,
    async run(env) {
      const proxy = start(script(), env);
      await proxy.greet();
      proxy.send('exit', { code: 7 });
      return proxy.gone();
    },
  },
  {
    name: 'a server that is killed',
    times: 10,
    exit: 137,
    async run(env) {
      const proxy = start(script(), env);
      await proxy.greet();
      proxy.send('die', { signal: 'SIGKILL' });
      return proxy.gone();
    },
  },
  {
    name: 'a server inside a shell, with a child process',
    times: 10,
    async run(env) {
      const proxy = await startWithGrandchild(['sh', '-c', '"$@"; exit $?', 'sh', ...script()], env);
      proxy.closeInput();
      return proxy.gone();
    },
  },
  {
    name: 'a server that crashes and leaves a process that ignores signals',
    times: 6,
    exit: 3,
    async run(env) {
      const proxy = await startWithGrandchild(script(), env, true);
      proxy.send('exit', { code: 3 });
      return proxy.gone();
    },
  },
  {
    name: 'a server through npx',
    times: 6,
    async run(env) {
      // The package is local, so npx runs without a prompt or a download.
      const npx = ['npx', '--no', '--offline', 'mcp-server-memory'];
      const proxy = new Started(throughProxy(npx), { env, cwd: fixturesFolder });
      await proxy.greet();
      proxy.closeInput();
      return proxy.gone();
    },
  },
  {
    name: 'a client that does not wait, with a server that ignores the end of its input',
    times: 4,
    run: (env) => stopImpatiently(env, script('--linger')),
  },
  ...['sdk1', 'sdk2'].flatMap((sdk) => [
    { name: `${sdk} closes`, times: 4, exit: 0, run: (env) => closeSdk(env, sdk, script()) },
    {
      name: `${sdk} closes the connection to a server that ignores signals`,
      times: 1,
      exit: 0,
      run: (env) => closeSdk(env, sdk, script('--stubborn')),
    },
  ]),
];

async function killClient(env, server) {
  const started = new Started([process.execPath, client('client-to-kill.mjs'), ...throughProxy(server)], {
    env,
  });
  await started.line();
  started.signal('SIGKILL');
  return started.gone();
}

/** Stops the server like a client that only detects the era of a server: it waits one second and kills the server. */
async function stopImpatiently(env, server) {
  const proxy = start(server, env);
  await proxy.greet();
  proxy.closeInput();
  proxy.signal('SIGTERM');
  const ending = proxy.gone();
  const late = Symbol('late');
  const patience = new AbortController();
  if ((await Promise.race([ending, delay(1000, late, { signal: patience.signal })])) === late)
    proxy.signal('SIGKILL');
  patience.abort();
  return ending;
}

async function closeSdk(env, sdk, server) {
  const command = [process.execPath, client('client-that-closes.mjs'), sdk, ...throughProxy(server)];
  return new Started(command, { env }).gone();
}
