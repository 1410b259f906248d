import { expect, test } from 'vitest';
import { configFolder, describeIgnoredHome } from './paths.js';

test('a relative home is ignored with a warning', () => {
  const env = { CLAWDEFENDER_HOME: 'here' };
  expect(configFolder(env)).not.toContain('here');
  expect(describeIgnoredHome(env)).toBe(
    'Ignored `CLAWDEFENDER_HOME=here`: the path is relative. Use an absolute path.',
  );
});

for (const home of [undefined, '', '/srv/home'])
  test(`${home} causes no warning`, () =>
    expect(describeIgnoredHome({ CLAWDEFENDER_HOME: home })).toBeUndefined());
