// Starts the websites for the browser and the fetch server: the developer's own servers on localhost, and a local copy
// of the web that contains the documentation of installed packages under its usual host names.

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageOf, readmes } from './texts.mjs';

const pages = new Map(readmes.map((path) => [packageOf(path), path]));

const escapeHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function html(markdown, title) {
  const body = markdown
    .slice(0, 3000)
    .split(/\n{2,}/)
    .map((block) => {
      const [, marks, heading] = /^(#{1,4}) (.*)$/.exec(block) ?? [];
      if (marks) return `<h${marks.length}>${escapeHtml(heading)}</h${marks.length}>`;
      return block.startsWith('```') ? `<pre>${escapeHtml(block)}</pre>` : `<p>${escapeHtml(block)}</p>`;
    });
  return `<!doctype html><title>${title}</title><main>${body.join('\n')}</main>`;
}

/** Returns the page of a package, for every host name; for other paths, a short list. */
function answerWeb(request, response) {
  const name = [...pages.keys()].find(
    (one) => request.url.endsWith(`/${one}`) || request.url.includes(`/${one}/`),
  );
  const markdown =
    name === undefined ? '# Search\n\nNothing matches your search.' : readFileSync(pages.get(name), 'utf8');
  if (/\.md$|raw/.test(request.url))
    response.setHeader('content-type', 'text/plain').end(markdown.slice(0, 3000));
  else if (request.url.endsWith('.json'))
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ name, stars: 41, open_issues: 3 }));
  else response.setHeader('content-type', 'text/html').end(html(markdown, name ?? 'Search'));
}

const items = ['Teapot', 'Kettle', 'Mug', 'Strainer', 'Tray'].map((name, id) => ({
  id,
  name,
  price: 4 + id * 3.5,
}));

const shopPage = (path) => `<!doctype html><title>Shop ${path}</title>
<nav><a href="/">Home</a> <a href="/items">Items</a> <a href="/account">Account</a> <a href="/admin/users">Users</a></nav>
<h1>${path === '/' ? 'Welcome' : path.slice(1)}</h1>
<ul>${items.map(({ name, price }) => `<li>${name} ${price.toFixed(2)} € <button>Add to cart</button></li>`).join('')}</ul>
<form><label>Email <input name="email"></label><label>Password <input type="password" name="password"></label><button>Log in</button></form>
<script>console.log('[vite] connected.'); fetch('/api/items')</script>`;

function answerShop(request, response) {
  if (request.url.startsWith('/api/'))
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ path: request.url, items }));
  else response.setHeader('content-type', 'text/html').end(shopPage(request.url));
}

const listen = async (server, port) => {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server.address().port;
};

/** Starts all websites. */
export async function startWebsites() {
  const folder = mkdtempSync(join(tmpdir(), 'week-web-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=web', '-keyout', key, '-out', cert],
    { stdio: 'ignore' },
  );
  const servers = [
    createServer(answerShop),
    createServer(answerShop),
    createServer(answerWeb),
    createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, answerWeb),
  ];
  const ports = [];
  for (const [at, server] of servers.entries()) ports.push(await listen(server, [3000, 8080, 0, 0][at]));
  const rewrite = `const real = fetch; globalThis.fetch = (url, options) => {
    const { hostname, pathname, search } = new URL(url);
    return real(hostname === 'localhost' || hostname === '127.0.0.1' ? url : 'http://127.0.0.1:${ports[2]}' + pathname + search, options);
  };`;
  const config = (args) => ({
    browser: {
      browserName: 'chromium',
      launchOptions: {
        executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
        headless: true,
        chromiumSandbox: false,
        args,
      },
      contextOptions: { ignoreHTTPSErrors: true },
    },
  });
  return {
    resolverRules: `MAP *:443 127.0.0.1:${ports[3]},MAP *:80 127.0.0.1:${ports[2]},EXCLUDE localhost,EXCLUDE 127.0.0.1`,
    preload: `data:text/javascript,${encodeURIComponent(rewrite)}`,
    /** Returns the path of a configuration file for the browser's server. */
    browserConfig(where, ...args) {
      const file = join(where, 'browser.json');
      writeFileSync(file, JSON.stringify(config(args)));
      return file;
    },
    stop() {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const packageNames = [...pages.keys()].filter((name) => name !== undefined);
