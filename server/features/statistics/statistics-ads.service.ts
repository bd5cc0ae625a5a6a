import { v7 as uuid } from 'uuid';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { statistics } from '#contract/statistics.ts';
import { type Days, mostAdRows } from '#contract/statistics-rules.ts';
import { readMoney, statedCurrency, currencyDigits } from '#server/connectors/file/cell-values.ts';
import { FileProblem } from '#server/connectors/file/file-problem.ts';
import { tableRows } from '#server/connectors/file/table-rows.ts';
import { audit } from '#server/db/audit.ts';
import {
  requireStore,
  type Entry,
  type MerchantActor,
  type MerchantCtx,
  notFound,
  readerLanguage,
} from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { readFile } from '#server/features/files/index.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import { type Phrase, sentenceIn } from '#server/lib/refusal-texts.ts';
import * as rows from './statistics-ads.db.ts';
import { findCheck } from './statistics.db.ts';
import { requireDays, filterOf } from './statistics.service.ts';

const anyDay: Days = { from: '0001-01-01', to: '9999-12-31' };

/** Spend of a period, or of all time, newest first. */
export async function listAds(ctx: MerchantCtx, query: ParsedOf<typeof statistics.ads>['query']) {
  const { from = anyDay.from, to = anyDay.to } = query;
  const { stores } = filterOf(ctx, query);
  const days = query.from && query.to ? requireDays({ from, to }) : { from, to };
  const found = await rows.findAds(ctx, days, stores, pageOf(query));
  return {
    data: found.rows.map(({ amount, currency, ...row }) => ({ ...row, amount: { amount, currency } })),
    meta: metaOf(query, found.total),
  };
}

/** Writes the spend of one day; what was there for the same store, platform and campaign is replaced. */
export async function saveAd(ctx: MerchantCtx, body: ParsedOf<typeof statistics.saveAd>['body']) {
  const { store_id = null, amount, campaign, platform, day } = body;
  requireAdStore(ctx, store_id);
  if (day > (await findCheck(ctx)).today) throw appError('invalid_input', { text: 'statistics.ad_day_ahead' }, 'day');
  const ad = { id: uuid(), day, store_id, platform, campaign, amount: amount.amount, currency: amount.currency };
  const saved = await rows.saveAds(ctx, [ad], { source: 'manual', user_id: ctx.actor.user_id });
  await noteAds(ctx, 'statistics.saveAd', { day, platform });
  return { ...saved, unchanged: 1 - saved.added - saved.changed, refused: [] };
}

export async function removeAd(ctx: MerchantCtx, id: string) {
  if (!(await rows.removeAd(ctx, id, ctx.actor.stores))) throw notFound('ad_spend');
  await noteAds(ctx, 'statistics.removeAd', { id });
  return { done: true as const };
}

async function noteAds(ctx: MerchantCtx, action: string, details: Record<string, unknown>): Promise<void> {
  await audit(ctx, { action, entity: 'ad_spend', details });
  publish(ctx, { account_id: ctx.account, kind: 'statistics.changed' });
}

/** A member of some stores writes spend of these alone. */
function requireAdStore(ctx: MerchantCtx, storeId: string | null): void {
  if (storeId !== null) return requireStore(ctx.actor, storeId);
  if (ctx.actor.stores) throw appError('invalid_input', { text: 'statistics.ad_store_missing' }, 'store_id');
}

const titles = {
  day: ['date', 'day', '日期'],
  store: ['store', 'shop', '店铺'],
  platform: ['platform', 'channel', 'source', '平台'],
  campaign: ['campaign', 'campaign name', '广告系列'],
  amount: ['amount', 'spend', 'cost', 'amount spent', '金额', '花费'],
  currency: ['currency', '币种', '货币'],
} as const;
type Column = keyof typeof titles;
type Places = Partial<Record<Column, number>>;

function placesOf(head: readonly string[]): Places {
  const spelt = head.map((title) =>
    title
      .trim()
      .toLowerCase()
      .replace(/[\s_]+/g, ' ')
      .replace(/ \(.*\)$/, ''),
  );
  const columns = Object.keys(titles) as Column[]; // its own keys
  const found: Places = {};
  for (const column of columns) {
    const place = spelt.findIndex((title) => titles[column].some((known) => known === title));
    if (place >= 0) found[column] = place;
  }
  if (found.day === undefined || found.amount === undefined || found.platform === undefined)
    throw new FileProblem({ text: 'statistics.ad_columns' });
  return found;
}

