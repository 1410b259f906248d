// Generates calls to the reference server, which has one tool of each kind. Its tool `get-env` is not called, because
// it returns the whole environment, which is not an ordinary call.

export function* tryEverything({ random, texts }) {
  const { pick, below, between } = random;
  const kinds = [
    () => ['echo', { message: texts.sentences(3) }],
    () => ['echo', { message: texts.code(400) }],
    () => ['get-sum', { a: below(1000), b: between(-50, 50) }],
    () => ['get-tiny-image', {}],
    () => [
      'get-annotated-message',
      { messageType: pick(['error', 'success', 'debug']), includeImage: false },
    ],
    () => ['get-resource-links', { count: between(1, 5) }],
    () => ['get-resource-reference', { resourceType: 'Text', resourceId: between(1, 9) }],
    () => ['get-structured-content', { location: pick(['New York', 'Chicago', 'Los Angeles']) }],
    () => ['toggle-simulated-logging', {}],
    () => ['trigger-long-running-operation', { duration: 0.01, steps: 1 }],
  ];
  for (;;) {
    const [name, input] = pick(kinds)();
    yield { name, arguments: input };
  }
}
