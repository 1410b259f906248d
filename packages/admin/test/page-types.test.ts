// Compares the types of the responses of the API. The page imports no other package, so it has its own types; this
// test makes the compiler compare the types of the page and of the server.

import type { BreakdownBucket, BreakdownHits } from '@claw/audit';
import { expect, test } from 'vitest';
import type * as z from 'zod';
import type * as gateway from '../../dashboard/src/api/gateway-types.js';
import type * as page from '../../dashboard/src/api/types.js';
import type { ProxyView } from '../src/dashboard/ports.js';
import type { BanView } from '../src/gateway/ports.js';
import type { keyView, proxyView, resourceView } from '../src/gateway/views.js';

/**
 * Returns the JSON form of a type, without `readonly`. A member that exists in only one of two types must be
 * reported.
 */
type Sent<Value> = Value extends readonly (infer Item)[]
  ? Sent<Item>[]
  : Value extends object
    ? { -readonly [Name in keyof Value]-?: Sent<Value[Name]> }
    : Value;

/** True only for types that are assignable in both directions. */
type Same<Left, Right> = [Sent<Left>] extends [Sent<Right>]
  ? [Sent<Right>] extends [Sent<Left>]
    ? true
    : false
  : false;

test('the page and the server agree on what is sent', () => {
  const agreed: {
    readonly proxy: Same<ProxyView, page.Proxy>;
    readonly bucket: Same<BreakdownBucket, page.Bucket>;
    readonly hits: Same<BreakdownHits, page.Hits>;
    readonly gatewayProxy: Same<z.output<typeof proxyView>, gateway.GatewayProxy>;
    readonly gatewayKey: Same<z.output<typeof keyView>, gateway.GatewayKey>;
    readonly gatewayResource: Same<z.output<typeof resourceView>, gateway.GatewayResource>;
    readonly gatewayBan: Same<BanView, gateway.GatewayBan>;
  } = {
    proxy: true,
    bucket: true,
    hits: true,
    gatewayProxy: true,
    gatewayKey: true,
    gatewayResource: true,
    gatewayBan: true,
  };
  expect(Object.values(agreed)).not.toContain(false);
});
