// Connects two peers in memory with a relay and the inspector in this folder.

import assert from 'node:assert/strict';
import { Relay } from '@claw/jsonrpc-stream';
import { connectInspector } from './inspector.mjs';

const reached = { client: '', server: '' };
const relay = new Relay({
  connect: connectInspector({ deniedTool: 'delete_file', secret: 'hunter2' }),
  toClient: (pieces) => {
    reached.client += Buffer.concat(pieces);
  },
  toServer: (pieces) => {
    reached.server += Buffer.concat(pieces);
  },
});

/** Sends a line from one side and returns what both sides received. */
function send(from, line) {
  reached.client = '';
  reached.server = '';
  const bytes = Buffer.from(`${line}\n`);
  if (from === 'client') relay.fromClient(bytes);
  else relay.fromServer(bytes);
  return { ...reached };
}

// The unusual spaces and number spellings are deliberate: they must arrive unchanged.
const allowed = '{"jsonrpc": "2.0", "id": 1.0, "method": "tools/call", "params": {"name": "read_file"}}';
assert.deepEqual(send('client', allowed), { client: '', server: `${allowed}\n` });

const denied = '{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"delete_file"}}';
const refusal = send('client', denied);
assert.equal(refusal.server, '');
assert.deepEqual(JSON.parse(refusal.client), {
  jsonrpc: '2.0',
  id: 'a',
  error: {
    code: -32001,
    message: 'denied by rule `no_delete_file`: this tool is not allowed',
    data: { rule: 'no_delete_file', action: 'denied' },
  },
});

const withoutId = '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"delete_file"}}';
assert.deepEqual(send('client', withoutId), { client: '', server: '' });

// `\u0068` is an `h`. The bytes around the secret do not change.
const answer =
  '{"result": {"size": 1e3, "text": "user=\\u00e4nne password=\\u0068unter2 ok"}, "id": 1, "jsonrpc": "2.0"}';
const redacted = send('server', answer).client;
assert.equal(redacted, `${answer.replace('\\u0068unter2', '[REDACTED]')}\n`);

console.log(refusal.client + redacted);
