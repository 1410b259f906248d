// Lists key formats of chat, mail and telephony services, and webhook URLs that allow posting to a channel.

import type { PatternDetector } from '../../detector.js';
import { alnum, digits, hex, oneOf, optional, raw, uuid } from './key-format.js';
import { key } from './vendor-key.js';

const more = Number.POSITIVE_INFINITY;

export const messagingKeys: readonly PatternDetector[] = [
  key('slack-token', [
    oneOf('xoxb-', 'xoxp-', 'xoxa-', 'xoxo-', 'xoxs-', 'xoxr-', 'xoxc-', 'xoxd-'),
    raw('[0-9]{1,}(?:-[A-Za-z0-9]{1,}){1,5}', '5767092442133-63954549208-q8Zr2LmT0xW5vB9nC4kJ7hG1'),
  ]),
  key('slack-workspace-token', [oneOf('xoxa-', 'xoxr-'), optional(digits(1), '-'), alnum(8, 64)], {
    accept: (text) => /[0-9]/.test(text) || /[A-Z]/.test(text),
  }),
  key('slack-app-token', [
    'xapp-',
    raw(
      '[0-9]{1,12}-[A-Za-z0-9+/]{1,32}(?:-[A-Za-z0-9]{1,})*',
      '1-A02JWS7BEDD-1234576618999-4c9e1b7a52d84f039a6e0d81c3b5e72f',
    ),
  ]),
  key('slack-refresh-token', [
    raw('xoxe(?:\\.xox[bp])?-[0-9]-[A-Za-z0-9]{100,}', `xoxe-1-${'K7QZ2PXW9V'.repeat(11)}`, [
      'xoxe-',
      'xoxe.xox',
    ]),
  ]),
  key('slack-webhook', [
    raw(
      'hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{20,70}',
      'hooks.slack.com/services/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',
      ['hooks.slack.com/'],
    ),
  ]),
  key('discord-webhook', [
    raw(
      'discord(?:app)?\\.com/api/(?:v[0-9]{1,2}/)?webhooks/[0-9]{17,20}/[A-Za-z0-9_-]{60,70}',
      `discord.com/api/webhooks/10294813959591000/${'q8Zr2LmT0xW5vB9nC4kJ'.repeat(3)}7hG1f`,
      ['/webhooks/'],
    ),
  ]),
  key(
    'telegram-bot-token',
    [digits(8, 10), ':', raw('A[A-Za-z0-9_-]{33,35}', 'AHq8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eUx')],
    { literals: [':aa', ':ab', ':ac', ':ad', ':ae', ':af', ':ag', ':ah'] },
  ),
  key(
    'teams-webhook',
    [
      raw(
        '(?:webhook\\.office\\.com/webhookb2|outlook\\.office(?:365)?\\.com/webhook)/[A-Za-z0-9-]{36}@[A-Za-z0-9-]{36}/IncomingWebhook/[A-Za-z0-9]{32}/[A-Za-z0-9-]{36}',
        `acme.webhook.office.com/webhookb2/${uuid.example}@${uuid.example}/IncomingWebhook/4c9e1b7a52d84f039a6e0d81c3b5e72f/${uuid.example}`,
        ['/incomingwebhook/'],
      ),
    ],
    {
      hit: [
        `https://outlook.office.com/webhook/${uuid.example}@${uuid.example}/IncomingWebhook/4c9e1b7a52d84f039a6e0d81c3b5e72f/${uuid.example}`,
      ],
    },
  ),
  key('google-chat-webhook', [
    raw(
      'chat\\.googleapis\\.com/v1/spaces/[A-Za-z0-9_-]{8,20}/messages\\?key=[A-Za-z0-9_-]{30,60}',
      'chat.googleapis.com/v1/spaces/AAAAk7qz2pX/messages?key=q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eU',
      ['chat.googleapis.com'],
    ),
  ]),
  key('twilio-key', ['SK', hex(32)], {
    literalOffset: 0,
    literals: [
      'sk0',
      'sk1',
      'sk2',
      'sk3',
      'sk4',
      'sk5',
      'sk6',
      'sk7',
      'sk8',
      'sk9',
      'ska',
      'skb',
      'skc',
      'skd',
      'ske',
      'skf',
    ],
  }),
  key('twilio-account', ['AC', hex(32)], {
    severity: 'low',
    literals: ['twilio', 'account_sid', 'accountsid'],
    hit: ['TWILIO_ACCOUNT_SID=AC4c9e1b7a52d84f039a6e0d81c3b5e72f'],
  }),
  key('sendgrid-key', [
    'SG.',
    raw(
      '[A-Za-z0-9_-]{20,24}\\.[A-Za-z0-9_-]{39,50}',
      'q8Zr2LmT0xW5vB9nC4kJ7h.q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eUq8Zr2LmT0xW',
    ),
  ]),
  key('sendgrid-key-loose', ['SG.', raw('[A-Za-z0-9=_.-]{66}', `${'q8Zr2LmT0xW'.repeat(6)}`)]),
  key('mailgun-key', ['key-', hex(32)]),
  key('mailgun-public-key', ['pubkey-', hex(32)], { severity: 'low' }),
  key('mailgun-signing-key', [lower32(), '-', alnum(8), '-', alnum(8)], {
    literals: ['mailgun'],
    hit: ['mailgun: 4c9e1b7a52d84f039a6e0d81c3b5e72f-4c9e1b7a-52d84f03'],
  }),
  key('mailchimp-key', [
    hex(32),
    raw('-us[0-9]{1,2}', '-us14', ['-us1', '-us2', '-us3', '-us4', '-us5', '-us6', '-us7', '-us8', '-us9']),
  ]),
  key('brevo-key', [oneOf('xkeysib-', 'xsmtpsib-'), hex(64), '-', alnum(16)]),
  key('mailersend-key', ['mlsn.', hex(64)]),
  key('resend-key', ['re_', alnum(8), '_', alnum(24)]),
  key('onesignal-key', [oneOf('os_v2_app_', 'os_v2_org_'), alnum(60, more)]),
  key('twitch-stream-key', [
    raw('live_[0-9]{6,12}_[A-Za-z0-9]{28,36}', 'live_126031192_q8Zr2LmT0xW5vB9nC4kJ7hG1fD3s', ['live_']),
  ]),
  key(
    'line-token',
    [
      raw(
        'line[A-Za-z0-9_.-]{0,24}token[\\s\'"]{0,3}[:=][\\s\'"]{0,3}[A-Za-z0-9+/]{160,180}=?',
        `LINE_CHANNEL_ACCESS_TOKEN=${'q8Zr2LmT0x'.repeat(17)}`,
        ['line_channel', 'line-token', 'line_token'],
      ),
    ],
    { flags: 'gi' },
  ),
  key(
    'zulip-key',
    [
      raw(
        '\\[api\\]\\s{0,9}(?:[a-z]{1,9}=[^\\n]{0,80}\\n){0,3}key=[A-Za-z0-9]{32}',
        '[api]\nemail=bot@example.org\nkey=q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eU',
        ['key='],
      ),
    ],
    { literals: ['[api]'] },
  ),
  key('facebook-token', ['EAA', alnum(100, more)], { literals: ['eaa'] }),
  key('facebook-short-token', ['EAAC', alnum(30, more)], { literals: ['eaac'] }),
  key(
    'facebook-app-token',
    [
      digits(15, 16),
      raw('(?:\\||%7C)', '|', ['|', '%7c']),
      raw('[A-Za-z0-9_-]{27}', 'q8Zr2LmT0xW5vB9nC4kJ7hG1fD3'),
    ],
    {
      literals: ['facebook', 'access_token', 'fb_'],
      hit: ['facebook 911602140448729|q8Zr2LmT0xW5vB9nC4kJ7hG1fD3'],
    },
  ),
  key('twitter-bearer', [
    'AAAAAAAAAAAAAAAAAAAAA',
    raw('[A-Za-z0-9%]{80,100}', 'q8Zr2LmT0xW5vB9nC4kJ'.repeat(4)),
  ]),
  key('courier-key', [oneOf('pk_prod_', 'pk_test_'), upper28()], { literals: ['pk_prod_', 'pk_test_'] }),
];

function lower32() {
  return raw('[a-z0-9]{32}', '4c9e1b7a52d84f039a6e0d81c3b5e72f');
}

function upper28() {
  return raw('[A-Z0-9]{28}', 'K7QZ2PXW9VB4NM6LC1RT8YS3DF5G');
}
