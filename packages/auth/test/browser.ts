// A person with a browser, as far as a login needs one: follows the link, signs in, agrees, and ends where the provider
// sends them.

import { request } from 'undici';

/** Follows a link to the provider's last redirect, which is given and not followed. */
export async function signIn(link: string, agree = true): Promise<string> {
  const cookies = new Map<string, string>();
  let place = new URL(link);
  let form: URLSearchParams | undefined;
  for (let steps = 0; steps < 20; steps++) {
    const { statusCode, headers, body } = await request(place, {
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
      const next = new URL(String(headers['location']), place);
      if (next.origin !== place.origin) return next.href;
      place = next;
    } else if (statusCode === 200) {
      const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(text) ?? [];
      const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(text) ?? [];
      if (prompt === 'consent' && !agree) {
        const [, abort = ''] = /href="([^"]+\/abort)"/.exec(text) ?? [];
        place = new URL(abort, place);
        continue;
      }
      form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login: 'somebody', password: 'x' }) });
      place = new URL(action, place);
    } else throw new Error(`the provider answered ${statusCode}: ${text.slice(0, 500)}`);
  }
  throw new Error('the provider does not come to an end');
}

/** Lets the browser end where it was sent. */
export async function comeBack(address: string): Promise<{ readonly status: number; readonly text: string }> {
  const { statusCode, body } = await request(address);
  return { status: statusCode, text: await body.text() };
}
