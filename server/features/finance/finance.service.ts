import { providerZone } from '#contract/constants.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { finance } from '#contract/finance.ts';
import { type Days, daysIn, maxStatisticsDays, stepOf, stepsOf } from '#contract/statistics-rules.ts';
import { noteAccess } from '#server/db/audit.ts';
import type { Ctx, StaffCtx } from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import { shanghaiDay } from '#server/lib/business-time.ts';
import * as rows from './finance.db.ts';

const today = ({ now }: Ctx) => shanghaiDay(now.getTime());
const sumOf = <Row>(all: readonly Row[], of: (row: Row) => number) => all.reduce((sum, row) => sum + of(row), 0);

/** What every ledger account stands at when a day ends, over all clients; debit and credit are equal. */
export async function getTrialBalance(ctx: StaffCtx, query: ParsedOf<typeof finance.trialBalance>['query']) {
  const on = query.on ?? today(ctx);
  const currencies = byCurrency(await rows.trialBalance(ctx, on)).map(([currency, lines]) => ({
    currency,
    lines,
    debit: sumOf(lines, ({ debit }) => debit),
    credit: sumOf(lines, ({ credit }) => credit),
  }));
  return { on, time_zone: providerZone, currencies };
}

/** What the provider owes to all clients when each day of a period ends. */
export async function getLiabilities(ctx: StaffCtx, query: ParsedOf<typeof finance.liabilities>['query']) {
  const days = daysOf(ctx, query);
  const last = days.to < today(ctx) ? days.to : today(ctx);
  const currencies = byCurrency(await rows.liabilityChanges(ctx, days)).map(([currency, changes]) => ({
    currency,
    series: standings(changes, { from: days.from, to: last }),
  }));
  return { ...days, time_zone: providerZone, currencies };
}

/** Adds up changes day by day; days without any stand as the day before. */
function standings(changes: readonly rows.LiabilityRow[], days: Days) {
  const byDay = new Map(changes.map((change) => [change.day, change]));
  let now = { cash: 0, held: 0, bonus: 0, owed_by_clients: 0 };
  const move = (change: rows.LiabilityRow | undefined) => {
    if (change === undefined) return;
    now = {
      cash: now.cash + change.cash,
      held: now.held + change.held,
      bonus: now.bonus + change.bonus,
      owed_by_clients: now.owed_by_clients + change.owed_by_clients,
    };
  };
  move(changes.find(({ day }) => day < days.from));
  return stepsOf(days, 'day').map((day) => {
    move(byDay.get(day));
    return { day, ...now, total: now.cash + now.held + now.bonus - now.owed_by_clients };
  });
}

/** Clients by what they brought in a period; each that is shown leaves an access row. */
export async function listClients(ctx: StaffCtx, query: ParsedOf<typeof finance.clients>['query']) {
  const which = { days: daysOf(ctx, query), q: query.q };
  const found = await rows.clientRevenue(ctx, which, query.sort, pageOf(query));
  await noteAccess(ctx, {
    feature: 'wallet',
    route: 'finance.clients',
    accounts: found.map(({ id }) => id),
    staff_user_id: ctx.actor.user_id,
  });
  const totals = await rows.revenueTotals(ctx, which);
  return {
    data: found.map(({ id, number, name, ...sums }) => ({ client: { id, number, name }, ...sums })),
    meta: {
      ...metaOf(
        query,
        sumOf(totals, ({ clients }) => clients),
      ),
      ...which.days,
      totals,
    },
  };
}

/** The days that a query asks for: this month so far where it says nothing. */
function daysOf(ctx: Ctx, query: { from?: string | undefined; to?: string | undefined }): Days {
  const to = query.to ?? today(ctx);
  const from = query.from ?? stepOf(to, 'month');
  if (from > to) throw appError('invalid_input', { text: 'statistics.days_turned' }, 'to');
  if (daysIn({ from, to }) > maxStatisticsDays)
    throw appError('invalid_input', { text: 'statistics.too_long' }, 'from');
  return { from, to };
}

function byCurrency<Row extends { currency: string }>(all: readonly Row[]): [string, Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const row of all) groups.set(row.currency, [...(groups.get(row.currency) ?? []), row]);
  return [...groups];
}
