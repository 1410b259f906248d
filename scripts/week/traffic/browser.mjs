// Generates calls to the browser server, for the shop on localhost and the documentation of packages.

import { packageNames } from '../websites.mjs';

export function* browse({ random, texts }) {
  const { pick, below, between, chance } = random;
  const call = (name, input = {}) => ({ name: `browser_${name}`, arguments: input });
  const local = () =>
    `http://localhost:${chance(0.85) ? 3000 : 8080}${pick(['/', '/items', '/account', '/admin/users', '/api/items', `/items?page=${below(9)}`])}`;
  const docs = () => {
    const name = pick(packageNames);
    return pick([
      `https://www.npmjs.com/package/${name}`,
      `https://github.com/${texts.word()}/${name}`,
      `https://docs.example.org/en/latest/${name}`,
      `https://stackoverflow.com/questions/tagged/${name}`,
    ]);
  };
  for (;;) {
    yield call('navigate', { url: chance(0.6) ? local() : docs() });
    const seen = yield call('snapshot');
    const refs = [...JSON.stringify(seen).matchAll(/(link|button|textbox) \\"([^"\\]*)\\".*?\[ref=(\w+)\]/g)];
    for (const [, role, element, target] of refs.slice(0, between(1, 3)))
      if (role === 'textbox') yield call('type', { element, target, text: `${texts.word()}@shop.example` });
      else if (role === 'button') yield call('click', { element, target });
      else yield call('hover', { element, target });
    if (chance(0.3)) yield call('console_messages', { level: 'info' });
    if (chance(0.2)) yield call('network_requests', { static: false });
    if (chance(0.2))
      yield call('evaluate', {
        function: `() => document.querySelectorAll('${pick(['li', 'a', 'p'])}').length`,
      });
    if (chance(0.1)) yield call('resize', { width: pick([390, 768, 1280]), height: 800 });
    if (chance(0.1)) yield call('press_key', { key: pick(['Tab', 'Escape', 'ArrowDown']) });
    if (chance(0.1)) yield call('navigate_back');
    if (chance(0.1)) yield call('tabs', { action: 'list' });
    if (chance(0.1)) yield call('wait_for', { text: pick(['Welcome', 'items', 'Search']) });
  }
}
