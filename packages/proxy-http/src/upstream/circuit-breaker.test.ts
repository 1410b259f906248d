import { expect, test } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.js';

test('after three consecutive failures, calls fail immediately during a pause, and one success closes the circuit', () => {
  let now = 0;
  const circuit = new CircuitBreaker(() => now);
  for (let i = 0; i < 2; i++) circuit.recordFailure('refused');
  expect(circuit.rejectReason()).toBeUndefined();
  circuit.recordFailure('refused');
  expect(circuit.rejectReason()).toBe('refused');
  now = 999;
  expect(circuit.rejectReason()).toBe('refused');
  now = 1000;
  expect(circuit.rejectReason()).toBeUndefined();
  expect(circuit.rejectReason()).toBe('refused');
  circuit.recordSuccess();
  expect(circuit.rejectReason()).toBeUndefined();
});

test('a success resets the number of failures', () => {
  const circuit = new CircuitBreaker(() => 0);
  for (let i = 0; i < 10; i++) {
    circuit.recordFailure('refused');
    circuit.recordFailure('refused');
    circuit.recordSuccess();
  }
  expect(circuit.isOpen).toBe(false);
});

test('pauses grow up to a limit', () => {
  let now = 0;
  const circuit = new CircuitBreaker(() => now);
  for (let i = 0; i < 3; i++) circuit.recordFailure('x');
  const pauses: number[] = [];
  for (let i = 0; i < 7; i++) {
    const start = now;
    while (circuit.rejectReason() !== undefined) now += 100;
    pauses.push(now - start);
    circuit.recordFailure('x');
  }
  expect(pauses).toEqual([1000, 2000, 4000, 5000, 5000, 5000, 5000]);
});

test('many calls that fail together cause one pause', () => {
  let now = 0;
  const circuit = new CircuitBreaker(() => now);
  for (let i = 0; i < 100; i++) circuit.recordFailure('x');
  now = 1000;
  expect(circuit.rejectReason()).toBeUndefined();
});
