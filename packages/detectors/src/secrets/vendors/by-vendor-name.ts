// Finds keys without a distinctive format, which are recognized only by a vendor name before them.

import type { PatternDetector } from '../../detector.js';
import { assignmentPattern, wholeAssignedName } from '../assignment-pattern.js';
import { isNamedDigest, isUnnamedDigest } from '../values/digest.js';
import { entropy, isPlaceholder } from '../values/placeholder.js';

const UUID = '[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}';
const SAMPLE = 'q8zr2lmt0xw5vb9nc4kj7hg1fd3sa6eup';

/** Each row has a vendor, the notations of its name (the literals), and the format of its keys. */
const vendors: readonly (readonly [name: string, words: string, value: string, sample?: string])[] = [
  ['adafruit', 'adafruit', '[a-z0-9_-]{32}'],
  ['adobe', 'adobe', '[a-f0-9]{32}', '4c9e1b7a52d84f039a6e0d81c3b5e72f'],
  ['airtable', 'airtable', '[a-z0-9]{17}', 'q8zr2lmt0xw5vb9nc'],
  ['algolia', 'algolia', '[a-z0-9]{32}'],
  ['alibaba', 'alibaba|aliyun', '[a-z0-9]{30}', 'q8zr2lmt0xw5vb9nc4kj7hg1fd3sa6'],
  ['amplitude', 'amplitude', '[a-f0-9]{32}', '4c9e1b7a52d84f039a6e0d81c3b5e72f'],
  ['asana-id', 'asana', '[0-9]{16}', '4183300211674229'],
  ['asana-secret', 'asana', '[a-z0-9]{32}'],
  ['assemblyai', 'assemblyai|assembly_ai', '[a-f0-9]{32}', '4c9e1b7a52d84f039a6e0d81c3b5e72f'],
  ['atlassian', 'atlassian|confluence|jira', '[a-z0-9]{20}[a-f0-9]{4}', 'q8zr2lmt0xw5vb9nc4kj4c9e'],
  ['auth0', 'auth0', '[a-z0-9_-]{64,128}', SAMPLE + SAMPLE],
  [
    'aws-secret',
    'aws|amazon|secret_access_key|secretaccesskey',
    '[a-z0-9/+]{40}',
    'q8Zr2LmT0xW5vB9nC4kJ/hG1fD3sA6eUq8Zr2LmT',
  ],
  [
    'aws-session',
    'aws_session_token|aws_security_token|session_token|sessiontoken',
    '[a-z0-9/+=]{100,1500}',
    SAMPLE + SAMPLE + SAMPLE + SAMPLE,
  ],
  [
    'azure-devops',
    'azure_devops|azuredevops|vsts|azdo|ado_pat',
    '[a-z2-7]{52}',
    'qzrlmtxwvbnckjhgfdsaeupqzrlmtxw7vbnckjhgfdsaeup4zr6m',
  ],
  ['azure-ids', 'azure|tenant|subscription', UUID, '4c9e1b7a-52d8-4f03-9a6e-0d81c3b5e72f'],
  ['azure-secret', 'azure', '[a-z0-9_~.-]{32,44}', 'q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eUq8Zr2LmT'],
  ['bitbucket', 'bitbucket', '[a-z0-9]{32}'],
  ['bitbucket-secret', 'bitbucket', '[a-z0-9=_-]{64}', SAMPLE + SAMPLE.slice(2)],
  ['bittrex', 'bittrex', '[a-z0-9]{32}'],
  ['blynk', 'blynk', '[a-z0-9_-]{32}'],
  ['clearbit', 'clearbit', 'sk_[a-z0-9]{32}', `sk_${SAMPLE.slice(1)}`],
  ['cloudflare', 'cloudflare|cf_api', '[a-z0-9_-]{40}', 'q8zr2lmt0xw5vb9nc4kj7hg1fd3sa6euq8zr2lmt'],
  ['cloudflare-global', 'cloudflare|cf_api', '[a-f0-9]{37}', '4c9e1b7a52d84f039a6e0d81c3b5e72f4c9e1'],
  ['codecov', 'codecov', '[a-z0-9]{32}'],
  ['cohere', 'cohere|co_api_key', '[a-z0-9]{40}', 'q8zr2lmt0xw5vb9nc4kj7hg1fd3sa6euq8zr2lmt'],
  ['coinbase', 'coinbase', '[a-z0-9_-]{64}', SAMPLE + SAMPLE.slice(2)],
  ['confluent-key', 'confluent', '[a-z0-9]{16}', 'q8zr2lmt0xw5vb9n'],
  ['confluent-secret', 'confluent', '[a-z0-9/+]{64}', SAMPLE + SAMPLE.slice(2)],
  ['contentful', 'contentful', '[a-z0-9=_-]{43}', 'q8zr2lmt0xw5vb9nc4kj7hg1fd3sa6euq8zr2lmt0xw'],
  ['datadog', 'datadog|dd_api|dd_app', '[a-z0-9]{32}'],
  [
    'datadog-application',
    'datadog|dd_api|dd_app',
    '[a-z0-9]{40}',
    'q8zr2lmt0xw5vb9nc4kj7hg1fd3sa6euq8zr2lmt',
  ],
  ['deepgram', 'deepgram', '[a-f0-9]{40}', '4c9e1b7a52d84f039a6e0d81c3b5e72f4c9e1b7a'],
  [
    'discord-token',
    'discord',
    '[a-f0-9]{64}',
    '4c9e1b7a52d84f039a6e0d81c3b5e72f4c9e1b7a52d84f039a6e0d81c3b5e72f',
  ],
  ['discord-id', 'discord', '[0-9]{17,19}', '106588760506245004'],
  ['discord-secret', 'discord', '[a-z0-9=_-]{32}'],
  ['droneci', 'droneci|drone_ci|drone_token', '[a-z0-9]{32}'],
  ['dropbox', 'dropbox', '[a-z0-9]{15}', 'q8zr2lmt0xw5vb9'],
  [
    'dropbox-long',
    'dropbox',
    '[a-z0-9]{11}AAAAAAAAAA[a-z0-9=_-]{43}',
    `q8zr2lmt0xwAAAAAAAAAA${SAMPLE}q8zr2lmt0x`,
  ],
  ['dropbox-short', 'dropbox', 'sl\\.[a-z0-9=_-]{135}', `sl.${SAMPLE.repeat(4)}q8z`],
  ['etsy', 'etsy', '[a-z0-9]{24}', 'q8zr2lmt0xw5vb9nc4kj7hg1'],
  ['facebook', 'facebook|fb_app', '[a-f0-9]{32}', '4c9e1b7a52d84f039a6e0d81c3b5e72f'],
  ['fastly', 'fastly', '[a-z0-9=_-]{32}'],
  ['finicity', 'finicity', '[a-f0-9]{32}', '4c9e1b7a52d84f039a6e0d81c3b5e72f'],
  ['finicity-secret', 'finicity', '[a-z0-9]{20}', 'q8zr2lmt0xw5vb9nc4kj'],
  ['finnhub', 'finnhub', '[a-z0-9]{20}', 'q8zr2lmt0xw5vb9nc4kj'],
  ['flickr', 'flickr', '[a-z0-9]{32}'],
  ['freshbooks', 'freshbooks', '[a-z0-9]{64}', SAMPLE + SAMPLE.slice(2)],
  ['gitter', 'gitter', '[a-z0-9_-]{40}', 'q8zr2lmt0xw5vb9nc4kj7hg1fd3sa6euq8zr2lmt'],
  ['google-client-secret', 'client_secret|clientsecret', '[a-z0-9_-]{24}', 'q8Zr2LmT0xW5vB9nC4kJ7hG1'],
  ['heroku', 'heroku', UUID, '4c9e1b7a-52d8-4f03-9a6e-0d81c3b5e72f'],
  ['hetzner', 'hcloud|hetzner', '[a-z0-9]{64}', SAMPLE + SAMPLE.slice(2)],
  ['hubspot', 'hubspot|hapikey', UUID, '4c9e1b7a-52d8-4f03-9a6e-0d81c3b5e72f'],
  [
    'ibm-cloud',
    'ibm|bluemix|watson|cloud_api',
    '[a-z0-9_-]{44}',
    'q8zr2lmt0xw5vb9nc4kj7hg1fd3sa6euq8zr2lmt0xw5',
  ],
  [
    'ibm-hmac',
    'ibm|cos_hmac|secret_access_key',
    '[a-f0-9]{48}',
    '4c9e1b7a52d84f039a6e0d81c3b5e72f4c9e1b7a52d84f03',
  ],
  ['intercom', 'intercom', '[a-z0-9=_-]{60}', SAMPLE + SAMPLE.slice(6)],
  ['jenkins', 'jenkins', '[a-f0-9]{32,36}', '4c9e1b7a52d84f039a6e0d81c3b5e72f'],
  ['jfrog', 'jfrog|artifactory|bintray|xray', '[a-z0-9]{73}', `${SAMPLE}${SAMPLE}q8zr2lm`],
  ['jfrog-identity', 'jfrog|artifactory|bintray|xray', '[a-z0-9]{64}', SAMPLE + SAMPLE.slice(2)],
  ['kagi', 'kagi', '[a-z0-9_.-]{32,60}', 'q8zr2lmt0xw5vb9nc4kj7hg1fd3sa6eup'],
  ['kraken', 'kraken', '[a-z0-9/=_+-]{80,90}', `${SAMPLE}${SAMPLE}q8zr2lmt0xw5vb`],
  ['kucoin', 'kucoin', '[a-f0-9]{24}', '4c9e1b7a52d84f039a6e0d81'],
  ['kucoin-secret', 'kucoin', UUID, '4c9e1b7a-52d8-4f03-9a6e-0d81c3b5e72f'],
  ['launchdarkly', 'launchdarkly', '[a-z0-9=_-]{40}', 'q8zr2lmt0xw5vb9nc4kj7hg1fd3sa6euq8zr2lmt'],
  ['linear', 'linear', '[a-f0-9]{32}', '4c9e1b7a52d84f039a6e0d81c3b5e72f'],
  ['linkedin-id', 'linkedin|linked_in|linked-in', '[a-z0-9]{14}', 'q8zr2lmt0xw5vb'],
  ['linkedin-secret', 'linkedin|linked_in|linked-in', '[a-z0-9]{16}', 'q8zr2lmt0xw5vb9n'],
  ['linode', 'linode', '[a-f0-9]{64}', '4c9e1b7a52d84f039a6e0d81c3b5e72f4c9e1b7a52d84f039a6e0d81c3b5e72f'],
  ['looker-id', 'looker', '[a-z0-9]{20}', 'q8zr2lmt0xw5vb9nc4kj'],
  ['looker-secret', 'looker', '[a-z0-9]{24}', 'q8zr2lmt0xw5vb9nc4kj7hg1'],
  ['mattermost', 'mattermost', '[a-z0-9]{26}', 'q8zr2lmt0xw5vb9nc4kj7hg1fd'],
  ['messagebird', 'messagebird|message_bird|message-bird', '[a-z0-9]{25}', 'q8zr2lmt0xw5vb9nc4kj7hg1f'],
  ['messagebird-id', 'messagebird|message_bird|message-bird', UUID, '4c9e1b7a-52d8-4f03-9a6e-0d81c3b5e72f'],
  ['mistral', 'mistral', '[a-z0-9]{32}'],
  ['netlify', 'netlify', '[a-z0-9=_-]{40,46}', 'q8zr2lmt0xw5vb9nc4kj7hg1fd3sa6euq8zr2lmt0x'],
  ['newrelic', 'newrelic|new_relic|new-relic', '[a-z0-9]{64}', SAMPLE + SAMPLE.slice(2)],
  ['nytimes', 'nytimes|newyorktimes|new_york_times|new-york-times', '[a-z0-9=_-]{32}'],
  ['openweather', 'openweather', '[a-f0-9]{32}', '4c9e1b7a52d84f039a6e0d81c3b5e72f'],
  ['pagerduty', 'pagerduty|pager_duty', '[a-z0-9_+-]{20}', 'q8zr2lmt0xw5vb9nc4kj'],
  ['particle', 'particle', '[a-f0-9]{40}', '4c9e1b7a52d84f039a6e0d81c3b5e72f4c9e1b7a'],
  ['plaid-id', 'plaid', '[a-z0-9]{24}', 'q8zr2lmt0xw5vb9nc4kj7hg1'],
  ['plaid-secret', 'plaid', '[a-z0-9]{30}', 'q8zr2lmt0xw5vb9nc4kj7hg1fd3sa6'],
  ['postmark', 'postmark', UUID, '4c9e1b7a-52d8-4f03-9a6e-0d81c3b5e72f'],
  ['pusher', 'pusher', '[a-f0-9]{20}', '4c9e1b7a52d84f039a6e'],
  ['rapidapi', 'rapidapi|rapid_api|rapid-api', '[a-z0-9_-]{50}', `${SAMPLE}q8zr2lmt0xw5vb9nc`],
  ['rollbar', 'rollbar', '[a-f0-9]{32}', '4c9e1b7a52d84f039a6e0d81c3b5e72f'],
  ['saucelabs', 'sauce', UUID, '4c9e1b7a-52d8-4f03-9a6e-0d81c3b5e72f'],
  ['sendbird', 'sendbird', '[a-f0-9]{40}', '4c9e1b7a52d84f039a6e0d81c3b5e72f4c9e1b7a'],
  ['sendbird-id', 'sendbird', UUID, '4c9e1b7a-52d8-4f03-9a6e-0d81c3b5e72f'],
  ['sentry', 'sentry', '[a-f0-9]{64}', '4c9e1b7a52d84f039a6e0d81c3b5e72f4c9e1b7a52d84f039a6e0d81c3b5e72f'],
  [
    'serpapi',
    'serpapi|serp_api',
    '[a-f0-9]{64}',
    '4c9e1b7a52d84f039a6e0d81c3b5e72f4c9e1b7a52d84f039a6e0d81c3b5e72f',
  ],
  ['shopify', 'shopify', '[a-f0-9]{32}', '4c9e1b7a52d84f039a6e0d81c3b5e72f'],
  ['snyk', 'snyk', UUID, '4c9e1b7a-52d8-4f03-9a6e-0d81c3b5e72f'],
  ['softlayer', 'softlayer|sl_api|sl-api|slapi', '[a-z0-9]{64}', SAMPLE + SAMPLE.slice(2)],
  ['sonar', 'sonar', '[a-z0-9=_-]{40}', 'q8zr2lmt0xw5vb9nc4kj7hg1fd3sa6euq8zr2lmt'],
  ['spotify', 'spotify', '[a-f0-9]{32}', '4c9e1b7a52d84f039a6e0d81c3b5e72f'],
  ['squarespace', 'squarespace', UUID, '4c9e1b7a-52d8-4f03-9a6e-0d81c3b5e72f'],
  ['sumologic', 'sumo', '[a-z0-9]{64}', SAMPLE + SAMPLE.slice(2)],
  ['telegram', 'telegr', '[0-9]{5,16}:A[a-z0-9_-]{34}', '46185750:Aq8zr2lmt0xw5vb9nc4kj7hg1fd3sa6eup0'],
  ['todoist', 'todoist', '[a-f0-9]{40}', '4c9e1b7a52d84f039a6e0d81c3b5e72f4c9e1b7a'],
  ['travis', 'travis', '[a-z0-9]{22}', 'q8zr2lmt0xw5vb9nc4kj7h'],
  ['trello', 'trello', '[a-f0-9]{32}', '4c9e1b7a52d84f039a6e0d81c3b5e72f'],
  [
    'trello-token',
    'trello',
    '[a-f0-9]{64}',
    '4c9e1b7a52d84f039a6e0d81c3b5e72f4c9e1b7a52d84f039a6e0d81c3b5e72f',
  ],
  ['twilio', 'twilio', '[a-f0-9]{32}', '4c9e1b7a52d84f039a6e0d81c3b5e72f'],
  ['twitch', 'twitch', '[a-z0-9]{30}', 'q8zr2lmt0xw5vb9nc4kj7hg1fd3sa6'],
  ['twitter-key', 'twitter', '[a-z0-9]{25}', 'q8zr2lmt0xw5vb9nc4kj7hg1f'],
  ['twitter-secret', 'twitter', '[a-z0-9]{45,50}', `${SAMPLE}q8zr2lmt0xw5vb9`],
  ['twitter-token', 'twitter', '[0-9]{15,25}-[a-z0-9]{20,40}', '947825216526523807726-q8zr2lmt0xw5vb9nc4kj'],
  ['unsplash', 'unsplash', '[a-z0-9_-]{43}', 'q8zr2lmt0xw5vb9nc4kj7hg1fd3sa6euq8zr2lmt0xw'],
  ['vultr', 'vultr', '[a-z0-9]{36}', 'q8zr2lmt0xw5vb9nc4kj7hg1fd3sa6eupq8z'],
  ['wandb', 'wandb|weights_and_biases', '[a-f0-9]{40}', '4c9e1b7a52d84f039a6e0d81c3b5e72f4c9e1b7a'],
  ['yandex', 'yandex', '(?:AQVN|YC)[a-z0-9_-]{35,38}', 'AQVNq8zr2lmt0xw5vb9nc4kj7hg1fd3sa6eup0zr'],
  ['zendesk', 'zendesk', '[a-z0-9]{40}', 'q8zr2lmt0xw5vb9nc4kj7hg1fd3sa6euq8zr2lmt'],
];

