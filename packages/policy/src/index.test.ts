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
    'compileDeniedNames',
    'compileNames',
    'compilePolicy',
    'convertPolicy',
    'createFixtureRunner',
    'effectNames',
    'foldersToResolve',
    'formatDiagnostic',
    'importPolicy',
    'loadPolicy',
    'parsePolicy',
    'presetText',
    'readAction',
    'readFixture',
    'showPolicy',
  ]);
  expect(Object.keys(shell)).toEqual(['loadShell']);
});
