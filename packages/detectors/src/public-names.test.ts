import { expect, test } from 'vitest';
import * as names from './index.js';

test('the public names are these', () =>
  expect(Object.keys(names).sort()).toEqual([
    'categoryOf',
    'classifyHost',
    'createChainState',
    'createChains',
    'createEngine',
    'detectors',
    'findDestinations',
    'findStrings',
    'labelsOf',
    'redact',
    'redaction',
    'urlDetector',
  ]));
