import { expect, test } from 'vitest';
import * as policy from './index.js';
import * as shell from './shell.js';

test('the public names', () => {
  expect(Object.keys(policy).sort()).toEqual([
    'PRESETS',
    'PolicyError',
    'analysePolicy',
    'checkPolicy',
    'classifyMethod',
    'compileNames',
    'compilePolicy',
    'compileRestrictedNames',
    'convertPolicy',
    'createFixtureRunner',
    'effectNames',
    'foldersOfPolicy',
    'formatDiagnostic',
    'importPolicy',
    'loadPolicy',
    'namesNothing',
    'parsePolicy',
    'presetText',
    'readAction',
    'readFixture',
    'showPolicy',
    'takesPlainText',
  ]);
  expect(Object.keys(shell)).toEqual(['loadShell']);
});
