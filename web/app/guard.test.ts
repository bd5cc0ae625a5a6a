import { describe, expect, it } from 'vitest';
import type { Profile } from '../components/session.tsx';
import type { PageEntry } from '../shell/page-entry.ts';
import { findChain, isOfClient } from '../shell/page-table.ts';
import { paths } from '../lib/paths.ts';
import { fromLogin, homeOf, judge, type Verdict } from './guard.ts';
import { merchantPages } from './merchant-pages.tsx';
import { sessionOf } from './session-of.ts';
import { staffPages } from './staff-pages.tsx';

const page = () => null;
const entries: PageEntry[] = [
  { path: '/login', title: 'login', bare: true, page },
  { path: '/404', title: 'notFound', bare: true, page },
  { path: '/401', title: 'forbidden', bare: true, page },
  { path: '/Dashboard/index', title: 'dashboard', affix: true, page },
  { path: '/staff/quotes', title: 'staffQuotes', roles: ['agent'], page },
  { path: '/order/index', title: 'orders', page },
  { path: '/wallet', title: 'wallet', children: [{ path: '/wallet/wallet', title: 'balance', page }] },
];

function profileOf(...roles: string[]): Profile {
  return {
    id: '',
    username: 'u',
    avatar: '',
    introduction: '',
    roles,
    user: null,
    image_identify_enabled: true,
    contact: [],
    locale: 'en',
    email_verified: true,
    account: null,
    rights: {},
    acting_as: null,
    settings: null,
    list_columns: {},
  };
}

function at(address: string, state: unknown = null) {
  const url = new URL(address, 'http://local');
  return { pathname: url.pathname, search: url.search, hash: url.hash, state };
}

const owner = profileOf('owner');
const go = (to: string) => ({ do: 'go', to });
const toOf = (verdict: Verdict) => (verdict.do === 'go' ? verdict.to : '');

describe('without a token', () => {
  it('shows the log-in and sends everything else there with the whole path', { tags: ['A01', 'S2-36'] }, () => {
    expect(judge(entries, at('/login'), false, undefined).do).toBe('show');
    expect(judge(entries, at('/order/index?a=1&b=2'), false, undefined)).toEqual(
      go('/login?redirect=%2Forder%2Findex%3Fa%3D1%26b%3D2'),
    );
    expect(judge(entries, at('/nope'), false, undefined)).toEqual(go('/login?redirect=%2Fnope'));
    expect(judge(entries, at('/404'), false, undefined)).toEqual(go('/login'));
    for (const root of ['/', '/dashboard/index'])
      expect(decodeURIComponent(toOf(judge(entries, at(root), false, undefined)).toLowerCase())).toBe(
        '/login?redirect=/dashboard/index',
      );
  });
});

describe('with a token', () => {
  it('asks for the profile first, but not on free pages', () => {
    expect(judge(entries, at('/order/index'), true, undefined)).toEqual({ do: 'load' });
    expect(judge(entries, at('/login'), true, undefined).do).toBe('show');
  });

  it('leads the root and every spelling to the one Dashboard', { tags: ['S2-16'] }, () => {
    for (const path of ['/', '/dashboard/index', '/DASHBOARD/index/']) {
      expect(judge(entries, at(path), true, owner)).toEqual(go('/Dashboard/index'));
    }
    expect(judge(entries, at('/Dashboard/index'), true, owner)).toMatchObject({ do: 'show' });
  });

  it('leads a parent without a page to its first child and keeps the query', () => {
    expect(judge(entries, at('/wallet?x=1'), true, owner)).toEqual(go('/wallet/wallet?x=1'));
  });

  it('answers 404 for unknown and 401 for known but forbidden pages', () => {
    expect(judge(entries, at('/nope?x=1'), true, owner)).toEqual(go('/404?x=1'));
    expect(judge(entries, at('/staff/quotes'), true, owner)).toEqual(go('/401'));
    expect(judge(entries, at('/staff/quotes'), true, profileOf('agent')).do).toBe('show');
    expect(judge(entries, at('/staff/quotes'), true, profileOf('admin')).do).toBe('show');
    const mailed = { ...at('/desk/quotes'), search: '?quote=1', hash: '#items' };
    expect(judge(entries, mailed, true, profileOf('agent'))).toEqual(go('/staff/quotes?quote=1#items'));
  });

  it('turns a forbidden or unknown target of the log-in into the home of the user', { tags: ['A17'] }, () => {
    expect(judge(entries, at('/staff/quotes', fromLogin), true, owner)).toEqual(go('/Dashboard/index'));
    expect(judge(entries, at('/nope', fromLogin), true, owner)).toEqual(go('/Dashboard/index'));
    expect(judge(entries, at('/', fromLogin), true, profileOf('agent'))).toEqual(go('/staff/quotes'));
  });

  it('refreshes through /redirect and never leaves this site', () => {
    expect(judge(entries, at('/redirect/order/index?x=1'), true, owner)).toEqual({
      do: 'refresh',
      path: '/order/index',
      search: '?x=1',
      to: '/order/index?x=1',
    });
    expect(judge(entries, at('/redirect/order/index?x=1#part'), true, owner)).toMatchObject({
      to: '/order/index?x=1#part',
    });
    expect(judge(entries, at('/redirect'), true, owner)).toMatchObject({ to: '/' });
  });

  it('treats an empty list of roles as a member without rights, not as a failure', { tags: ['A10'] }, () => {
    expect(judge(entries, at('/order/index'), true, profileOf()).do).toBe('show');
    expect(homeOf([], owner)).toBe('/404');
  });
});

it('the session has token, name, avatar, introduction and roles, and no roles mean viewer', {
  tags: ['S3-08', 'A10'],
}, () => {
  const { profile, ...session } = sessionOf('t-1', { ...owner, avatar: '/api/avatars/1', introduction: 'Buys lamps' });
  expect(session).toEqual({
    token: 't-1',
    name: 'u',
    avatar: '/api/avatars/1',
    introduction: 'Buys lamps',
    roles: ['owner'],
  });
  expect(profile.roles).toEqual(['owner']);
  expect(sessionOf('t-1', profileOf()).profile.roles).toEqual(['viewer']);
});

it('asks staff for a client on the pages of clients alone, not on their own', () => {
  const client = (path: string) => findChain([...merchantPages, ...staffPages], path).every(isOfClient);
  expect([paths.orders, paths.dashboard, paths.subAccounts].map(client)).toEqual([true, true, true]);
  expect([paths.account, paths.resources, paths.staffQuotes].map(client)).toEqual([false, false, false]);
});