type Refused = { row: number; problem: Phrase };
type Known = { stores: Awaited<ReturnType<typeof rows.storeNames>>; currency: string; today: string; limited: boolean };

/** One row of a file as spend, or what is wrong with it. */
function readRow(cell: (column: Column) => string, known: Known): rows.AdInput | Phrase {
  const day = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T].*)?$/.exec(cell('day'));
  const [, year = '', month = '', date = ''] = day ?? [];
  const written = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const time = Date.parse(`${written}T00:00:00Z`);
  if (!day || Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== written)
    return { text: 'statistics.ad_no_day', params: { value: cell('day') } };
  if (written > known.today) return { text: 'statistics.ad_day_ahead' };
  const platform = cell('platform').slice(0, 40);
  if (platform === '') return { text: 'statistics.ad_no_platform' };
  const name = cell('store').toLowerCase();
  const store = known.stores.find((one) => one.name === name || one.domain === name);
  if (name !== '' && !store) return { text: 'statistics.ad_no_store', params: { value: cell('store') } };
  if (!store && known.limited) return { text: 'statistics.ad_store_missing' };
  const currency = cell('currency').toUpperCase() || statedCurrency(cell('amount')) || known.currency;
  const digits = currencyDigits(currency);
  if (digits === null) return { text: 'statistics.ad_no_currency', params: { value: currency } };
  const amount = readMoney(cell('amount'), digits, currency);
  if ('problem' in amount) return { text: 'statistics.ad_no_amount', params: { value: cell('amount') } };
  return {
    id: uuid(),
    day: written,
    store_id: store?.id ?? null,
    platform,
    campaign: cell('campaign').slice(0, 120),
    amount: amount.value,
    currency,
  };
}

/**
 * Takes in a file of spend. Rows that cannot be read are named and left out; the others are written, each in the place of what was
 * there for its day, store, platform and campaign, so that the same file twice changes nothing.
 */
export async function importAds(entry: Entry<MerchantActor>, { file_id }: { file_id: string }) {
  const { account_id } = entry.actor;
  const { file, known } = await entry.run({ account_id }, async (ctx) => {
    const { stores } = ctx.actor;
    const all = await rows.storeNames(ctx);
    const { currency, today } = await findCheck(ctx);
    return {
      file: { name: 'ads', bytes: await (await readFile(ctx, file_id, 'ad_spend')).bytes(), account_id },
      known: {
        stores: stores ? all.filter(({ id }) => stores.includes(id)) : all,
        currency,
        today,
        limited: stores !== null,
      },
    };
  });
  const read = await readAds(file, known);
  return entry.run({ account_id }, async (ctx) => {
    const ads = [...read.ads.values()];
    const saved = await rows.saveAds(ctx, ads, { source: 'file', user_id: ctx.actor.user_id });
    await noteAds(ctx, 'statistics.importAds', { rows: ads.length });
    const refused = read.refused.map(({ row, problem }) => ({
      row,
      message: sentenceIn(readerLanguage(ctx), problem),
    }));
    return { ...saved, unchanged: ads.length - saved.added - saved.changed, refused };
  });
}

type AdFile = { name: string; bytes: Buffer; account_id: string };

/** The spend in a file, one for each day, store, platform and campaign: of rows that repeat one, the sum. */
async function readAds(file: AdFile, known: Known) {
  const ads = new Map<string, rows.AdInput>();
  const refused: Refused[] = [];
  let places: Places | undefined;
  let count = 0;
  try {
    for await (const { row, cells } of tableRows(file)) {
      if (!places) {
        places = placesOf(cells);
        continue;
      }
      count += 1;
      if (count > mostAdRows)
        throw new FileProblem({ text: 'statistics.ad_too_many', params: { most: mostAdRows.toLocaleString('en') } });
      const at = places;
      const ad = readRow((column) => (cells[at[column] ?? -1] ?? '').replace(/^'/, '').trim(), known);
      if ('text' in ad) {
        refused.push({ row, problem: ad });
        continue;
      }
      const key = JSON.stringify([ad.day, ad.store_id, ad.platform, ad.campaign]);
      const same = ads.get(key);
      if (same && same.currency !== ad.currency)
        refused.push({ row, problem: { text: 'statistics.ad_two_currencies' } });
      else ads.set(key, { ...ad, amount: ad.amount + (same?.amount ?? 0) });
    }
  } catch (error) {
    throw error instanceof FileProblem ? appError('invalid_input', error.sentence, 'file_id') : error;
  }
  if (count === 0) throw appError('invalid_input', { text: 'statistics.ad_empty' }, 'file_id');
  return { ads, refused };
}
