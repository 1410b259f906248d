import { expect, test } from 'vitest';
import { Circuit } from './circuit.js';

test('three failures in a row, then calls fail at once until a pause is over, and one success heals', () => {
  let now = 0;
  const circuit = new Circuit(() => now);
  for (let i = 0; i < 2; i++) circuit.failed('refused');
  expect(circuit.refuse()).toBeUndefined();
  circuit.failed('refused');
  expect(circuit.refuse()).toBe('refused');
  now = 999;
  expect(circuit.refuse()).toBe('refused');
  now = 1000;
  expect(circuit.refuse()).toBeUndefined();
  expect(circuit.refuse()).toBe('refused');
  circuit.succeeded();
  expect(circuit.refuse()).toBeUndefined();
});

test('a success in between starts the count anew', () => {
  const circuit = new Circuit(() => 0);
  for (let i = 0; i < 10; i++) {
    circuit.failed('refused');
    circuit.failed('refused');
    circuit.succeeded();
  }
  expect(circuit.isDown).toBe(false);
});

test('pauses grow, but not for ever', () => {
  let now = 0;
  const circuit = new Circuit(() => now);
  for (let i = 0; i < 3; i++) circuit.failed('x');
  const pauses: number[] = [];
  for (let i = 0; i < 7; i++) {
    const start = now;
    while (circuit.refuse() !== undefined) now += 100;
    pauses.push(now - start);
    circuit.failed('x');
  }
  expect(pauses).toEqual([1000, 2000, 4000, 5000, 5000, 5000, 5000]);
});

test('many calls that fail together make no longer pause than one', () => {
  let now = 0;
  const circuit = new Circuit(() => now);
  for (let i = 0; i < 100; i++) circuit.failed('x');
  now = 1000;
  expect(circuit.refuse()).toBeUndefined();
});
