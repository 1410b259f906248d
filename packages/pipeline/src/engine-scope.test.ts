import { parseMessage } from '@claw/jsonrpc-stream';
import { expect, test, vi } from 'vitest';
import { createScopedEngine, findsAllOf } from './engine-scope.js';
import { MessageTexts } from './text/message-texts.js';

const secrets = createScopedEngine(['secrets'], false);
const personal = createScopedEngine(['personal'], false);
const withUrls = createScopedEngine(['personal'], true);
const wide = createScopedEngine(['injection', 'secrets', 'personal'], false, { sensitivity: 'low' });

const cases = [
  { name: 'a kind of several', engines: [wide, secrets], expected: true },
  { name: 'another kind', engines: [personal, secrets], expected: false },
  { name: 'more kinds', engines: [secrets, wide], expected: false },
  { name: 'URLs, which only one searches for', engines: [wide, withUrls], expected: false },
  { name: 'the same kind without URLs', engines: [withUrls, personal], expected: true },
  { name: 'injections, which depend on the sensitivity', engines: [wide, wide], expected: false },
] as const;
for (const { name, engines, expected } of cases)
  test(`an engine finds all of ${name}: ${expected}`, () => expect(findsAllOf(...engines)).toBe(expected));

const textsOf = (text: string) => {
  const message = parseMessage(Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { text } })), {
    sender: 'server',
  });
  if (message?.kind !== 'response') throw new Error('not a response');
  return new MessageTexts(message);
};

test('a message without findings is not searched again by an engine that searches for less', () => {
  const search = vi.spyOn(secrets, 'countKeysIfClean');
  const harmless = textsOf('the report of last week');
  expect([harmless.isClean(wide), harmless.isClean(secrets)]).toEqual([true, true]);
  expect(search).not.toHaveBeenCalled();
  const mail = textsOf('ask jane.doe@acme-industrie.de now');
  expect([mail.isClean(wide), mail.isClean(secrets), mail.isClean(personal)]).toEqual([false, true, false]);
  expect(search).toHaveBeenCalledOnce();
});
