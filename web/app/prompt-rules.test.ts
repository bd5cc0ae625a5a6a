import { describe, expect, it } from 'vitest';
import type { Profile } from '../components/session.tsx';
import { asksForContact, isDue, type Known, mayAuthorize, nextPrompt, type Prompt } from './prompt-rules.ts';

const owner: Profile = {
  id: '019a0000-0000-7000-8000-000000000001',
  username: 'ada',
  avatar: '',
  introduction: '',
  roles: ['owner'],
  user: null,
  image_identify_enabled: true,
  contact: [],
  locale: 'en',
  email_verified: true,
  account: null,
  rights: { account: ['view', 'edit'], stores: ['view', 'edit'] },
  acting_as: null,
  settings: null,
  list_columns: {},
};
const user = { email: 'a@b.example', nick_name: '', skype: '', tel: '', wechat: '' };
const acting_as = { account_id: owner.id, account_name: 'Ada', until: '2026-11-21T17:00:00Z' };

describe('the bind prompt', () => {
  it('asks who has no user value, anywhere but on the store page in any spelling', { tags: ['S4-10', 'S6-05'] }, () => {
    expect(asksForContact(owner, '/Dashboard/index', false)).toBe('bind');
    for (const path of ['/my-store/index', '/My-Store/INDEX', '/my-store/index/'])
      expect(asksForContact(owner, path, false)).toBeUndefined();
  });

  it('tells who may not answer whom to ask', { tags: ['S6-05'] }, () => {
    const viewer: Profile = { ...owner, roles: ['viewer'], rights: { account: ['view'] } };
    expect(asksForContact(viewer, '/Dashboard/index', false)).toBe('ask_owner');
    expect(asksForContact({ ...viewer, rights: {} }, '/order/index', false)).toBe('ask_owner');
  });

  it('leaves alone who can be reached, snoozed, is of the staff, or works for a client', () => {
    const path = '/order/index';
    expect(asksForContact({ ...owner, user }, path, false)).toBeUndefined();
    expect(asksForContact(owner, path, true)).toBeUndefined();
    expect(asksForContact({ ...owner, roles: ['agent'], rights: {} }, path, false)).toBeUndefined();
    expect(asksForContact({ ...owner, acting_as }, path, false)).toBeUndefined();
  });
});

it('only those who may connect stores are told to authorize them again', () => {
  expect(mayAuthorize(owner)).toBe(true);
  expect(mayAuthorize({ ...owner, rights: { stores: ['view'] } })).toBe(false);
  expect(mayAuthorize({ ...owner, acting_as })).toBe(false);
});

it('a popup is due while it is unread and has not ended', { tags: ['S4-13'] }, () => {
  const now = Date.parse('2026-11-21T17:00:00Z');
  const at = (ended_at: string | null, is_read = false) => isDue({ ended_at, is_read }, now);
  expect(at(null)).toBe(true);
  expect(at('2026-11-21T17:00:01Z')).toBe(true);
  expect(at('2026-11-21T17:00:00Z')).toBe(false);
  expect(at(null, true)).toBe(false);
});

describe('the order of the dialogs', () => {
  const closed = (...prompts: Prompt[]) => ({ closed: new Set(prompts) });
  const all: Known = { asks: 'bind', thanking: false, stores: 2, notice: true, ...closed() };

  it('is bind, thanks, then stores, and the notice only without stores', { tags: ['S4-11', 'S4-12'] }, () => {
    expect(nextPrompt(all)).toBe('bind');
    expect(nextPrompt({ ...all, thanking: true })).toBe('thanks');
    expect(nextPrompt({ ...all, asks: undefined })).toBe('reauthorize');
    expect(nextPrompt({ ...all, asks: undefined, ...closed('bind') })).toBe('reauthorize');
    expect(nextPrompt({ ...all, asks: undefined, ...closed('bind', 'reauthorize') })).toBe('done');
    expect(nextPrompt({ ...all, asks: undefined, stores: 0 })).toBe('notice');
    expect(nextPrompt({ ...all, asks: undefined, stores: 0, ...closed('bind', 'notice') })).toBe('done');
    expect(nextPrompt({ ...all, asks: undefined, stores: 0, notice: false })).toBe('done');
  });

  it('waits for an answer before it goes on, but not to ask', () => {
    expect(nextPrompt({ ...all, stores: undefined, notice: undefined })).toBe('bind');
    expect(nextPrompt({ ...all, asks: undefined, stores: undefined })).toBe('wait');
    expect(nextPrompt({ ...all, asks: undefined, stores: 0, notice: undefined })).toBe('wait');
  });
});
