// Makes calls through a real proxy at a constant rate: most are allowed, some are denied, and some contain a secret.
import { connect } from '../../bench/stdio-client.mjs';
import { program } from '../commands.mjs';

const secret = ['AKIA', 'Z5QLTX7N4KPW2MVD'].join('');
const step = 20;

/** Returns call number `count`. Six tools are called in turn, so that the list cannot group all calls. */
export function callNumber(count) {
  if (count % 50 === 7) return { name: 'read_file', arguments: { text: '', path: '~/.ssh/id_rsa' } };
  if (count % 50 === 31) return { name: 'read_env', arguments: { text: `AWS_ACCESS_KEY_ID=${secret}` } };
  const path = `/srv/shop/src/part-${count % 97}.ts`;
  return { name: `tool_${count % 6}`, arguments: { text: `content of ${path}`, path } };
}

/** Starts a proxy with a client; `options` are options of `proxy`. */
export async function startCaller(home, server, options = []) {
  const command = [process.execPath, program, 'proxy', '--server', server, ...options, '--'];
  const client = await connect(command, 300_000, {
    server: [process.execPath, new URL('../../bench/echo-server.mjs', import.meta.url).pathname],
    env: { ...process.env, CLAWDEFENDER_HOME: home },
  });
  let next = 1;
  /** Sends `count` calls, `perSecond` of them each second. Resolves with the milliseconds until the last response. */
  const call = (count, perSecond) => {
    const before = performance.now();
    return client
      .exchange((done) => {
        let [sent, answered] = [0, 0];
        client.onLine = () => {
          if (++answered === count) done();
        };
        const timer = setInterval(() => {
          const due = Math.min(count, Math.ceil(((performance.now() - before) * perSecond) / 1000));
          let text = '';
          for (; sent < due; sent++) {
            const request = { jsonrpc: '2.0', id: next, method: 'tools/call', params: callNumber(next) };
            text += `${JSON.stringify(request)}\n`;
            next++;
          }
          if (text !== '') client.send(text);
          if (sent === count) clearInterval(timer);
        }, step);
      })
      .then(() => performance.now() - before);
  };
  return { call, processes: client.processes, close: client.close };
}
