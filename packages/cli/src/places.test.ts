import { expect, test } from 'vitest';
import { configFolder, ignoredHome } from './places.js';

test('a relative home is ignored, and that is told', () => {
  const env = { CLAWDEFENDER_HOME: 'here' };
  expect(configFolder(env)).not.toContain('here');
  expect(ignoredHome(env)).toBe(
    '`CLAWDEFENDER_HOME=here` is relative and therefore ignored; name the folder from the root on',
  );
});

for (const home of [undefined, '', '/srv/home'])
  test(`${home} needs no word`, () => expect(ignoredHome({ CLAWDEFENDER_HOME: home })).toBeUndefined());
