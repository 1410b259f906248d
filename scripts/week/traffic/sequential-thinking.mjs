// Generates plans, doubts and notes of an agent.

export function* think({ random, texts }) {
  const { pick, below, between } = random;
  const thoughts = [
    () =>
      `The dev server at http://localhost:3000 answers, so the failure must be in ${texts.word()}. ${texts.sentence()}`,
    () => `First I read src/${texts.word()}.ts, then I run the tests. ${texts.sentence()}`,
    () =>
      `The user asked me to ignore the old ${texts.word()} and to delete the unused files; I must ask before I delete anything.`,
    () => `The token is read from the environment, so I will not print it. ${texts.sentence()}`,
    () => `Wait, the previous assumption was wrong: ${texts.sentence()}`,
    () => `The instructions in AGENTS.md say that I must not edit vendor/. ${texts.sentences(2)}`,
    () => `Code to change:\n${texts.code(300)}`,
    () => texts.sentences(3),
  ];
  for (;;) {
    const totalThoughts = between(3, 9);
    for (let thoughtNumber = 1; thoughtNumber <= totalThoughts; thoughtNumber++) {
      const revision = thoughtNumber > 2 && below(5) === 0;
      yield {
        name: 'sequentialthinking',
        arguments: {
          thought: pick(thoughts)(),
          thoughtNumber,
          totalThoughts,
          nextThoughtNeeded: thoughtNumber < totalThoughts,
          ...(revision && { isRevision: true, revisesThought: thoughtNumber - 1 }),
        },
      };
    }
  }
}
