import { describe, expect, it } from 'vitest';
import { drawnTabs } from './drawn-tabs.ts';
import type { PageEntry } from './page-entry.ts';
import { findTabPage } from './page-table.ts';
import {
  close,
  closeAll,
  closeOthers,
  fallback,
  kept,
  live,
  move,
  refresh,
  rename,
  rest,
  restore,
  type Tab,
  tabKey,
  visit,
  visitOf,
  withAffix,
} from './tab-list.ts';
import { menuLeft } from './tab-menu.tsx';
import { dropIndex } from './use-tab-drag.ts';

const page = () => null;
const dashboard: PageEntry = { path: '/Dashboard/index', title: 'dashboard', affix: true, page };
const orders: PageEntry = { path: '/order/index', title: 'orders', feature: 'orders', page };
const detail: PageEntry = { path: '/detail', title: 'quotes', tabBy: 'fullPath', page };
const staff: PageEntry = { path: '/staff/quotes', title: 'staffQuotes', roles: ['agent'], page };
const login: PageEntry = { path: '/login', title: 'login', bare: true, page };
const entries = [dashboard, orders, detail, staff, login];

const at = (path: string, search = '') => ({ key: path, path, search, hash: '' });
const keys = (tabs: readonly Tab[]) => tabs.map((tab) => tab.key);
const three = () => visit(visit(withAffix(visit([], at('/a')), [dashboard]), at('/b')), at('/c', '?x=1'));
const stay = () => false;

describe('the list', () => {
  it('opens affix tabs first, adds at the end, and never reorders on a revisit', { tags: ['S2-47', 'T04'] }, () => {
    expect(keys(three())).toEqual(['/Dashboard/index', '/a', '/b', '/c']);
    const again = visit(three(), at('/a', '?q=2'));
    expect(keys(again)).toEqual(keys(three()));
    expect(again[1]).toMatchObject({ search: '?q=2', generation: 0 });
    expect(withAffix(three(), [dashboard])).toHaveLength(4);
  });

  it('keeps one tab for a page, or one for each query where the page table says so', () => {
    expect(tabKey(orders, '?a=1')).toBe(tabKey(orders, '?a=2'));
    const visits = ['?id=1', '?id=2', '?id=1'].map((search) => visitOf(detail, { search, hash: '' }));
    const tabs = visits.reduce<Tab[]>((before, to) => visit(before, to), []);
    expect(keys(tabs)).toEqual(['/detail?id=1', '/detail?id=2']);
    expect(refresh(tabs, '/detail?id=2').map((tab) => tab.generation)).toEqual([0, 1]);
    expect(keys(close(tabs, '/detail?id=1'))).toEqual(['/detail?id=2']);
  });

  it('closes one, others or all, but never an affix tab', { tags: ['S4-07'] }, () => {
    expect(keys(close(three(), '/b'))).toEqual(['/Dashboard/index', '/a', '/c']);
    expect(keys(close(three(), '/Dashboard/index'))).toContain('/Dashboard/index');
    expect(keys(closeOthers(three(), '/b'))).toEqual(['/Dashboard/index', '/b']);
    expect(keys(closeAll(three()))).toEqual(['/Dashboard/index']);
  });

  it('moves a tab within the list, never before an affix one, and an affix one never', () => {
    expect(keys(move(three(), '/c', 1))).toEqual(['/Dashboard/index', '/c', '/a', '/b']);
    expect(keys(move(three(), '/c', -5))).toEqual(['/Dashboard/index', '/c', '/a', '/b']);
    expect(keys(move(three(), '/a', 99))).toEqual(['/Dashboard/index', '/b', '/c', '/a']);
    const before = three();
    expect(move(before, '/Dashboard/index', 2)).toBe(before);
    expect(move(before, '/a', 1)).toBe(before);
  });

  it('bears the name that its page gave it until the page takes it back', () => {
    const named = rename(three(), '/b', 'Q-12');
    expect(named[2]?.title).toBe('Q-12');
    expect(rename(named, '/b', 'Q-12')).toBe(named);
    expect(visit(named, at('/b', '?y'))[2]?.title).toBe('Q-12');
    expect(rename(named, '/b', undefined)[2]).not.toHaveProperty('title');
  });
});

describe('leaving a tab', () => {
  it('falls back to the rightmost tab with its query, and stays when the shown one is still open', {
    tags: ['T12'],
  }, () => {
    expect(fallback(close(three(), '/a'), at('/a'))).toBe('/c?x=1');
    expect(fallback(close(three(), '/a'), at('/b'))).toBeUndefined();
  });

  it('goes to the root when no tab is left', { tags: ['T13'] }, () => {
    expect(fallback(close(visit([], at('/a')), '/a'), at('/a'))).toBe('/');
  });

  it('makes a lone Dashboard that can be closed again', { tags: ['T14'] }, () => {
    const shown = visitOf({ ...dashboard, path: '/Dashboard/index' }, { search: '?x=1', hash: '' });
    const lone = visit([], shown);
    expect(fallback(close(lone, shown.key), shown)).toBe('/redirect/Dashboard/index?x=1');
  });
});

