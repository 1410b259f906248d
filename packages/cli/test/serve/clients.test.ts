// Makes the example calls of the contract with real clients of both generations and every era, over stdio and HTTP.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { load } from '../compatibility/fixtures.js';
import { type Endpoint, serveCommand, startEndpoint } from './agent.js';

let home = '';
let endpoint: Endpoint;
const tokenOf = (index: number) => `the-word-of-client-${index}`;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'claw-serve-'));
  writeFileSync(
    join(home, 'policy.toml'),
    `default = "log"
[[rule]]
name = "matched_block"
action = "block"
path = "/home/user/.ssh/**"
message = "SSH key access is not allowed"
description = "Policy evaluation result for query"
[[rule]]
name = "project"
action = "allow"
path = "/project/**"
`,
  );
  // Each client is a separate caller with its own limits.
  const tokens = join(home, 'tokens');
  const lines = generations.map((_, index) => `client${index} ${tokenOf(index)}\n`);
  writeFileSync(tokens, lines.join(''), { mode: 0o600 });
  endpoint = await startEndpoint(home, '--token-file', tokens);
});
afterAll(async () => {
  expect(await endpoint.stop()).toBe(0);
  rmSync(home, { recursive: true, force: true });
});

interface Client {
  connect(transport: unknown): Promise<void>;
  close(): Promise<void>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: object): Promise<{ content: [{ text: string }]; structuredContent: unknown }>;
  getServerVersion(): { name: string };
  getProtocolEra?(): string;
}
type Constructor<T> = new (...options: object[]) => T;

const generations = [
  {
    name: 'SDK 1.32',
    module: '@modelcontextprotocol/sdk/client/index.js',
    stdio: '@modelcontextprotocol/sdk/client/stdio.js',
    http: '@modelcontextprotocol/sdk/client/streamableHttp.js',
    options: {},
    era: undefined,
  },
  { name: 'SDK 2.4, handshake', options: { versionNegotiation: { mode: 'legacy' } }, era: 'legacy' },
  { name: 'SDK 2.4, whatever fits', options: { versionNegotiation: { mode: 'auto' } }, era: 'modern' },
  {
    name: 'SDK 2.4, 2026-07-28',
    options: { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    era: 'modern',
  },
];

const ways = {
  async stdio(module: string, _index: number) {
    const { StdioClientTransport } = await load<{ StdioClientTransport: Constructor<object> }>(module);
    return new StdioClientTransport({ ...serveCommand(home), stderr: 'ignore' });
  },
  async http(module: string, index: number) {
    const { StreamableHTTPClientTransport } = await load<{
      StreamableHTTPClientTransport: Constructor<object>;
    }>(module);
    const headers = { Authorization: `Bearer ${tokenOf(index)}` };
    return new StreamableHTTPClientTransport(new URL(endpoint.url), { requestInit: { headers } });
  },
};

for (const [index, generation] of generations.entries()) {
  const {
    name,
    module = '@modelcontextprotocol/client',
    stdio = '@modelcontextprotocol/client/stdio',
    http = '@modelcontextprotocol/client',
    options,
    era,
  } = generation;
  for (const [way, modulePath] of [
    ['stdio', stdio],
    ['http', http],
  ] as const) {
    describe(`${name} over ${way}`, () => {
      let client: Client;
      beforeAll(async () => {
        const { Client } = await load<{ Client: Constructor<Client> }>(module);
        client = new Client({ name: 'agent', version: '1.0.0' }, { capabilities: {}, ...options });
        await client.connect(await ways[way](modulePath, index));
      });
      afterAll(() => client.close());

      const call = async (tool: string, input: object) => {
        const { content, structuredContent } = await client.callTool({ name: tool, arguments: input });
        expect(JSON.parse(content[0].text)).toEqual(structuredContent);
        return structuredContent;
      };

      test('negotiates a protocol era and lists the four tools', async () => {
        expect(client.getProtocolEra?.()).toBe(era);
        expect(client.getServerVersion()).toMatchObject({ name: 'clawdefender' });
        const { tools } = await client.listTools();
        expect(tools.map((tool) => tool.name)).toEqual([
          'checkIntent',
          'requestPermission',
          'reportAction',
          'getPolicy',
        ]);
      });

      test('checkIntent, allowed', async () => {
        const input = {
          description: 'Read configuration file',
          action_type: 'file_read',
          target: '/project/config.toml',
          reason: 'Need to load project settings',
        };
        expect(await call('checkIntent', input)).toEqual({
          allowed: true,
          risk_level: 'Low',
          explanation: "Action allowed: FileRead on '/project/config.toml' is permitted by current policy.",
          policy_rule: 'allow',
          rule: 'project',
        });
      });

      test('checkIntent, blocked', async () => {
        const input = {
          description: 'Read a key',
          action_type: 'file_read',
          target: '/home/user/.ssh/id_rsa',
        };
        expect(await call('checkIntent', input)).toEqual({
          allowed: false,
          risk_level: 'High',
          explanation:
            "Action blocked: FileRead on '/home/user/.ssh/id_rsa' is not permitted by current policy.",
          policy_rule: 'block',
          rule: 'matched_block',
          message: 'SSH key access is not allowed',
          suggestions: [
            'Use environment variables or a secrets manager instead of reading SSH keys directly',
          ],
        });
      });

      test('requestPermission', async () => {
        const input = { resource: '/project/a', operation: 'read', justification: 'to read it' };
        expect(await call('requestPermission', input)).toEqual({
          granted: true,
          scope: 'policy',
          expires_at: null,
          rule: 'project',
        });
      });

      test('reportAction', async () => {
        const input = {
          description: 'done',
          action_type: 'file_read',
          target: '/project/a',
          result: 'success',
        };
        expect(await call('reportAction', input)).toEqual({
          recorded: true,
          event_id: expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        });
      });

      test('getPolicy', async () => {
        expect(await call('getPolicy', { resource: '/home/user/.ssh/id_rsa' })).toEqual({
          rules: [
            {
              name: 'matched_block',
              description: 'Policy evaluation result for query',
              action: 'block',
              message: 'SSH key access is not allowed',
              priority: 0,
            },
          ],
          default_action: 'log',
        });
      });

      test('an invalid call gets a JSON-RPC error', async () => {
        await expect(
          client.callTool({
            name: 'checkIntent',
            arguments: { description: 'a', action_type: 'b', target: 'c' },
          }),
        ).rejects.toMatchObject({ code: -32602, data: { field: 'action_type' } });
      });

      test('an exceeded limit gets a JSON-RPC error with the time to wait', async () => {
        const input = { resource: '/project/a', operation: 'read', justification: 'to read it' };
        const asked = await Promise.allSettled(
          Array.from({ length: 11 }, () => client.callTool({ name: 'requestPermission', arguments: input })),
        );
        const refused = asked.filter(({ status }) => status === 'rejected');
        // The exact count is unknown, because the calls above may have been made in the previous minute.
        expect(refused.length).toBeGreaterThan(0);
        for (const { reason } of refused as PromiseRejectedResult[]) {
          expect(reason).toMatchObject({ code: -32000, data: { rule: 'limits.requestPermission' } });
          expect(reason.data.retry_after).toBeGreaterThan(0);
          expect(reason.data.retry_after).toBeLessThanOrEqual(60);
        }
      });
    });
  }
}
