// Lists key formats of business software, monitoring, identity and data services.

import type { PatternDetector } from '../../detector.js';
import { alnum, digits, hex, lower, oneOf, raw, upper, uuid, word } from './key-format.js';
import { key } from './vendor-key.js';

const more = Number.POSITIVE_INFINITY;
const mixed = (text: string) => /[0-9]/.test(text) && /[A-Za-z]/.test(text);

export const businessServiceKeys: readonly PatternDetector[] = [
  key('airtable-token', ['pat', alnum(14), '.', hex(64)], { literals: ['pat'] }),
  key('notion-token', [
    'ntn_',
    raw('[0-9]{9,12}[A-Za-z0-9]{32,36}', '45647629141q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eUxWv'),
  ]),
  key('notion-token-old', ['secret_', alnum(43)], { accept: mixed }),
  key('linear-key', [oneOf('lin_api_', 'lin_oauth_'), alnum(40, more)]),
  key(
    'asana-token',
    [
      raw(
        '[12]/[0-9]{16}(?:/[0-9]{16})?:[a-f0-9]{32}',
        '1/1204567890123456:4c9e1b7a52d84f039a6e0d81c3b5e72f',
        [':'],
      ),
    ],
    { literals: ['1/1', '2/1'], literalOffset: 0 },
  ),
  key('clickup-token', ['pk_', digits(7, 9), '_', upper(32)]),
  key('typeform-token', [
    'tfp_',
    raw('[A-Za-z0-9_.=-]{40,70}', 'q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eUq8Zr2LmT0xW5'),
  ]),
  key('figma-token', [oneOf('figd_', 'figo_', 'figu_', 'figoh_'), word(38, more)]),
  key('frameio-token', ['fio-u-', raw('[A-Za-z0-9_=-]{64}', 'q8Zr2LmT0xW5vB9n'.repeat(4))]),
  key('contentful-token', ['CFPAT-', word(43)]),
  key('sanity-token', ['sk', alnum(80, 180)], {
    literals: ['sanity'],
    hit: [`SANITY_TOKEN=sk${'q8Zr2LmT0x'.repeat(9)}`],
  }),
  key('hubspot-token', [oneOf('pat-na1-', 'pat-na2-', 'pat-eu1-', 'pat-ap1-'), uuid]),
  key('salesforce-token', [
    raw('00D[A-Za-z0-9]{12}![A-Za-z0-9_.]{80,260}', `00DK7qZ2pXw9Vb4!${'q8Zr2LmT0x'.repeat(9)}`, ['00d']),
  ]),
  key('postman-key', ['PMAK-', hex(24), '-', hex(34)]),
  key('readme-key', ['rdme_', lower(70)]),
  key('adobe-secret', ['p8e-', word(32)]),
  key('dropbox-token', ['sl.', word(80, more)], { literals: ['sl.'] }),
  key('trello-token', ['ATTA', hex(64), alnum(8)]),
  key('segment-token', ['sgp_', alnum(64)]),
  key('posthog-key', [oneOf('phc_', 'phx_', 'phs_'), alnum(40, more)]),
  key('launchdarkly-key', [oneOf('sdk-', 'api-', 'mob-'), uuid]),
  key('statsig-key', ['secret-', alnum(43)]),
  key('stytch-secret', [
    oneOf('secret-live-', 'secret-test-'),
    raw('[A-Za-z0-9_=-]{36}', 'q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eUq8Zr'),
  ]),
  key(
    'okta-token',
    [
      raw(
        'okta[A-Za-z0-9_ .-]{0,20}[\\s\'"]{0,3}(?:=>|\\|\\||[:=,>?]){1,3}[\\s\'"`=]{0,5}00[A-Za-z0-9_-]{39,40}',
        'OKTA_API_TOKEN=00q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eUq8Zr2LmT',
        ['okta'],
      ),
    ],
    { flags: 'gi' },
  ),
  key('beamer-key', ['b_', raw('[a-z0-9=_-]{44}', 'q8zr2lmt0xw5vb9nc4kj7hg1fd3sa6euq8zr2lmt0xw5')], {
    literals: ['beamer'],
    hit: ['BEAMER_KEY=b_q8zr2lmt0xw5vb9nc4kj7hg1fd3sa6euq8zr2lmt0xw5'],
  }),
  key('mapbox-token', [
    raw(
      '[pst]k\\.[A-Za-z0-9]{60,120}\\.[A-Za-z0-9_-]{22}',
      `sk.${'eyJ1Ijoia7'.repeat(7)}.q8Zr2LmT0xW5vB9nC4kJ7h`,
      ['pk.', 'sk.', 'tk.'],
    ),
  ]),
  key('newrelic-user-key', ['NRAK-', alnum(27)]),
  key('newrelic-insert-key', [oneOf('NRII-', 'NRIQ-'), word(32)]),
  key('newrelic-admin-key', [oneOf('NRAA-', 'NRRA-'), hex(27, 42)]),
  key('newrelic-browser-key', ['NRJS-', hex(19)]),
  key(
    'newrelic-license',
    [
      raw(
        'license_?key["\']?\\s{0,3}[:=]\\s{0,3}["\']?[a-f0-9]{40}',
        'license_key: 4c9e1b7a52d84f039a6e0d81c3b5e72f4c9e1b7a',
        ['license_key', 'licensekey'],
      ),
    ],
    { flags: 'gi' },
  ),
  key('newrelic-ingest-key', [hex(32, 36), oneOf('NRAL', 'FFFFNRAL')], { literals: ['nral'] }),
  key('grafana-key', ['eyJrIjoi', raw('[A-Za-z0-9+/_-]{60,}={0,2}', 'q8Zr2LmT0xW5vB9n'.repeat(5))]),
  key('grafana-cloud-token', [
    'glc_',
    raw('[A-Za-z0-9+/]{32,}={0,2}', 'eyJvIjoi4c9e1b7a52d84f039a6e0d81c3b5e72f'),
  ]),
  key('grafana-service-token', ['glsa_', alnum(32), '_', hex(8)]),
  key('sentry-organisation-token', [
    'sntrys_',
    raw('eyJpYXQiO[A-Za-z0-9+/=_]{60,}', `eyJpYXQiO${'q8Zr2LmT0x'.repeat(7)}`),
  ]),
  key('sentry-user-token', ['sntryu_', hex(64)]),
  key(
    'sentry-dsn',
    [
      raw(
        'https://[a-f0-9]{32}(?::[a-f0-9]{32})?@[a-z0-9.-]{0,40}sentry\\.io/[0-9]{1,20}',
        'https://4c9e1b7a52d84f039a6e0d81c3b5e72f@o12345.ingest.sentry.io/678',
        ['sentry.io/'],
      ),
    ],
    { severity: 'low' },
  ),
  key('honeycomb-key', [raw('hc[a-z]ik_[a-z0-9]{26,60}', 'hcaik_q8zr2lmt0xw5vb9nc4kj7hg1fd3sa6eu', ['ik_'])]),
  key('sumologic-access-id', ['su', alnum(12)], {
    literals: ['sumo'],
    hit: ['SUMO_ACCESS_ID: suq8Zr2LmT0xW5'],
    accept: (text) => /[A-Z]/.test(text) && /[a-z]/.test(text.slice(2)) && /[0-9]/.test(text),
  }),
  key(
    'meraki-key',
    [
      raw(
        'meraki[A-Za-z0-9_ .-]{0,20}[\\s\'"]{0,3}(?:=>|\\|\\||[:=,>?]){1,3}[\\s\'"`=]{0,5}[a-f0-9]{40}',
        'MERAKI_KEY=4c9e1b7a52d84f039a6e0d81c3b5e72f4c9e1b7a',
        ['meraki'],
      ),
    ],
    { flags: 'gi' },
  ),
  key('adafruit-key', ['aio_', alnum(28)]),
  key('blynk-client', ['oa2-client-id_', word(32)], { severity: 'medium' }),
  key('thingsboard-token', [
    raw('thingsboard\\.cloud/api/v1/[A-Za-z0-9]{20}', 'thingsboard.cloud/api/v1/q8zr2lmt0xw5vb9nc4kj', [
      'thingsboard.cloud/api/v1/',
    ]),
  ]),
  key('thingsboard-provision-key', [
    raw(
      'provisionDevice(?:Key|Secret)["\']?\\s{0,3}[:=]\\s{0,3}["\']?[A-Za-z0-9]{20}',
      'provisionDeviceKey: "q8zr2lmt0xw5vb9nc4kj"',
      ['provisiondevice'],
    ),
  ]),
  key('truenas-key', [raw('[0-9]{1,4}-[A-Za-z0-9]{64}', `1-${'q8Zr2LmT0xW5vB9n'.repeat(4)}`)], {
    literals: ['truenas', 'bearer', '"params"', 'api_key', 'apikey', 'api-key'],
    hit: [`truenas api_key 1-${'q8Zr2LmT0xW5vB9n'.repeat(4)}`],
  }),
  key(
    'wireguard-key',
    [
      raw(
        '(?:PrivateKey|PresharedKey)\\s{0,3}=\\s{0,3}[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=',
        `PrivateKey = ${'q8Zr2LmT0xW5vB9nC4kJ7h'.repeat(2).slice(0, 42)}A=`,
        ['privatekey', 'presharedkey'],
      ),
    ],
    { severity: 'critical' },
  ),
  key(
    'sidekiq-credentials',
    [
      raw(
        'BUNDLE_(?:ENTERPRISE|GEMS)__CONTRIBSYS__COM[A-Za-z0-9_ .-]{0,20}[\\s\'"]{0,3}(?:=>|\\|\\||[:=,>?]){1,3}[\\s\'"`=]{0,5}[a-f0-9]{8}:[a-f0-9]{8}',
        'BUNDLE_GEMS__CONTRIBSYS__COM=4c9e1b7a:52d84f03',
        ['contribsys'],
      ),
    ],
    { flags: 'gi' },
  ),
  key(
    'codecov-token',
    [
      raw(
        'CODECOV_TOKEN["\']?\\s{0,3}[:=]\\s{0,3}["\']?[a-f0-9-]{36}',
        'CODECOV_TOKEN=4c9e1b7a-52d8-4f03-9a6e-0d81c3b5e72f',
        ['codecov_token'],
      ),
    ],
    { flags: 'gi' },
  ),
  key(
    'shodan-key',
    [
      raw(
        'shodan[A-Za-z0-9_ .-]{0,20}[\\s\'"]{0,3}[:=][\\s\'"]{0,3}[A-Za-z0-9]{32}',
        'SHODAN_API_KEY=q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eU',
        ['shodan'],
      ),
    ],
    { flags: 'gi' },
  ),
  key('calendly-token', ['eyJraWQiOiIxY2UxZTEzNjE3ZGNm', word(40, more)]),
  key('webflow-token', ['ws-', hex(60, 70)]),
  key(
    'ably-key',
    [
      raw(
        '[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{6}:[A-Za-z0-9_-]{43}',
        'q8Zr2L.mT0xW5:q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eUq8Zr2LmT0xW',
      ),
    ],
    {
      literals: ['ably_', 'ably-', 'ably.', 'ablykey', 'ably key'],
      hit: ['ABLY_KEY=q8Zr2L.mT0xW5:q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eUq8Zr2LmT0xW'],
    },
  ),
  key('workos-key', ['sk_', oneOf('example_', 'live_', 'test_'), alnum(60, more)], {
    literals: ['workos'],
    hit: [`WORKOS_API_KEY=sk_live_${'q8Zr2LmT0x'.repeat(6)}`],
  }),
  key('elastic-cloud-key', ['essu_', raw('[A-Za-z0-9+/]{40,}={0,2}', 'q8Zr2LmT0xW5vB9n'.repeat(3))]),
  key('logfire-token', [
    'pylf_v',
    raw('[0-9]_[a-z]{2}_[A-Za-z0-9]{43}', '1_us_q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eUq8Zr2LmT0xW'),
  ]),
  key('nightfall-key', ['NF-', alnum(32)], { literals: ['nf-'], accept: mixed }),
  key('rootly-token', ['rootly_', hex(64)]),
  key('lark-key', [oneOf('cli_', 't-', 'u-'), alnum(16, 64)], {
    literals: ['lark', 'feishu'],
    accept: mixed,
    hit: ['FEISHU_APP_ID=cli_q8zr2lmt0xw5vb9n'],
    severity: 'medium',
  }),
];
