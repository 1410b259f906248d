// Acts as a browser in tests: follows the link, signs in, consents, and returns the redirect URI.

import { request } from 'undici';

/** Follows a link and returns the redirect away from the authorization server, without following it. */
export async function signIn(link: string, consent = true): Promise<string> {
  const cookies = new Map<string, string>();
  let url = new URL(link);
  let form: URLSearchParams | undefined;
  for (let steps = 0; steps < 20; steps++) {
    const { statusCode, headers, body } = await request(url, {
      method: form === undefined ? 'GET' : 'POST',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      body: form?.toString() ?? null,
    });
    for (const cookie of [headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const text = await body.text();
    form = undefined;
    if (statusCode >= 300 && statusCode < 400) {
      const next = new URL(String(headers['location']), url);
      if (next.origin !== url.origin) return next.href;
      url = next;
    } else if (statusCode === 200) {
      const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(text) ?? [];
      const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(text) ?? [];
      if (prompt === 'consent' && !consent) {
        const [, abort = ''] = /href="([^"]+\/abort)"/.exec(text) ?? [];
        url = new URL(abort, url);
        continue;
      }
      form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login: 'user', password: 'x' }) });
      url = new URL(action, url);
    } else throw new Error(`the authorization server responded with ${statusCode}: ${text.slice(0, 500)}`);
  }
  throw new Error('the login does not end after 20 requests');
}

export async function followRedirect(
  address: string,
): Promise<{ readonly status: number; readonly text: string }> {
  const { statusCode, body } = await request(address);
  return { status: statusCode, text: await body.text() };
}
