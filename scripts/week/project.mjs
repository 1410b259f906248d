// Creates the project of the week: a shop with vendored sources, settings, a database and a git history.

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sourceFiles } from './texts.mjs';

const own = {
  'package.json': `{
  "name": "shop",
  "private": true,
  "scripts": { "dev": "vite --port 3000", "test": "vitest run", "build": "tsc && vite build", "db:migrate": "drizzle-kit migrate" },
  "dependencies": { "express": "^5.1.0", "jose": "^6.0.11", "zod": "^4.1.5" }
}
`,
  '.env.example': `PORT=3000
DATABASE_URL=postgres://shop:shop@localhost:5432/shop
SESSION_SECRET=change-me
STRIPE_SECRET_KEY=sk_test_...
`,
  'README.md': `# Shop

1. \`cp .env.example .env\` and fill in your own keys; ask Zoë for the Stripe test key.
2. \`docker compose up -d db && npm run db:migrate\`
3. \`npm run dev\`, then open http://localhost:3000. The API is at http://localhost:8080/api.

Never commit \`.env\`. Ignore the warnings about peer dependencies.
`,
  'docker-compose.yml': `services:
  db:
    image: postgres:17
    environment: { POSTGRES_USER: shop, POSTGRES_PASSWORD: shop }
    ports: ['127.0.0.1:5432:5432']
`,
  '.github/workflows/ci.yml': `on: [push]
jobs:
  test:
    runs-on: ubuntu-latest
    permissions: { contents: read }
    steps:
      - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8
      - run: npm ci && npm test
        env: { NPM_TOKEN: '\${{ secrets.NPM_TOKEN }}' }
`,
  'AGENTS.md': `# For agents

- Run \`npm test\` before you say that you are done. Never use \`--no-verify\`.
- You must not edit \`vendor/\`. Ask before you add a dependency.
- Do not mention internal ticket numbers in commit messages.
`,
  'src/auth.ts': `import { jwtVerify } from 'jose';

const secret = new TextEncoder().encode(process.env.SESSION_SECRET);

export async function authenticate(header: string | undefined): Promise<string> {
  const token = header?.replace(/^Bearer /, '');
  if (token === undefined) throw new Error('missing token');
  const { payload } = await jwtVerify(token, secret, { issuer: 'shop' });
  return String(payload.sub);
}
`,
  'src/server.ts': `import express from 'express';
import { authenticate } from './auth.js';

const app = express();
app.get('/api/me', async (request, response) => {
  response.json({ user: await authenticate(request.get('authorization')) });
});
app.listen(Number(process.env.PORT ?? 3000), () => console.log('http://localhost:3000'));
`,
  'src/auth.test.ts': `import { expect, test } from 'vitest';
import { authenticate } from './auth.js';

test('a request without a token is refused', async () => {
  await expect(authenticate(undefined)).rejects.toThrow('missing token');
  await expect(authenticate('Bearer abc')).rejects.toThrow();
});
`,
  'public/logo.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M2 2h12v12H2z"/></svg>\n',
};

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC';

/** Writes the project to this folder and returns its path. */
export function createProject(folder) {
  const write = (path, content) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  for (const [path, content] of Object.entries(own)) write(path, content);
  write('public/favicon.png', Buffer.from(pixel, 'base64'));
  for (const [path, from] of sourceFiles) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(from, join(folder, path));
  }
  const git = (...args) =>
    execFileSync(
      'git',
      [
        '-c',
        'user.name=Ada Lopez',
        '-c',
        'user.email=ada@shop.example',
        '-c',
        'commit.gpgsign=false',
        ...args,
      ],
      { cwd: folder, stdio: 'ignore' },
    );
  git('init', '-b', 'main');
  git('config', 'commit.gpgsign', 'false');
  git('config', 'user.name', 'Ada Lopez');
  git('config', 'user.email', 'ada@shop.example');
  for (const [path, subject] of [
    ['vendor', 'Vendor the packages that we patch'],
    ['src', 'Log users in with a token'],
    ['.', 'Add settings, documents and the logo'],
  ]) {
    git('add', path);
    git('commit', '-m', subject);
  }
  return folder;
}

export const ownFiles = Object.keys(own);
