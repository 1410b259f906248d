// Generates calls for the cache and the queues of the shop.

export function* useRedis({ random, texts }) {
  const { pick, below, between } = random;
  const key = () => `${pick(['cart', 'item', 'session', 'rate', 'queue:mail'])}:${below(60)}`;
  const values = [
    () => JSON.stringify({ items: [below(99), below(99)], total: below(9000) / 100, currency: 'EUR' }),
    () => String(below(100_000)),
    () => texts.sentence(),
    () =>
      JSON.stringify({
        to: `user${below(50)}@shop.example`,
        template: texts.word(),
        subject: texts.sentence(),
      }),
  ];
  for (;;) {
    yield { name: 'set', arguments: { key: key(), value: pick(values)(), expireSeconds: between(60, 3600) } };
    yield { name: 'get', arguments: { key: key() } };
    yield { name: 'get', arguments: { key: key() } };
    yield { name: 'list', arguments: { pattern: `${pick(['cart', 'item', 'session', 'queue:mail'])}:*` } };
    if (below(4) === 0) yield { name: 'delete', arguments: { key: key() } };
  }
}
