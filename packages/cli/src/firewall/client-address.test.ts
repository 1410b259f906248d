import { expect, test } from 'vitest';
import { addressOfCurrentMessage } from './client-address.js';

test('a message that waits is checked with the address from which it came', () => {
  let current: string | undefined = '10.0.0.1';
  const { address, remember } = addressOfCurrentMessage(() => current);
  const asItCame = remember();
  current = '10.0.0.2';
  expect(asItCame(address)).toBe('10.0.0.1');
  expect(address()).toBe('10.0.0.2');
  current = undefined;
  expect(asItCame(address)).toBe('10.0.0.1');
  current = '10.0.0.3';
  const failing = () => {
    throw new Error('no');
  };
  expect(() => asItCame(failing)).toThrow('no');
  expect(address()).toBe('10.0.0.3');
});

test('a message without an address does not get the address of another message', () => {
  let current: string | undefined;
  const { address, remember } = addressOfCurrentMessage(() => current);
  const asItCame = remember();
  current = '10.0.0.2';
  expect(asItCame(address)).toBeUndefined();
});