/** The detectors, one for each row: the vendor name, an operator, and a value with the format of the row. */
export const keysByVendorName: readonly PatternDetector[] = vendors.map(([vendor, words, value, sample]) => ({
  name: `${vendor}-by-name`,
  kind: 'secrets',
  severity: /-ids?$/.test(vendor) ? 'low' : 'high',
  literals: words.split('|'),
  literalOffset: 0,
  followed: { kind: 'assignment' },
  pattern: new RegExp(assignmentPattern(words, value), 'gi'),
  group: 1,
  accept: (match, text) => isRandom(match[1] ?? '') && !isDigest(match, text, HEX_FORMAT.test(value)),
  samples: {
    hit: [`${words.split('|')[0]}_key = "${sample ?? SAMPLE.slice(1)}"`],
    miss: [`${words.split('|')[0]} is a vendor`, `${words.split('|')[0]}: "${'a'.repeat(40)}"`],
  },
}));

const HEX_FORMAT = /^\[a-f0-9\]\{(?!40\})/;

/** Tests for a git hash or a checksum. Most formats would accept such a value. */
function isDigest(match: RegExpExecArray, text: string, isHexFormat: boolean): boolean {
  const [, value = ''] = match;
  const name = wholeAssignedName(match, text);
  return isNamedDigest(name, value) || (!isHexFormat && isUnnamedDigest(name, value));
}

/** Tests for random letters and digits. A word, a path or a filler is not a key, whatever the text before it. */
function isRandom(value: string): boolean {
  return /[0-9]/.test(value) && !isPlaceholder(value) && entropy(value) > (/^[0-9]+$/.test(value) ? 2 : 2.7);
}
