import { expect, test } from 'vitest';
import { messageIdFor } from './mail.ts';

test("a message id is stable for an outbox row and lies under the sender's domain", () => {
  expect(messageIdFor('0193-abc', 'Tradewind <no-reply@mail.tradewind.example>')).toBe(
    '<0193-abc@mail.tradewind.example>',
  );
  expect(messageIdFor('0193-abc', 'no-reply@tradewind.example')).toBe('<0193-abc@tradewind.example>');
  expect(messageIdFor('0193-abc', 'postmaster')).toBe('<0193-abc@localhost>');
});
