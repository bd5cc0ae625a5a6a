import { expect, it } from 'vitest';
import { compactContract } from './endpoints-plugin.ts';

it('keeps method, path and flags of an endpoint and nothing else', () => {
  const contract = {
    quotes: {
      list: { method: 'GET', path: '/api/quotes', meta: {}, answer: {} },
      accept: { method: 'POST', path: '/api/quotes/{id}/accept', idempotent: true },
    },
    files: { upload: { method: 'POST', path: '/api/files', upload: true } },
  };
  expect(compactContract(contract)).toEqual({
    quotes: { list: ['GET', '/api/quotes', 'list'], accept: ['POST', '/api/quotes/{id}/accept', 'idempotent'] },
    files: { upload: ['POST', '/api/files', 'upload'] },
  });
});
