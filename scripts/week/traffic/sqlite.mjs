// Generates queries of the shop's database: tables, rows and reports.

export function* querySqlite({ random, texts }) {
  const { pick, below, between, chance } = random;
  const run = (name) => (query) => ({ name, arguments: { query } });
  const [read, write, create] = ['read_query', 'write_query', 'create_table'].map(run);
  const quote = (text) => `'${text.replaceAll("'", "''")}'`;
  yield create(
    'CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT UNIQUE, city TEXT)',
  );
  yield create(
    'CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER, total REAL, status TEXT, note TEXT)',
  );
  yield create(
    'CREATE TABLE sessions (id TEXT PRIMARY KEY, customer_id INTEGER, token_hash TEXT, expires_at TEXT)',
  );
  yield { name: 'list_tables', arguments: {} };
  for (const table of ['customers', 'orders', 'sessions'])
    yield { name: 'describe_table', arguments: { table_name: table } };
  let customers = 0;
  const reports = [
    () =>
      `SELECT c.name, count(*) AS orders, round(sum(o.total), 2) AS total FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.id ORDER BY total DESC LIMIT ${between(3, 20)}`,
    () =>
      `SELECT * FROM orders WHERE status = '${pick(['open', 'paid', 'sent'])}' ORDER BY id DESC LIMIT ${between(1, 10)}`,
    () => `SELECT id, note FROM orders WHERE note LIKE '%${texts.word()}%'`,
    () => `SELECT city, count(*) FROM customers GROUP BY city HAVING count(*) > ${below(4)}`,
    () => `EXPLAIN QUERY PLAN SELECT * FROM customers WHERE email = 'user${below(50)}@shop.example'`,
    () => "SELECT name, sql FROM sqlite_master WHERE type = 'table'",
    () =>
      `WITH recent AS (SELECT * FROM orders ORDER BY id DESC LIMIT 50) SELECT status, avg(total) FROM recent GROUP BY status`,
  ];
  for (;;) {
    const id = ++customers;
    const city = pick(['Wien', 'Lyon', 'Oslo', 'Kraków', 'São Paulo']);
    yield write(
      `INSERT INTO customers VALUES (${id}, ${quote(`${texts.word()} ${texts.word()}`)}, 'user${id}@shop.example', '${city}')`,
    );
    const orders = Array.from(
      { length: between(1, 3) },
      () => `(${id}, ${below(9000) / 100}, '${pick(['open', 'paid', 'sent'])}', ${quote(texts.sentence())})`,
    );
    yield write(`INSERT INTO orders (customer_id, total, status, note) VALUES ${orders.join(', ')}`);
    for (let left = between(1, 4); left > 0; left--) yield read(pick(reports)());
    if (chance(0.4))
      yield write(`UPDATE orders SET status = 'sent' WHERE status = 'paid' AND id < ${between(1, 200)}`);
    if (chance(0.2)) yield write(`DELETE FROM sessions WHERE expires_at < datetime('now')`);
    if (chance(0.1)) yield write(`DELETE FROM orders WHERE id = ${between(1, 100)} AND status = 'open'`);
  }
}
