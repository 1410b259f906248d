// Lists key formats of payment, commerce and shipping services.

import type { PatternDetector } from '../../detector.js';
import { alnum, digits, hex, loose, lower, oneOf, raw, uuid, word } from './key-format.js';
import { key } from './vendor-key.js';

const more = Number.POSITIVE_INFINITY;

export const paymentKeys: readonly PatternDetector[] = [
  key('stripe-secret-key', [oneOf('sk_live_', 'rk_live_', 'sk_prod_', 'rk_prod_'), alnum(10, more)], {
    severity: 'critical',
  }),
  key('stripe-test-key', [oneOf('sk_test_', 'rk_test_'), alnum(10, more)], { severity: 'medium' }),
  key('stripe-webhook-secret', ['whsec_', raw('[A-Za-z0-9+/=_-]{24,}', 'q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eU')]),
  key('square-token', [oneOf('sq0atp-', 'sq0atb-', 'sq0idp-', 'sq0idb-'), word(22, more)]),
  key('square-secret', [
    oneOf('sq0csp-', 'sq0csb-'),
    raw('[A-Za-z0-9_\\\\-]{40,}', 'q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eUq8Zr2LmT0xW'),
  ]),
  key('square-access-token', ['EAAA', word(60)]),
  key('braintree-token', ['access_token$', oneOf('production', 'sandbox'), '$', lower(16), '$', hex(32)]),
  key(
    'paypal-secret',
    [
      raw(
        'paypal[A-Za-z0-9_.-]{0,24}secret[\\s\'"]{0,3}[:=][\\s\'"]{0,3}E[A-Za-z0-9_-]{79}',
        `PAYPAL_CLIENT_SECRET=E${'K7qZ2pXw9Vb'.repeat(7)}Nm`,
        ['paypal'],
      ),
    ],
    { flags: 'gi' },
  ),
  key('razorpay-key', [oneOf('rzp_live_', 'rzp_test_'), alnum(14)]),
  key('flutterwave-key', [
    raw('FLW(?:SECK|PUBK)(?:_TEST|_LIVE|)-[A-Za-z0-9]{12,32}(?:-X)?', 'FLWSECK_TEST-4c9e1b7a52d8', [
      'flwseck',
      'flwpubk',
    ]),
  ]),
  key(
    'adyen-key',
    [
      'AQE',
      raw(
        '[A-Za-z0-9+/=]{70,200}-[A-Za-z0-9+/=]{20,60}-[!-~]{10,80}',
        `yhmfuXNWTK0Qc${'K7qZ2pXw9V'.repeat(7)}-${'b4Nm6Lc1Rt'.repeat(3)}=-8Ys3Df5Gh0Jk`,
      ),
    ],
    { literals: ['aqe'] },
  ),
  key('plaid-token', [oneOf('access-production-', 'access-development-', 'access-sandbox-'), uuid]),
  key('mollie-key', [oneOf('live_', 'test_'), alnum(30)], {
    literals: ['mollie'],
    hit: ['MOLLIE_KEY=live_q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6'],
  }),
  key('lob-key', [oneOf('live_', 'test_'), hex(35)]),
  key('lob-public-key', [oneOf('live_pub_', 'test_pub_'), hex(31)]),
  key('gocardless-token', ['live_', raw('[A-Za-z0-9_=-]{40}', 'q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eUq8Zr2LmT')]),
  key('easypost-key', [oneOf('EZAK', 'EZTK'), alnum(54)]),
  key('shippo-token', [oneOf('shippo_live_', 'shippo_test_'), hex(40)]),
  key('duffel-token', [oneOf('duffel_live_', 'duffel_test_'), loose(43)]),
  key('klarna-key', [oneOf('klarna_live_api_', 'klarna_test_api_'), word(40, more)]),
  key('paddle-key', [
    oneOf('pdl_live_apikey_', 'pdl_sdbx_apikey_'),
    lower(26),
    '_',
    alnum(22),
    '_',
    alnum(3),
  ]),
  key('polar-token', [oneOf('polar_oat_', 'polar_pat_', 'polar_at_u_', 'polar_rt_u_'), alnum(30, more)]),
  key(
    'freemius-secret-key',
    [
      raw(
        'secret_key[\'"]?\\s{0,3}(?:=>|[:=])\\s{0,3}[\'"]sk_[^\\s\'"]{29}(?=[\'"])',
        "'secret_key' => 'sk_q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA'",
        ['secret_key'],
      ),
    ],
    { hit: ["secret_key' => 'sk_q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA'"] },
  ),
  key('settlemint-token', [oneOf('sm_aat_', 'sm_pat_', 'sm_sat_'), alnum(16)]),
  key('shopify-token', [oneOf('shpat_', 'shpca_', 'shppa_', 'shpss_', 'shpua_', 'shpit_'), alnum(32, 64)]),
  key('coinbase-cloud-key', ['organizations/', uuid, '/apiKeys/', uuid], { severity: 'medium' }),
  key(
    'etherscan-key',
    [
      raw(
        '(?:ether|bsc|polygon)scan[A-Za-z0-9_.-]{0,24}[\\s\'"]{0,3}[:=][\\s\'"]{0,3}[A-Z0-9]{34}',
        'ETHERSCAN_API_KEY=K7QZ2PXW9VB4NM6LC1RT8YS3DF5GH0JK2Z',
        ['etherscan', 'bscscan', 'polygonscan'],
      ),
    ],
    { flags: 'gi' },
  ),
  key('alchemy-key', ['alchemy.com/v2/', word(32)], {
    hit: ['https://eth-mainnet.g.alchemy.com/v2/q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eU'],
    miss: ['https://docs.alchemy.com/v2/'],
  }),
  key('infura-key', ['infura.io/v3/', hex(32)], {
    hit: ['https://mainnet.infura.io/v3/4c9e1b7a52d84f039a6e0d81c3b5e72f'],
  }),
  key(
    'wise-key',
    [
      raw(
        '(?:wise|transferwise)[A-Za-z0-9_.-]{0,24}[\\s\'"]{0,3}[:=][\\s\'"]{0,3}[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[a-f0-9]{4}-[a-f0-9]{12}',
        'WISE_API_TOKEN=4c9e1b7a-52d8-4f03-9a6e-0d81c3b5e72f',
        ['wise_', 'transferwise'],
      ),
    ],
    { flags: 'gi' },
  ),
  key(
    'authress-key',
    [
      raw(
        '(?:sc|ext|scauth|authress)_[A-Za-z0-9]{5,30}\\.[A-Za-z0-9]{4,6}\\.acc[_-][A-Za-z0-9-]{10,32}\\.[A-Za-z0-9+/_=-]{30,120}',
        'sc_q8zr2l.m0xw.acc-5vb9nc4kj7.q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eU',
        ['.acc-', '.acc_'],
      ),
    ],
    { flags: 'gi' },
  ),
  key(
    'paystack-key',
    [
      raw(
        'paystack[A-Za-z0-9_.-]{0,24}[\\s\'"]{0,3}[:=][\\s\'"]{0,3}sk_(?:live|test)_[a-f0-9]{40}',
        'PAYSTACK_SECRET_KEY=sk_live_4c9e1b7a52d84f039a6e0d81c3b5e72f4c9e1b7a',
        ['paystack'],
      ),
    ],
    { flags: 'gi' },
  ),
  key(
    'gumroad-token',
    [
      raw(
        'gumroad[A-Za-z0-9_.-]{0,24}[\\s\'"]{0,3}[:=][\\s\'"]{0,3}[A-Za-z0-9_-]{43}',
        'GUMROAD_TOKEN=q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eUq8Zr2LmT0xW',
        ['gumroad'],
      ),
    ],
    { flags: 'gi' },
  ),
  key('maxmind-key', [alnum(6), '_', alnum(29), '_mmk']),
  key('cybersource-key', ['cybs_', digits(4), '_', alnum(30, more)]),
];
