// Opens the records of a gateway with the checks of URLs, keys and rules that other packages provide.

import { randomUUID } from 'node:crypto';
import { checkJwks } from '@claw/auth';
import { createGatewayState, type GatewayState } from '@claw/gateway';
import { checkRules } from '@claw/pipeline';
import type { Secrets, Store } from '@claw/store';
import type { GatewayConfig } from './config/gateway-config.js';
import { ruleEngines } from './rule-engines.js';
import type { AddressRules } from './upstream/address-rules.js';

export const createState = (
  table: Store['table'],
  secrets: Secrets,
  { quotas }: Pick<GatewayConfig, 'quotas'>,
  addresses: AddressRules,
): GatewayState =>
  createGatewayState(
    { table, secrets, now: Date.now, createId: randomUUID },
    {
      ...(quotas.proxies !== undefined && { quota: quotas.proxies }),
      checkUrl: (url) => addresses.check(url),
      checkJwks(text) {
        const checked = checkJwks(text);
        return checked.ok ? undefined : checked.problem;
      },
      checkRules: (rules) => checkRules(rules, ruleEngines),
    },
  );
