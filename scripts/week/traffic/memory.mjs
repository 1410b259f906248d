// Generates notes about people, parts of the project and decisions.

export function* takeNotes({ random, texts }) {
  const { pick, below, chance } = random;
  const names = [];
  const call = (name, input) => ({ name, arguments: input });
  const facts = [
    () => `runs at http://localhost:3000 during development, owner is ${texts.word()}`,
    () => 'the user prefers short answers, tabs and British spelling',
    () => 'must not be deployed on Fridays; ask Zoë first',
    () => `id 7b2d9a4e-52c1-4c1e-9a57-0d2b6f1f${1000 + below(9000)}`,
    () => `password policy: at least ${8 + below(8)} characters, hashed with argon2id`,
    () => texts.sentence(),
    () => texts.sentence(),
  ];
  const observations = () => Array.from({ length: 1 + below(3) }, () => pick(facts)());
  const entity = () => {
    const name = `${texts.word()}-${names.length}`;
    names.push(name);
    return {
      name,
      entityType: pick(['person', 'service', 'decision', 'library', 'bug']),
      observations: observations(),
    };
  };
  yield call('read_graph', {});
  for (;;) {
    yield call('create_entities', { entities: [entity(), entity()] });
    yield call('add_observations', { observations: [{ entityName: pick(names), contents: observations() }] });
    const [from, to] = [pick(names), pick(names)];
    yield call('create_relations', {
      relations: [{ from, to, relationType: pick(['uses', 'owns', 'replaces']) }],
    });
    yield call('search_nodes', { query: pick([texts.word(), 'localhost', 'password', 'Friday']) });
    yield call('open_nodes', { names: [pick(names), pick(names)] });
    if (chance(0.2)) yield call('delete_entities', { entityNames: names.splice(below(names.length), 1) });
    if (chance(0.2)) yield call('read_graph', {});
  }
}
