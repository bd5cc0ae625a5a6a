import type { TFunction } from 'i18next';
import { countryName } from '#web/lib/countries.ts';

/** A line of a bill as it is stored: its title is that of the paper, in English. */
type BillTitle = { code: string; title: string };

const freight = /^Freight (?<channel>.+) to (?<code>[A-Z]{2})$/;
const before = { 'Goods paid before': 'goodsBefore', 'Freight paid before': 'freightBefore' } as const;
const share = /^(?:Deposit of (?<percent>\d+) ?%|(?<balance>Balance)): (?<what>.+)$/;
const shared = {
  goods: /^goods of (?<number>\S+), (?:(?<units>\d+) (?:pieces|units) of (?<skus>\d+) SKUs|(?<items>.+))$/,
  freight: /^freight to (?<place>.+)$/,
  branding: /^branding$/,
} as const;

/** What a line of a bill is about, in the language of the page; the names of products stay as they are. */
export function billTitle(t: TFunction, { title, code }: BillTitle, language: string): string {
  const sent = freight.exec(title)?.groups;
  if (code === 'freight' && sent?.channel && sent.code)
    return t('bill.freight', { channel: sent.channel, country: countryName(sent.code, language) });
  if (title in before) return t(`bill.${before[title as keyof typeof before]}`); // one of its keys, as was asked
  const part = share.exec(title)?.groups;
  return part === undefined ? title : (shareTitle(t, part) ?? title);
}

/** The title of a stock order's deposit or balance. */
function shareTitle(t: TFunction, part: Record<string, string | undefined>): string | undefined {
  const { percent = '', what = '' } = part;
  const end = part.balance === undefined ? 'deposit' : 'balance';
  const goods = shared.goods.exec(what)?.groups;
  if (goods) {
    const { number = '', items, units = '', skus = '' } = goods;
    return items === undefined
      ? t(`bill.${end}.manyGoods`, { percent, number, units, skus })
      : t(`bill.${end}.goods`, { percent, number, items });
  }
  const { place } = shared.freight.exec(what)?.groups ?? {};
  if (place !== undefined) return t(`bill.${end}.freight`, { percent, place });
  return shared.branding.test(what) ? t(`bill.${end}.branding`, { percent }) : undefined;
}
