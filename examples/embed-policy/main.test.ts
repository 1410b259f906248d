import { expect, test } from 'vitest';
import { decide } from './main.js';

test('the example decides what it says', () => {
  expect(decide('read_file', { path: 'notes.txt' }).decision).toBe('allow');
  expect(decide('read_file', { path: 'file:///home/user/%2Essh/id_rsa' }).decision).toBe('deny');
  expect(decide('write_file', { path: 'notes.txt' }).rule).toBe('default');
});
