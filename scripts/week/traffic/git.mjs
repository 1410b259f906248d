// Generates calls for history, branches and commits. The agent changes files between the calls.

import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from '../texts.mjs';

export function* workWithGit({ project, random, texts }) {
  const { pick, between, chance } = random;
  const call = (name, input = {}) => ({ name: `git_${name}`, arguments: { path: project, ...input } });
  const file = () => pick(sourceFiles)[0];
  let branches = 0;
  const looks = [
    () => call('status'),
    () => call('log', { maxCount: between(1, 8), stat: chance(0.5) }),
    () => call('log', { oneline: true, maxCount: between(3, 20) }),
    () => call('log', { filePath: file(), maxCount: 3, patch: true }),
    () => call('log', { author: 'Ada', since: '1 week ago', grep: texts.word() }),
    () => call('diff', { target: 'HEAD', stat: true }),
    () => call('diff', { target: 'HEAD~1', source: 'HEAD', paths: [file()] }),
    () => call('show', { object: pick(['HEAD', 'HEAD~1', 'main']), stat: true }),
    () => call('blame', { filePath: file(), startLine: 1, endLine: between(5, 20) }),
    () => call('branch', { mode: 'list' }),
    () => call('branch', { mode: 'show-current' }),
    () => call('tag', { mode: 'list' }),
    () => call('stash', { mode: 'list' }),
    () => call('reflog', { maxCount: between(3, 10) }),
    () => call('remote', { mode: 'list' }),
  ];
  yield { name: 'git_set_working_dir', arguments: { path: project } };
  for (;;) {
    for (let left = between(2, 6); left > 0; left--) yield pick(looks)();
    if (chance(0.2)) yield* feature();
    else if (chance(0.7)) yield* commit();
    if (chance(0.15))
      yield call('tag', { mode: 'create', tagName: `v1.${++branches}.0`, message: texts.sentence() });
    if (chance(0.1)) yield* stash();
  }

  function* commit() {
    const path = pick(['README.md', 'AGENTS.md', 'src/server.ts']);
    const text = path.endsWith('.ts') ? `// ${texts.sentence()}\n` : `\n${texts.sentences(2)}\n`;
    appendFileSync(join(project, path), text);
    yield call('diff', { paths: [path] });
    yield call('add', { paths: [path] });
    yield call('diff', { staged: true });
    const subject = pick(['Describe', 'Fix', 'Rename', 'Remove', 'Ignore', 'Allow', 'Test']);
    const message = `${subject} ${texts.word()} ${texts.word()}\n\n${texts.sentences(2)}`;
    yield call('commit', { message });
  }

  function* feature() {
    const branchName = `feature/${texts.word()}-${++branches}`;
    yield call('checkout', { target: branchName, createBranch: true });
    yield* commit();
    yield call('checkout', { target: 'main' });
    yield call('merge', { branch: branchName, noFastForward: true, message: `Merge ${branchName}` });
    yield call('branch', { mode: 'delete', branchName });
  }

  function* stash() {
    appendFileSync(join(project, 'AGENTS.md'), `- ${texts.sentence()}\n`);
    yield call('stash', { mode: 'push', message: texts.sentence() });
    yield call('stash', { mode: 'pop' });
    yield call('checkout', { target: 'HEAD', paths: ['AGENTS.md'] });
  }
}
