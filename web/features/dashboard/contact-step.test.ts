import { expect, it } from 'vitest';
import { contactStep } from './contact-step.ts';

it('asks how to reach the merchant, and stays ticked once that is said', () => {
  expect(contactStep(false, false)).toEqual({ done: false });
  expect(contactStep(false, true)).toEqual({ done: true });
  expect(contactStep(true, true)).toEqual({ done: true });
  expect(contactStep(true, false)).toBeUndefined();
  expect(contactStep(undefined, false)).toBeUndefined();
});
