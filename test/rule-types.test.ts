// Tests that each rule type of the policy is also known where it runs, where it is offered and where it is documented.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { templates } from '../packages/dashboard/src/pages/gateway/rule-templates.js';
import { ruleTypes } from '../packages/pipeline/src/rules/index.js';
import { GUARD_TYPES } from '../packages/policy/src/parse/schema/guard-shapes.js';

const document = readFileSync(new URL('../docs/rules.md', import.meta.url), 'utf8');

const places = [
  { name: 'runs in the pipeline', types: ruleTypes.map(({ type }) => type) },
  { name: 'has a template in the dashboard', types: templates.map(({ rule }) => rule.rule_type) },
  {
    name: 'has an example in docs/rules.md',
    types: [...document.matchAll(/^rule_type = "(\w+)"$/gm)].map(([, type]) => type),
  },
];
for (const { name, types } of places)
  test(`each rule type ${name}`, () => expect([...new Set(types)].sort()).toEqual([...GUARD_TYPES].sort()));
