// Generates calls to the fetch server, for documentation, source code and the developer's own API.

import { packageNames } from '../websites.mjs';

export function* fetchPages({ random, texts }) {
  const { pick, below, chance } = random;
  const places = [
    (name) => ['markdown', `https://www.npmjs.com/package/${name}`],
    (name) => [
      'txt',
      `https://raw.githubusercontent.com/${texts.word()}/${texts.word()}/main/${name}/README.md`,
    ],
    (name) => ['markdown', `https://github.com/${texts.word()}/${name}/issues/${below(900)}`],
    (name) => ['json', `https://registry.npmjs.org/${name}/latest.json`],
    (name) => ['html', `https://${texts.word()}.readthedocs.io/en/stable/${name}`],
    () => ['json', `http://localhost:3000/api/items?limit=${below(50)}&sort=${texts.word()}`],
    () => ['json', `http://localhost:8080/api/orders/${below(500)}`],
    () => ['html', `http://localhost:3000/${pick(['', 'items', 'account'])}`],
  ];
  for (;;) {
    const [kind, url] = pick(places)(pick(packageNames));
    const headers = chance(0.2) && { headers: { accept: 'application/json', 'accept-language': 'en' } };
    yield { name: `fetch_${kind}`, arguments: { url, ...headers } };
  }
}
