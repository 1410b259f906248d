import { describe, expect, test } from 'vitest';
import { findTarget } from './find-target.js';

describe('finds the most informative argument of a call', () => {
  const cases: { name: string; input: unknown; target: string | undefined }[] = [
    { name: 'a path before other texts', input: { content: 'hello', path: '/srv/a' }, target: '/srv/a' },
    { name: 'the first of several paths', input: { paths: ['/srv/a', '/srv/b'] }, target: '/srv/a' },
    { name: 'a name that ends with `path`', input: { text: 'x', file_path: '/srv/a' }, target: '/srv/a' },
    { name: 'the first text otherwise', input: { count: 2, title: 'A bug', body: 'x' }, target: 'A bug' },
    { name: 'no text', input: { count: 2, deep: { path: '/srv/a' }, path: '' }, target: undefined },
    { name: 'a long text is cut', input: { command: 'x'.repeat(5000) }, target: 'x'.repeat(160) },
    { name: 'a value that is not an object', input: 'text', target: undefined },
    { name: 'null', input: null, target: undefined },
  ];
  for (const { name, input, target } of cases) test(name, () => expect(findTarget(input)).toBe(target));
});