describe('life', () => {
  it('lets the least recently used sleep, never what is shown or must stay', () => {
    const awake = (tabs: readonly Tab[]) => keys(live(tabs));
    expect(awake(three())).toEqual(['/a', '/b', '/c']);
    expect(awake(rest(three(), stay, 2))).toEqual(['/b', '/c']);
    expect(awake(rest(three(), (tab) => tab.key === '/a', 2))).toEqual(['/a', '/c']);
    expect(awake(rest(three(), () => true, 1))).toEqual(['/a', '/b', '/c']);
    expect(awake(visit(rest(three(), stay, 1), at('/a')))).toEqual(['/a', '/c']);
  });

  it('draws every live page, and one that keeps no state only while it is shown', { tags: ['T41', 'S4-07'] }, () => {
    const pages = [dashboard, orders, { ...detail, tabBy: 'path' as const, noCache: true as const }];
    const tabs = visit(visit([], at('/order/index')), at('/detail'));
    const drawn = (shown: string) => drawnTabs(tabs, pages, shown).map(({ tab }) => tab.key);
    expect(drawn('/detail')).toEqual(['/order/index', '/detail']);
    expect(drawn('/order/index')).toEqual(['/order/index']);
  });

  it('makes only the refreshed page again', () => {
    expect(refresh(three(), '/b').map((tab) => tab.generation)).toEqual([0, 0, 1, 0]);
  });
});

describe('a reload', () => {
  const profile = { roles: ['owner'], rights: { orders: ['view' as const] } };
  const find = (path: string) => findTabPage(entries, path, profile);

  it('keeps path, query, title and order, nothing else', { tags: ['T44'] }, () => {
    const tabs = rename(
      visit(visit(withAffix([], [dashboard]), at('/order/index', '?q=1')), at('/detail')),
      '/detail',
      'D',
    );
    expect(kept(tabs)).toEqual([
      { path: '/Dashboard/index', search: '' },
      { path: '/order/index', search: '?q=1' },
      { path: '/detail', search: '', title: 'D' },
    ]);
    expect(kept(restore(JSON.parse(JSON.stringify(kept(tabs))), find))).toEqual(kept(tabs));
  });

  it('brings pages back that have another address now', () => {
    const agent = (path: string) => findTabPage(entries, path, { roles: ['agent'], rights: {} });
    expect(keys(restore([{ path: '/desk/quotes', search: '?tab=all' }, { path: '/staff/quotes' }], agent))).toEqual([
      '/staff/quotes',
    ]);
  });

  it('drops pages that are unknown, without a tab, or no longer permitted', { tags: ['T45'] }, () => {
    const paths = ['/staff/quotes', '/gone', '/login', '/ORDER/index/'].map((path) => ({ path }));
    expect(keys(restore(paths, find))).toEqual(['/order/index']);
    expect(
      restore([{ path: '/order/index' }], (path) => findTabPage(entries, path, { roles: [], rights: {} })),
    ).toEqual([]);
  });

  it('survives foreign and damaged text', () => {
    const texts = ['nonsense', 7, null, {}, [null, 7, 'x', {}, { path: 7 }, [[]]]];
    for (const text of texts) expect(restore(text, find)).toEqual([]);
    const odd = [
      { path: '/order/index', search: '//evil.example', title: 'x'.repeat(500) },
      { path: '/order/index', search: '?twice', title: 9 },
      { path: '/Dashboard/index', search: 4 },
    ];
    const tabs = restore(odd, find);
    expect(tabs.map(({ key, search, affix }) => ({ key, search, affix }))).toEqual([
      { key: '/Dashboard/index', search: '', affix: true },
      { key: '/order/index', search: '', affix: false },
    ]);
    expect(tabs[1]?.title).toHaveLength(200);
  });
});

it('places the menu right of the pointer and inside the bar', { tags: ['T19', 'T20'] }, () => {
  expect(menuLeft({ x: 100, right: 1440 })).toBe(115);
  expect(menuLeft({ x: 1439, right: 1440 })).toBe(1335);
  expect(menuLeft({ x: 40, right: 60 })).toBe(0);
});

it('drops a dragged tab behind those whose middle it has passed', () => {
  const boxes = [0, 100, 200, 300].map((left) => ({ left, width: 100 }));
  expect([140, 240, 251, 399, 149, 40].map((x) => dropIndex(boxes, 1, x))).toEqual([1, 1, 2, 3, 1, 0]);
});
