// Lists key formats of automation tools, and webhook URLs that require no further authentication.

import type { PatternDetector } from '../../detector.js';
import { alnum, base64, digits, hex, lower, oneOf, uuid, word } from './key-format.js';
import { key } from './vendor-key.js';

const more = Number.POSITIVE_INFINITY;
const mixed = (text: string) => /[0-9]/.test(text) && /[A-Z]/.test(text) && /[a-z]/.test(text);

export const automationKeys: readonly PatternDetector[] = [
  key('n8n-key', ['n8n_api_', hex(40, more)]),
  key('zapier-hook', ['hooks.zapier.com/hooks/catch/', digits(5, 10), '/', lower(5, 12)]),
  key('make-hook', ['hook.', oneOf('eu1', 'eu2', 'us1', 'us2'), '.make.com/', lower(24, 40)], {
    literals: ['.make.com/'],
  }),
  key('jfrog-key', ['AKC', alnum(64, more)], { accept: mixed }),
  key('heroku-key-prefixed', ['HRKU-', uuid]),
  key('mapbox-secret', ['sk.eyJ1Ijoi', word(20, more), '.', word(20, more)]),
  key('instagram-token', [oneOf('IGQVJ', 'IGQWR', 'IGQV'), word(100, more)], { literals: ['igqv', 'igqwr'] }),
  key('yandex-iam-token', ['t1.', word(40, more), '.', word(80, 90)], { literals: ['t1.'] }),
  key('laravel-key', ['APP_KEY=base64:', base64(43), '='], { literals: ['app_key=base64:'] }),
];
