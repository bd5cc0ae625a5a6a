import { describe, expect, it } from 'vitest';
import type { StaffRole } from '#contract/rights.ts';
import { readableFeatures } from '#contract/staff-access.ts';
import type { Profile } from '../components/session.tsx';
import { isExternal } from '../lib/paths.ts';
import { hidesImageSearch } from '../lib/user-info.ts';
import { crumbsOf } from './crumbs.ts';
import { limitMenu } from './fore-permission.ts';
import type { PageEntry } from './page-entry.ts';
import { pageIcons } from './page-icons.ts';
import { activeParents, activePath, findChain, menuLinks, menuOf, readableMenu } from './page-table.ts';
import { readPartners } from './partner-list.ts';
import { submenusAfter } from './use-open-menus.ts';

it('no two pages of staff look alike in the menu', () => {
  const icons = Object.entries(pageIcons).flatMap(([name, icon]) => (name.startsWith('staff') ? [icon] : []));
  expect(new Set(icons).size).toBe(icons.length);
});

const page = () => null;
const entries: PageEntry[] = [
  { path: '/Dashboard/index', title: 'dashboard', page },
  { path: '/order/index', title: 'orders', page },
  { path: '/order/detail', title: 'orders', hidden: true, activeMenu: '/order/index', page },
  { path: '/api-document/index', title: 'quotes', hidden: true, page },
  {
    path: '/wallet',
    title: 'wallet',
    children: [
      { path: '/wallet/wallet', title: 'balance', page },
      { path: '/wallet/recharge', title: 'recharge', page },
      { path: '/wallet/proof', title: 'products', hidden: true, activeMenu: '/wallet/recharge', page },
    ],
  },
  { path: '/always', title: 'clients', alwaysShow: true, children: [{ path: '/always/one', title: 'stores', page }] },
  {
    path: '/parent',
    title: 'invoices',
    page,
    children: [{ path: '/parent/one', title: 'quotes', hidden: true, page }],
  },
  { path: '/empty', title: 'quotes', children: [{ path: '/empty/one', title: 'quotes', hidden: true, page }] },
  { path: 'https://help.example/', title: 'connect' },
];
const owner: Profile = {
  id: '',
  username: 'u',
  avatar: '',
  introduction: '',
  roles: ['owner'],
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
const menu = (list?: unknown) => menuOf(limitMenu(entries, list), owner);
const pathsOf = (list?: unknown) => menu(list).map((item) => item.entry.path);
const chainOf = (path: string) => findChain(entries, path);

describe('the items of the sidebar', () => {
  it('leaves hidden routes out with their subtrees', { tags: ['S01', 'S2-41'] }, () => {
    expect(pathsOf()).toEqual([
      '/Dashboard/index',
      '/order/index',
      '/wallet',
      '/always',
      '/parent',
      'https://help.example/',
    ]);
  });

  it('an always-show parent with one child is a submenu', { tags: ['S04', 'S2-42'] }, () => {
    expect(menu().find((item) => item.entry.path === '/always')?.children).toHaveLength(1);
  });

  it('a parent with no visible children links to itself, and is left out without a page', { tags: ['S05'] }, () => {
    expect(menu().find((item) => item.entry.path === '/parent')?.children).toEqual([]);
    expect(pathsOf()).not.toContain('/empty');
  });

  it('tells addresses that lead out of the app', { tags: ['S06', 'S2-43'] }, () => {
    expect(['https://a.example', 'HTTP://a', 'mailto:a@b.example', 'tel:+1'].every(isExternal)).toBe(true);
    expect(['/order/index', '//evil.example', 'httpx', 'javascript:alert(1)'].some(isExternal)).toBe(false);
  });

  it('lists a parent with a page of its own before its children', () => {
    const own: PageEntry = {
      path: '/p',
      title: 'stores',
      page,
      children: [
        { path: '/p/1', title: 'orders', page },
        { path: '/p/2', title: 'quotes', page },
      ],
    };
    expect(menuLinks(menuOf([own], owner)).map((chain) => chain.map((entry) => entry.path).join(' > '))).toEqual([
      '/p',
      '/p > /p/1',
      '/p > /p/2',
    ]);
  });
});

describe('the menu of staff who look at a client', () => {
  it('leaves out what they may not read of it, and keeps their own pages', () => {
    const served: PageEntry[] = [
      { path: '/staff/quotes', title: 'staffQuotes', roles: ['agent'], page },
      { path: '/resources', title: 'resources', page },
      { path: '/orders', title: 'orders', feature: 'orders', page },
      {
        path: '/wallet',
        title: 'wallet',
        feature: 'wallet',
        children: [
          { path: '/wallet/wallet', title: 'balance', feature: 'wallet', page },
          { path: '/wallet/recharge', title: 'recharge', feature: 'wallet', page },
        ],
      },
      { path: '/members', title: 'subAccounts', feature: 'sub-accounts', page },
    ];
    const whole = menuOf(served, { ...owner, roles: ['agent'] });
    const left = (isAgent: boolean, ...roles: StaffRole[]) =>
      readableMenu(whole, readableFeatures({ roles, isAgent })).map(({ entry }) => entry.path);
    const everyone = ['/staff/quotes', '/resources', '/orders'];
    expect(left(true, 'agent')).toEqual([...everyone, '/wallet', '/members']);
    expect(left(false, 'agent')).toEqual(everyone);
    expect(left(false, 'finance')).toEqual([...everyone, '/wallet']);
    expect(left(true, 'warehouse')).toEqual(everyone);
    expect(left(false, 'admin')).toEqual([...everyone, '/wallet', '/members']);
  });
});

describe('what is highlighted and open', () => {
  it('highlights the activeMenu of a route, else its path', { tags: ['S07', 'S2-45'] }, () => {
    expect(activePath(chainOf('/order/index'))).toBe('/order/index');
    expect(activePath(chainOf('/order/detail'))).toBe('/order/index');
    expect(activePath([])).toBeUndefined();
  });

  it('opens the parents of the highlighted item, also by activeMenu', { tags: ['S08'] }, () => {
    expect(activeParents(entries, chainOf('/wallet/recharge'))).toEqual(['/wallet']);
    expect(activeParents(entries, chainOf('/wallet/proof'))).toEqual(['/wallet']);
    expect(activeParents(entries, chainOf('/order/index'))).toEqual([]);
    expect(activeParents(entries, [])).toEqual([]);
  });

  it('highlights nothing for a page that is not in the menu', { tags: ['S10'] }, () => {
    const highlighted = activePath(chainOf('/api-document/index'));
    expect(menuLinks(menu()).some((chain) => chain.at(-1)?.path === highlighted)).toBe(false);
  });

  it('navigation closes no submenu, collapsing closes all, expanding opens the page’s own only', {
    tags: ['S09', 'S14'],
  }, () => {
    const at = (path: string, parents: string[], small = false) => ({ small, path, parents });
    const open = new Set(['/always']);
    const moved = submenusAfter(open, at('/order/index', []), at('/wallet/wallet', ['/wallet']));
    expect([...moved]).toEqual(['/always', '/wallet']);
    const collapsed = at('/wallet/wallet', ['/wallet'], true);
    expect([...submenusAfter(moved, at('/wallet/wallet', ['/wallet']), collapsed)]).toEqual([]);
    expect([...submenusAfter(new Set(), collapsed, at('/wallet/wallet', ['/wallet']))]).toEqual(['/wallet']);
  });
});

describe('what limits the menu', () => {
  it('fore_permission names paths in any spelling or names; anything else is no limit', {
    tags: ['S20', 'S6-04'],
  }, () => {
    expect(pathsOf(['/ORDER/index/', 'Wallet'])).toEqual(['/order/index', '/wallet']);
    expect(pathsOf(['/wallet/recharge'])).toEqual(['/wallet/recharge']);
    expect(pathsOf(['/nothing'])).toEqual([]);
    const staffMenu = { ...owner, roles: ['admin'] };
    const served: PageEntry[] = [...entries, { path: '/staff/quotes', title: 'staffQuotes', roles: ['agent'], page }];
    for (const former of ['/desk/quotes', 'quoteDesk', 'QUOTEDESK', '/staff/quotes'])
      expect(menuOf(limitMenu(served, [former]), staffMenu).map((item) => item.entry.path)).toEqual(['/staff/quotes']);
    for (const none of [undefined, null, [], 'orders', { a: 1 }, ['/order/index', 7]]) {
      expect(pathsOf(none)).toHaveLength(6);
    }
  });

  it('the image search shows without stored user info, else only if its flag is true', {
    tags: ['S18', 'S2-25'],
  }, () => {
    expect([undefined, null, 'garbage'].map(hidesImageSearch)).toEqual([false, false, false]);
    expect(hidesImageSearch({ image_identify_enabled: true })).toBe(false);
    expect([{ image_identify_enabled: false }, { image_identify_enabled: 'true' }, {}].map(hidesImageSearch)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('reads partner items with name, icon and link, and drops what is no web link', { tags: ['S3-07'] }, () => {
    const item = { name: 'Acme', icon: 'truck', link: 'https://acme.example/' };
    const bad = [{ ...item, link: 'javascript:alert(1)' }, { ...item, name: '' }, { name: 'No link' }, null, 7];
    expect(readPartners([item, ...bad])).toEqual([item]);
    expect([undefined, 'x', {}].map(readPartners)).toEqual([[], [], []]);
  });
});

describe('the breadcrumb', () => {
  const crumbs = (path: string, table: readonly PageEntry[] = entries) =>
    crumbsOf(table, findChain(table, path), (entry) => entry.title).map(({ name, to }) =>
      to ? `${name}→${to}` : name,
    );

  it('a parent without a page is plain text, breadcrumb:false is left out', { tags: ['N04'] }, () => {
    expect(crumbs('/wallet/recharge')).toEqual(['dashboard→/Dashboard/index', 'wallet', 'recharge']);
    expect(crumbs('/Dashboard/index')).toEqual(['dashboard']);
    expect(crumbs('/parent/one')).toEqual(['dashboard→/Dashboard/index', 'invoices→/parent', 'quotes']);
    const quiet = entries.map((entry) => (entry.path === '/wallet' ? { ...entry, breadcrumb: false as const } : entry));
    expect(crumbs('/wallet/recharge', quiet)).toEqual(['dashboard→/Dashboard/index', 'recharge']);
  });
});
