import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#contract/settings-rules.ts';
import type { Profile } from '../components/session.tsx';
import type { PageEntry } from './page-entry.ts';
import { findChain, firstPage, mayOpen, menuLinks, menuOf } from './page-table.ts';
import { readSidebar } from './sidebar-state.ts';
import { readSettings } from './settings-store.ts';

const page = () => null;
const entries: PageEntry[] = [
  { path: '/Dashboard/index', title: 'dashboard', affix: true, page },
  { path: '/staff/quotes', title: 'staffQuotes', roles: ['agent'], page },
  { path: '/order/index', title: 'orders', feature: 'orders', page },
  { path: '/secret/index', title: 'products', hidden: true, page },
  {
    path: '/wallet',
    title: 'wallet',
    children: [
      { path: '/wallet/wallet', title: 'balance', page },
      { path: '/wallet/recharge', title: 'recharge', page },
    ],
  },
  {
    path: '/single',
    title: 'stores',
    children: [
      { path: '/single/one', title: 'invoices', page },
      { path: '/single/two', title: 'quotes', hidden: true, page },
    ],
  },
  { path: '/always', title: 'clients', alwaysShow: true, children: [{ path: '/always/one', title: 'clients', page }] },
];

function profileOf(roles: string[], rights: Profile['rights'] = {}): Profile {
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
    rights,
    acting_as: null,
    settings: null,
    list_columns: {},
  };
}

const owner = profileOf(['owner'], { orders: ['view'] });

describe('the menu', () => {
  it('leaves hidden and foreign pages out, folds single children, keeps submenus', () => {
    const menu = menuOf(entries, owner);
    expect(menu.map((item) => item.entry.path)).toEqual([
      '/Dashboard/index',
      '/order/index',
      '/wallet',
      '/single/one',
      '/always',
    ]);
    expect(menu.find((item) => item.entry.path === '/wallet')?.children).toHaveLength(2);
    expect(menu.find((item) => item.entry.path === '/always')?.children).toHaveLength(1);
    expect(menuLinks(menu).map((chain) => chain.length)).toEqual([1, 1, 2, 2, 1, 2]);
  });

  it('shows admin everything, staff their pages, and members only what they may view', () => {
    expect(entries.every((entry) => mayOpen(entry, profileOf(['admin'])))).toBe(true);
    const staff = entries[1] as PageEntry; // the page of quotes above
    const orders = entries[2] as PageEntry; // the orders above
    expect([
      mayOpen(staff, profileOf(['agent'])),
      mayOpen(staff, profileOf(['finance'])),
      mayOpen(staff, owner),
    ]).toEqual([true, false, false]);
    expect([
      mayOpen(orders, profileOf(['viewer'])),
      mayOpen(orders, owner),
      mayOpen(orders, profileOf(['agent'])),
    ]).toEqual([false, true, true]);
  });

  it('finds entries in any spelling, with their parents', () => {
    expect(findChain(entries, '/WALLET/recharge/').map((entry) => entry.path)).toEqual(['/wallet', '/wallet/recharge']);
    expect(findChain(entries, '/nope')).toEqual([]);
    expect(firstPage(entries[4] as PageEntry)?.path).toBe('/wallet/wallet'); // the wallet above
  });
});

it('reads the cookie of the sidebar', () => {
  expect([undefined, '', '1', '0', 'x'].map(readSidebar)).toEqual([true, true, true, false, false]);
});

describe('settings', () => {
  it('begin as the specification says', { tags: ['S3-09', 'S9-07', 'S9-08'] }, () => {
    const { theme, showSettings, tagsView, fixedHeader, sidebarLogo, size } = readSettings(undefined, undefined);
    expect({ theme, showSettings, tagsView, fixedHeader, sidebarLogo, size }).toEqual({
      theme: '#1890ff',
      showSettings: true,
      tagsView: true,
      fixedHeader: false,
      sidebarLogo: false,
      size: 'small',
    });
  });

  it('take what fits from a local copy and leave what does not', () => {
    const kept = { theme: '#7c3aed', tagsView: false, fixedHeader: 'yes', colorScheme: 'sepia', shadow: 1 };
    expect(readSettings(kept, 'mini')).toEqual({
      ...defaultSettings,
      theme: '#7c3aed',
      tagsView: false,
      size: 'mini',
    });
    for (const copy of [null, 'x', 7, [], { theme: 'url(x)' }]) {
      expect(readSettings(copy, 'huge')).toEqual(defaultSettings);
    }
  });
});
