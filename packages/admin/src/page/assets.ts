// The page, its script and its looks, as they are sent.

import { page } from './html.js';
import { script } from './script.js';
import { style } from './style.js';

export interface Asset {
  readonly type: string;
  readonly text: string;
}

export const assets: ReadonlyMap<string, Asset> = new Map([
  ['/', { type: 'text/html; charset=utf-8', text: page }],
  ['/script.js', { type: 'text/javascript; charset=utf-8', text: script }],
  ['/style.css', { type: 'text/css; charset=utf-8', text: style }],
]);
