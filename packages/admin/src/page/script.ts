// What the page does. Text of strangers becomes text nodes, never markup: `textContent` is the only way in.

export const script = `'use strict';
const byId = (id) => document.getElementById(id);
// Nothing hides, moves or turns around; only lines of a description end where they end.
const visible = (text) => String(text).replace(/[^\\P{C}\\n]|[\\p{Zl}\\p{Zp}]/gu, (character) =>
  '⟨U+' + character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0') + '⟩');
const make = (name, text, className) => {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = visible(text);
  if (className) element.className = className;
  return element;
};
const say = (text) => { byId('state').textContent = text; };

// Other ports of this machine get our cookie, too; what is kept here they cannot read.
const pageKey = () => localStorage.getItem('clawdefender-page') || '';

async function call(method, path, body) {
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const answer = await fetch(path, {
    method,
    headers: { ...type, 'X-ClawDefender-Page': pageKey() },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (answer.status === 204) return undefined;
  const value = await answer.json();
  if (!answer.ok) throw new Error(value.detail || 'error ' + answer.status);
  return value;
}

const attempt = (act) => async () => {
  try { await act(); } catch (error) { say(error.message); }
};

function button(text, act) {
  const element = make('button', text);
  element.type = 'button';
  element.addEventListener('click', attempt(async () => {
    element.disabled = true;
    try { await act(); } finally { element.disabled = false; }
  }));
  return element;
}

async function showKill() {
  const { enabled, since, by } = await call('GET', '/api/kill');
  const state = byId('kill-state');
  state.textContent = enabled ? 'ON since ' + since + ', by ' + by + ': every reviewed call is refused' : 'off';
  state.className = enabled ? 'on' : '';
  const old = byId('kill');
  const fresh = button(enabled ? 'switch off' : 'switch ON', async () => {
    await call('POST', '/api/kill', { enabled: !enabled });
    await showKill();
  });
  fresh.id = 'kill';
  old.replaceWith(fresh);
}

const answers = [
  ['yes, once', { decision: 'approve', scope: 'once' }],
  ['yes, this session', { decision: 'approve', scope: 'session' }],
  ['yes, for an hour', { decision: 'approve', for: '1h' }],
  ['yes, always', { decision: 'approve', scope: 'always' }],
  ['no', { decision: 'deny' }],
];

function question(item) {
  const card = make('article');
  card.dataset.id = item.id;
  card.append(make('pre', (item.description || []).join('\\n')));
  for (const [text, body] of answers)
    card.append(button(text, async () => {
      await call('POST', '/api/approvals/' + encodeURIComponent(item.id), body);
      await showApprovals();
    }));
  return card;
}

const reach = { once: 'once, until ', session: 'for its session, at the longest until ', time: 'until ', always: 'until ' };

function grant(item) {
  const card = make('article');
  card.dataset.id = item.id;
  const until = item.expires_at ? reach[item.scope] + item.expires_at : item.scope;
  card.append(make('p', item.server + '/' + (item.tool || '') + ': ' + until));
  card.append(make('pre', (item.description || []).join('\\n')));
  card.append(button('revoke', async () => {
    await call('DELETE', '/api/approvals/' + encodeURIComponent(item.id));
    await showApprovals();
  }));
  return card;
}

// A click and an event ask at the same moment, and the older answer may come last: only the newest is shown.
let asked = 0;
async function showApprovals() {
  const mine = ++asked;
  const { items } = await call('GET', '/api/approvals');
  if (mine !== asked) return;
  const fill = (id, cards, nothing) => byId(id).replaceChildren(...(cards.length ? cards : [make('p', nothing)]));
  fill('waiting', items.filter((item) => item.state === 'pending').map(question), 'nothing waits');
  fill('granted', items.filter((item) => item.state !== 'pending').map(grant), 'nothing was granted');
}

const shownKinds = ['decision', 'approval', 'gap', 'session_start', 'session_end', 'report'];
const mostRows = 200;

function addEvent(record) {
  if (!shownKinds.includes(record.kind)) return;
  const row = make('tr');
  const what = record.tool ? (record.method || record.kind) + ' ' + record.tool : record.method || record.kind;
  row.append(
    make('td', record.time), make('td', record.server), make('td', what),
    make('td', record.decision || record.state || '', record.decision === 'deny' ? 'deny' : ''),
    make('td', record.rule || ''),
  );
  row.title = visible(record.reason || '');
  byId('events').prepend(row);
  while (byId('events').rows.length > mostRows) byId('events').lastElementChild.remove();
}

async function showAll() {
  const { items } = await call('GET', '/api/logs?limit=50');
  byId('events').replaceChildren();
  for (const record of items.reverse()) addEvent(record);
  await Promise.all([showKill(), showApprovals()]);
}

function listen() {
  const socket = new WebSocket('ws://' + location.host + '/ws', ['clawdefender.page.' + pageKey()]);
  let open = false;
  socket.onmessage = ({ data }) => attempt(async () => {
    const event = JSON.parse(data);
    if (event.type === 'ready') { open = true; say('live'); await showAll(); }
    else if (event.type === 'record') addEvent(event.record);
    else if (event.type === 'approvals') await showApprovals();
    else if (event.type === 'kill') await showKill();
  })();
  socket.onclose = ({ code }) => {
    if (code === 4401) { say('signed out; open a new link'); return; }
    say(open ? 'the connection was lost; trying again …' : 'no connection; is the dashboard running?');
    setTimeout(listen, 2000);
  };
}

async function begin() {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  // Not left in the history of the browser.
  if (token) {
    history.replaceState(null, '', '/');
    const { page } = await call('POST', '/api/session', { token });
    localStorage.setItem('clawdefender-page', page);
  }
  await showAll();
  byId('leave').disabled = false;
  byId('leave').addEventListener('click', attempt(() => call('DELETE', '/api/session')));
  listen();
}
attempt(begin)();
`;
