import { expect, test } from 'vitest';
import { loggedError, redact } from './log.ts';

test('secrets of shops and of the payment provider never reach a log line', () => {
  const line = 'token shpat_0123456789abcdef and sk_test_abc123, Bearer aaaaaaaaaaaaaaaaaaaaaaaa';
  expect(redact(line)).toBe('token [secret] and [secret], [secret]');
});

test('an error of the database is logged without the row that it quotes', () => {
  const error = Object.assign(new Error('null value in column "order_id"'), {
    code: '23502',
    table: 'order_recipients',
    detail: 'Failing row contains (Ada Miller, 1 Main St).',
    where: 'COPY line 1: Ada Miller',
  });
  const logged = loggedError(error);
  expect(logged).toMatchObject({ message: error.message, code: '23502', table: 'order_recipients' });
  expect(JSON.stringify(logged)).not.toContain('Ada');
});

test('what is no error and what lies behind one are logged too', () => {
  expect(loggedError('gone')).toEqual({ message: 'gone' });
  expect(loggedError(new Error('outer', { cause: new Error('inner') }))).toMatchObject({ cause: { message: 'inner' } });
});
