// Tests that the tool definitions match the documented contract exactly.

import { expect, test } from 'vitest';
import { Bench } from './bench.js';

const actionTypes = [
  'file_read',
  'file_write',
  'file_delete',
  'shell_execute',
  'network_request',
  'resource_access',
  'other',
];
const text = (description: string) => ({ type: 'string', description });

const contract = {
  checkIntent: {
    type: 'object',
    properties: {
      description: text('Human-readable description of what you intend to do'),
      action_type: { type: 'string', enum: actionTypes },
      target: text('Target resource: file path, URL, command, etc.'),
      reason: text('Optional justification'),
    },
    required: ['description', 'action_type', 'target'],
  },
  requestPermission: {
    type: 'object',
    properties: {
      resource: text('Resource to access (exact path, no wildcards)'),
      operation: { type: 'string', enum: ['read', 'write', 'execute', 'delete', 'connect'] },
      justification: text('Why you need this access'),
      timeout_seconds: { type: 'integer', default: 30 },
    },
    required: ['resource', 'operation', 'justification'],
  },
  reportAction: {
    type: 'object',
    properties: {
      description: text('What happened'),
      action_type: { type: 'string', enum: actionTypes },
      target: text('Target resource'),
      result: { type: 'string', enum: ['success', 'failure', 'partial'] },
      details: { type: 'object', description: 'Additional details' },
    },
    required: ['description', 'action_type', 'target', 'result'],
  },
  getPolicy: {
    type: 'object',
    properties: {
      resource: text('Filter by resource path'),
      action_type: { type: 'string', enum: actionTypes },
      tool_name: text('Filter by tool name'),
    },
  },
};

test('every tool has the input schema of the contract', async () => {
  const { server } = await Bench.open('default = "allow"');
  const schemas = server.definitions.map(({ name, inputSchema }) => [name, inputSchema]);
  expect(Object.fromEntries(schemas)).toEqual(contract);
});
