import { expect, test } from 'vitest';
import * as names from './index.js';

test('the public names are these', () =>
  expect(Object.keys(names).sort()).toEqual([
    'asksForSecret',
    'categoryOf',
    'checkArguments',
    'classifyHost',
    'compareTools',
    'createChainState',
    'createChains',
    'createEngine',
    'describeServer',
    'describeTool',
    'detectors',
    'findDestinations',
    'findShadowing',
    'findStrings',
    'inspectInstructions',
    'inspectTool',
    'labelsOf',
    'namesSecret',
    'namesSecretPlainly',
    'readingsOf',
    'readsOnlyTypes',
    'redact',
    'redaction',
    'showText',
    'urlDetector',
  ]));
