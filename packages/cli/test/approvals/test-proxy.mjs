// A proxy with the real stores for tests and measurements. It counts every tool call, requires approval for the tools
// named with `--ask`, logs messages in both directions and obeys the kill switch. It evaluates no policy; `proxy` does
// the same with a policy.
//
//   node test-proxy.mjs [--home DIR] [--audit] [--ask TOOL]… [--wait MS] [--limit MAX] [--server NAME] -- COMMAND…

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createApprovals, createStoreChannel } from '../../../approvals/dist/index.js';
import { openAuditLog } from '../../../audit/dist/index.js';
import { createErrorResponse, ErrorCode } from '../../../jsonrpc-stream/dist/index.js';
import { startStdioProxy } from '../../../proxy-stdio/dist/index.js';
import { openSqliteStore } from '../../../store/dist/index.js';

const separator = process.argv.indexOf('--');
const command = process.argv.slice(separator + 1);
const { values } = parseArgs({
  args: process.argv.slice(2, separator),
  options: {
    home: { type: 'string', default: '' },
    audit: { type: 'boolean', default: false },
    ask: { type: 'string', multiple: true, default: [] },
    wait: { type: 'string', default: '20000' },
    limit: { type: 'string' },
    server: { type: 'string', default: 'gate' },
  },
});

const log = values.audit
  ? openAuditLog({ folder: join(values.home, 'audit'), server: values.server, grouped: true })
  : { count() {}, record: () => 0, note() {}, close() {} };
const store = openSqliteStore({ file: join(values.home, 'state.db') });
const approvals = createApprovals({
  table: store.table,
  channels: [createStoreChannel('cli')],
  elicitation: true,
  origin: command.join(' '),
  session: `${process.pid}`,
  waitMs: Number(values.wait),
  expiresMs: 60_000,
  onTimeout: 'pending',
  onEvent: ({ id, state, by }, late) => log.note('approval', { approval: id, state, by, late }),
});

const forward = { kind: 'forward' };
const refuse = (message, code, text, data) => ({
  kind: 'answer',
  messages: [createErrorResponse(message.id, { code, message: text, data })],
});

function connect(peer) {
  const approver = approvals.approver(peer);
  const open = new Map();

  const entry = (message, direction, kind, more) => ({
    kind,
    time: Date.now(),
    direction,
    id: message.id?.token,
    method: 'tools/call',
    client: undefined,
    identity: undefined,
    decision: 'allow',
    rule: 'gate',
    reason: 'no rule matched',
    findings: [],
    trail: [],
    decideUs: 1,
    arguments: undefined,
    callSeq: undefined,
    latencyUs: undefined,
    observed: false,
    ...more,
  });

  const pass = (message, tool, params) => {
    const seq = log.record(
      entry(message, 'client-to-server', 'decision', { tool, arguments: JSON.stringify(params.arguments) }),
    );
    open.set(message.id.token, { seq, tool });
    return forward;
  };

  const judge = async (message, tool, params) => {
    if (values.limit !== undefined) {
      const limit = { key: 'shared', max: Number(values.limit), windowMs: 600_000 };
      const wait = await store.counters.hit(limit);
      if (wait !== undefined)
        return refuse(message, ErrorCode.rateLimited, 'too many', { rule: 'gate', retry_after: wait });
    }
    if (!values.ask.includes(tool)) return pass(message, tool, params);
    const question = {
      server: values.server,
      tool,
      method: 'tools/call',
      direction: 'client-to-server',
      identity: undefined,
      rule: 'gate',
      reason: 'the gate asks',
      message: undefined,
      params: JSON.stringify(params),
      effects: [],
      matched: [],
      unnamed: [],
      definition: undefined,
    };
    const answer = await approver.requestApproval(question, new AbortController().signal);
    if (answer.kind === 'approved') return pass(message, tool, params);
    if (answer.kind !== 'pending')
      return refuse(message, ErrorCode.denied, `denied: ${answer.kind}`, { rule: 'gate' });
    const { id, expiresAt } = answer;
    return refuse(message, ErrorCode.approvalPending, 'waiting', {
      approval_id: id,
      expires_at: new Date(expiresAt).toISOString(),
    });
  };

  return {
    commit() {
      log.group?.commit();
      return undefined;
    },
    fromClient(message) {
      log.count('client-to-server');
      if (message.kind !== 'request' || message.method !== 'tools/call') return forward;
      const { params } = message.value;
      const asks = values.limit !== undefined || values.ask.includes(params.name);
      return asks ? judge(message, params.name, params) : pass(message, params.name, params);
    },
    fromServer(message) {
      log.count('server-to-client');
      const call = message.kind === 'response' ? open.get(message.id?.token) : undefined;
      if (call === undefined) return forward;
      open.delete(message.id.token);
      log.record(
        entry(message, 'server-to-client', 'reply', { tool: call.tool, callSeq: call.seq, latencyUs: 1 }),
      );
      return forward;
    },
  };
}

const [program, ...args] = command;
const proxy = startStdioProxy({
  command: program,
  args,
  env: process.env,
  client: { input: process.stdin, output: process.stdout },
  connect: approvals.wrap(connect),
});
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => proxy.stop());
const { code } = await proxy.finished;
log.close();
await store.close();
process.exit(code);
