// Defines the parts of a conversation that every server supports; an error is a valid response.
import type { Step } from './conversation.js';
import type { Wire } from './session.js';

export const call = (name: string, input: object = {}): Extract<Step, { ask: string }> => ({
  ask: 'tools/call',
  params: { name, arguments: input },
});

export const ask = (method: string, params?: object): Step =>
  params ? { ask: method, params } : { ask: method };

/** A notification of the server, optionally with specific content. */
export const heard =
  (method: string, containing = '') =>
  ({ method: seen, params }: Wire) =>
    seen === method && JSON.stringify(params ?? {}).includes(containing);

/** Lists, errors of every kind, and many concurrent calls. */
export const everywhere = (echo: Extract<Step, { ask: string }>): readonly Step[] => [
  ask('ping'),
  ask('tools/list'),
  ask('resources/list'),
  ask('resources/templates/list'),
  ask('prompts/list'),
  ask('tools/list', { cursor: 'no such page' }),
  echo,
  call('no such tool', { deep: { unicode: '\u{1F980} \u2028 \u0000', number: 1e21 } }),
  { ask: 'tools/call', params: { ...echo.params, arguments: { wrong: true } } },
  ask('resources/read', { uri: 'nowhere://at/all' }),
  ask('prompts/get', { name: 'no such prompt' }),
  ask('vendor/unknown', { any: ['thing'] }),
  { together: Array.from({ length: 25 }, () => echo) },
];
