import { expect, it, vi } from 'vitest';
import { keyedActions, runOfKey } from './claim-keys.ts';

const all = { refund: vi.fn(), partial: vi.fn(), reship: vi.fn(), ask: vi.fn(), reject: vi.fn(), next: vi.fn() };

it('names the keys of what can be done, and “next” only where there is a next claim', () => {
  expect(keyedActions(all)).toEqual(['refund', 'partial', 'reship', 'ask', 'reject', 'next']);
  expect(keyedActions({ ...all, next: undefined })).not.toContain('next');
  expect(keyedActions({ ...all, reship: undefined })).toEqual(['refund', 'partial', 'ask', 'reject', 'next']);
});

it('runs what the hint names', () => {
  runOfKey('s', all)?.();
  expect(all.reship).toHaveBeenCalledOnce();
  expect(runOfKey('n', { ...all, next: undefined })).toBeUndefined();
  expect(runOfKey('x', all)).toBeUndefined();
});
