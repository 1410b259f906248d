// Writes a week of entries to the audit log, so that charts have data.

import { join } from 'node:path';
import { createRandom } from '../prove/soak/random.mjs';

const hour = 3_600_000;
const days = 7;

const ordinary = [
  { server: 'files', client: 'Claude Code', tool: 'read_file', path: '/srv/shop/src/cart.ts', weight: 9 },
  { server: 'files', client: 'Claude Code', tool: 'write_file', path: '/srv/shop/src/cart.ts', weight: 3 },
  { server: 'files', client: 'Claude Code', tool: 'list_directory', path: '/srv/shop/src', weight: 3 },
  { server: 'github', client: 'Cursor', tool: 'search_issues', query: 'label:bug', weight: 3 },
  { server: 'github', client: 'Cursor', tool: 'create_issue', title: 'Rounding in the cart', weight: 1 },
  {
    server: 'browser',
    client: 'Claude Desktop',
    tool: 'fetch_page',
    url: 'https://docs.example.com/',
    weight: 2,
  },
].flatMap(({ weight, ...call }) => Array.from({ length: weight }, () => call));

const rules = {
  read: 'read_anything',
  list: 'read_anything',
  search: 'read_anything',
  fetch: 'read_anything',
};

const found = (kind, detector) => [{ kind, detector, severity: 'high', where: 'result.content[0].text' }];
const incidents = [
  {
    server: 'files',
    client: 'Claude Code',
    tool: 'read_file',
    path: '/home/ana/.ssh/id_ed25519',
    decision: 'deny',
    rule: 'no_private_keys',
    reason: 'rule `no_private_keys`: path `/home/ana/.ssh/id_ed25519` matches `~/.ssh/**`',
  },
  {
    server: 'browser',
    client: 'Claude Desktop',
    tool: 'fetch_page',
    url: 'http://169.254.169.254/latest/meta-data/',
    decision: 'deny',
    rule: 'egress',
    reason: 'the URL leads to a cloud metadata service',
    findings: found('egress', 'cloud-metadata'),
  },
  {
    server: 'files',
    client: 'Claude Code',
    tool: 'read_file',
    kind: 'reply',
    decision: 'allow',
    rule: 'responses.secrets',
    reason: 'the message contains a secret',
    findings: found('secrets', 'aws-access-key-id'),
  },
  {
    server: 'browser',
    client: 'Claude Desktop',
    tool: 'fetch_page',
    kind: 'reply',
    decision: 'allow',
    rule: 'responses.injection',
    reason: 'the response contains instructions to the model',
    findings: found('injection', 'dismiss-prior-instructions'),
  },
];

/** Writes the entries of three servers up to now. */
export async function writeHistory(home) {
  const { openAuditLog } = await import('../../packages/audit/dist/index.js');
  const random = createRandom(7);
  const logs = new Map(
    ['files', 'github', 'browser'].map((server) => [
      server,
      openAuditLog({ folder: join(home, 'audit'), server, keep: 100 }),
    ]),
  );
  const now = Date.now();
  let id = 0;
  const record = (time, call) => logs.get(call.server).record(toEntry(time, String(id++), call, random));
  for (let start = now - days * 24 * hour; start < now; start += hour) {
    const ofDay = new Date(start).getUTCHours();
    const busy = ofDay >= 7 && ofDay <= 18 ? 160 + random.below(160) : random.below(30);
    const times = Array.from({ length: busy }, () => start + random.below(Math.min(hour, now - start)));
    for (const time of times.sort((left, right) => left - right))
      record(time, random.below(120) === 0 ? random.pick(incidents) : random.pick(ordinary));
  }
  for (const log of logs.values()) log.close();
}

function toEntry(time, id, call, random) {
  const { client, tool, kind = 'decision', findings = [], server: _, ...rest } = call;
  const rule = rest.rule ?? rules[tool.split('_')[0]] ?? 'default';
  const { decision = rule === 'default' ? 'log' : 'allow', reason, rule: __, ...input } = rest;
  return {
    kind,
    time,
    direction: kind === 'reply' ? 'server-to-client' : 'client-to-server',
    id,
    method: 'tools/call',
    tool,
    client,
    identity: undefined,
    decision,
    rule,
    reason:
      reason ?? (rule === 'default' ? 'no rule matches; the default is `log`' : `rule \`${rule}\` matches`),
    findings,
    trail: [],
    decideUs: 250 + random.below(700),
    arguments: JSON.stringify(input),
    callSeq: undefined,
    latencyUs: undefined,
    observed: false,
  };
}
