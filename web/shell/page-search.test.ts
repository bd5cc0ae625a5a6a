import Fuse from 'fuse.js';
import { describe, expect, it } from 'vitest';
import { shell } from '../i18n/en/shell.ts';
import { paths } from '../lib/paths.ts';
import { type Found, pageFinder, says, searchable } from './page-search.ts';

// The menu of the specification (spec §2) with its English titles.
const pages: Found[] = (
  [
    [shell.menu.dashboard, paths.dashboard],
    [shell.menu.stores, paths.stores],
    [shell.menu.products, paths.products],
    ['Product Stock', paths.stock],
    ['Brand', paths.brands],
    [shell.menu.quotes, paths.quotes],
    ['Identify Image', paths.imageSearch],
    [shell.menu.orders, paths.orders],
    [shell.menu.invoices, paths.invoices],
    ['Sales Statistics', paths.statistics],
    [shell.menu.wallet, paths.wallet],
    [`${shell.menu.wallet} > ${shell.menu.recharge}`, paths.recharge],
    ['Account', paths.account],
    ['Sub-Accounts', paths.subAccounts],
    ['Affiliate', paths.affiliate],
    ['Resources', paths.resources],
  ] as const
).map(([title, to]) => ({ key: to, title, path: to, to }));
const find = pageFinder(Fuse, pages);
const titles = (text: string) => find(text).map((page) => page.title);

describe('the page search', () => {
  it.each([
    ['ordr', ['Orders']],
    ['invoise', ['Invoices']],
    ['rdr', ['Orders']],
    ['prodct', ['Product Stock', 'Products']],
    ['recharge', ['Wallet > Recharge']],
    ['stat', ['Sales Statistics']],
    ['quote', ['Quotes']],
    ['my-', ['Products', 'Store']],
    ['sub account', ['Account', 'Sub-Accounts']],
    ['zzz', []],
    ['', []],
  ])('finds by “%s” what the reference finds', { tags: ['N06', 'N10'] }, (text, wanted) => {
    expect(titles(text).sort()).toEqual(wanted);
  });

  it('finds a partner by its name, and not by its address', { tags: ['N11'] }, () => {
    const partners = [{ name: 'Harbour Freight', icon: '', link: 'https://lamp.example/' }];
    const among = pageFinder(
      Fuse,
      searchable([], partners, (entry) => entry.title),
    );
    expect(among('harbor').map((found) => found.to)).toEqual(['https://lamp.example/']);
    expect(among('lamp')).toEqual([]);
  });

  it('tells names that have the text from those that are merely like it', () => {
    const dashboard = pages.find(({ to }) => to === paths.dashboard);
    expect(dashboard && [says(dashboard, 'DASH'), says(dashboard, 'oka')]).toEqual([true, false]);
  });

  it('does not mind capitals and puts the best first', { tags: ['N06'] }, () => {
    expect(titles('ORDER')).toEqual(titles('order'));
    expect(titles('sub')[0]).toBe('Sub-Accounts');
  });
});
