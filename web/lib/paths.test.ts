import { expect, it } from 'vitest';
import { cookieIn, cookieText } from './cookies.ts';
import { isLocalPath, loginPath, loginTarget } from './login-redirect.ts';
import { isFree, paths, refreshTarget, samePath, withQuery } from './paths.ts';
import { documentTitle } from './document-title.ts';
import { safeStorage } from './storage.ts';

it('matches paths without regard to case and trailing slash', () => {
  expect(samePath('/dashboard/index/', paths.dashboard)).toBe(true);
  expect(samePath('/', '')).toBe(true);
  expect(samePath('/order/index', '/orders/index')).toBe(false);
});

it('finds the pages of staff under the addresses that mails and open tabs hold', () => {
  expect(samePath('/desk/quotes', paths.staffQuotes)).toBe(true);
  expect(samePath('/Desk/Catalogue/', paths.staffCatalog)).toBe(true);
  expect(samePath('/desk/watch', paths.staffExceptions)).toBe(true);
  expect(samePath('/desk/fulfilment', paths.staffFulfillment)).toBe(true);
  expect(samePath('/desktop/quotes', paths.staffQuotes)).toBe(false);
  expect(samePath('/desk', '/staff')).toBe(false);
});

it('lets both spellings of the token page through without a token', { tags: ['A06'] }, () => {
  const spellings = ['/mystores/GetToken', '/MYSTORES/gettoken', '/mysotres/gettoken/', '/MySotres/GetToken'];
  expect([...spellings, '/quoteDetail'].filter((path) => !isFree(path))).toEqual([]);
  expect(isFree('/404')).toBe(false);
});

it('refreshes local addresses only', () => {
  expect(refreshTarget('/redirect/order/index')).toBe('/order/index');
  expect(refreshTarget('/redirect')).toBe('/');
  expect(refreshTarget('/redirect//evil.example')).toBe('/evil.example');
  expect(refreshTarget('/redirect/\\evil.example')).toBe('/evil.example');
});

it('encodes the whole path once for the way back', { tags: ['A01'] }, () => {
  const from = { pathname: '/order/index', search: '?a=1&b=2', hash: '#h' };
  const to = loginPath(from);
  expect(to).toBe('/login?redirect=%2Forder%2Findex%3Fa%3D1%26b%3D2%23h');
  expect(loginTarget(to.slice('/login'.length))).toBe('/order/index?a=1&b=2#h');
  expect(loginPath({ pathname: '/', search: '', hash: '' })).toBe('/login?redirect=%2FDashboard%2Findex');
  for (const pathname of ['/404', '/401', '/login'])
    expect(loginPath({ pathname, search: '', hash: '' })).toBe('/login');
});

it('merges stray parameters of hand-written links, but nothing secret', { tags: ['A03'] }, () => {
  expect(loginTarget('?redirect=/a?x=1&y=2&utm_source=m&ref=z&token=t')).toBe('/a?x=1&y=2');
});

it('refuses targets that leave this site', { tags: ['A04'] }, () => {
  const bad = [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '\\/evil',
    '/\t/evil.example',
    'javascript:alert(1)',
    '',
  ];
  expect(bad.filter(isLocalPath)).toEqual([]);
  expect(loginTarget('?redirect=//evil.example')).toBeUndefined();
  expect(bad.map((target) => loginTarget(`?redirect=${encodeURIComponent(target)}`))).toEqual(bad.map(() => undefined));
});

it('builds addresses with a query', () => {
  expect(withQuery(paths.orders, { tab: 'to_pay', page: 2, q: '', none: undefined })).toBe(
    '/order/index?tab=to_pay&page=2',
  );
});

it('reads and writes cookies', { tags: ['S9-13'] }, () => {
  expect(cookieIn('a=1; Admin-Token=x%20y; b=2', 'Admin-Token')).toBe('x y');
  expect(cookieIn('a=%E0%A4%A', 'a')).toBeUndefined();
  expect(cookieIn('', 'a')).toBeUndefined();
  expect(cookieText('Admin-Token', 'x y', { days: 1, secure: true })).toBe(
    'Admin-Token=x%20y; Path=/; SameSite=Lax; Max-Age=86400; Secure',
  );
});

it('survives storage that throws', () => {
  const broken = safeStorage(() => {
    throw new Error('closed');
  });
  broken.set('a', 1);
  broken.drop('a');
  expect(broken.get('a')).toBeUndefined();
});

it('titles a document with page and site, and with the site alone where the page has no title', () => {
  expect(documentTitle('Orders', 'Tradewind')).toBe('Orders - Tradewind');
  expect(documentTitle('', 'Tradewind')).toBe('Tradewind');
});
