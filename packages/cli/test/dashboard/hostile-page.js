// Attacks the dashboard of a visitor from a page of another origin. This script runs in a real browser; the test passes
// the URL of the dashboard and the id of a pending request.

/** Tries all attacks, and returns what it could read. */
// biome-ignore lint/correctness/noUnusedVariables: called by the test
async function attack({ origin, id }) {
  const learnt = [];
  const told = async (name, attempt) => {
    const got = await attempt().catch(() => undefined);
    if (got !== undefined) learnt.push(`${name}: ${got}`);
  };
  const bodies = {
    [`/api/approvals/${id}`]: '{"decision":"approve","scope":"always"}',
    '/api/kill': '{"enabled":true}',
  };
  for (const [path, body] of Object.entries(bodies)) {
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      for (const mode of ['cors', 'no-cors']) {
        const headers = { 'Content-Type': type };
        const request = { method: 'POST', mode, credentials: 'include', headers, body };
        await told(
          `${type} ${mode}`,
          async () => (await (await fetch(origin + path, request)).text()) || undefined,
        );
      }
    }
    navigator.sendBeacon(origin + path, new Blob([body], { type: 'text/plain' }));
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: origin + path, enctype: 'text/plain', target: 'sink' });
    const field = document.createElement('input');
    Object.assign(field, { name: body.slice(0, -1), value: '"}' });
    form.append(field);
    document.body.append(form);
  }
  const elements = { iframe: 'src', script: 'src', img: 'src', object: 'data', embed: 'src' };
  for (const [name, attribute] of Object.entries(elements)) {
    for (const path of ['/', '/api/approvals', '/api/logs']) {
      const element = document.createElement(name);
      element.setAttribute(attribute, origin + path);
      const settled = new Promise((resolve) => {
        for (const event of ['load', 'error']) element.addEventListener(event, resolve);
        setTimeout(resolve, 1000);
      });
      document.body.append(element);
      await settled;
      const inside = element.contentDocument?.body?.textContent;
      if (inside) learnt.push(`${name}: ${inside}`);
    }
  }
  const sink = document.createElement('iframe');
  sink.name = 'sink';
  document.body.append(sink);
  for (const form of document.forms) form.submit();
  for (const protocols of [[], ['clawdefender.page.'], ['clawdefender.page.x']])
    await told(
      'WebSocket',
      () =>
        new Promise((resolve, reject) => {
          const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, protocols);
          socket.onmessage = ({ data }) => resolve(data);
          socket.onerror = reject;
        }),
    );
  await told('storage', async () => localStorage.getItem('clawdefender-page') ?? undefined);
  await told('cookie', async () => document.cookie || undefined);
  return learnt;
}
